# Prints what zsh would offer at the end of each line, `match<tab>display`, and NUL, out of a real interactive zsh with
# its own completion system: zsh -f capture.zsh SCRIPT LINE...
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=; unsetopt prompt_cr prompt_sp; stty -echo; SCRIPT=${(q)1}; source ${(q)0:a:h}/capture-setup.zsh"
zpty -r z REPLY '*ready-for-tab*'
for typed in "${@[2,-1]}"; do
  # Ctrl-U takes the line before out again.
  zpty -w -n z $'\C-u'"$typed"$'\t'
  zpty -r z REPLY '*END-OF-MATCHES*'
  for line in "${(@f)REPLY//$'\r'/}"; do [[ $line == MATCH\ * ]] && print -r -- "${line#MATCH }"; done
  print -n '\0'
done
zpty -d z
