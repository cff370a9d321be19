# Prints what zsh would offer at the end of a line, `match<tab>display`, out of a real interactive zsh with its own
# completion system: zsh -f capture.zsh SCRIPT LINE
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=; unsetopt prompt_cr prompt_sp; stty -echo; SCRIPT=${(q)1}; source ${(q)0:a:h}/capture-setup.zsh"
zpty -r z REPLY '*ready-for-tab*'
zpty -w -n z "$2"$'\t'
zpty -r z REPLY '*END-OF-MATCHES*'
for line in "${(@f)REPLY//$'\r'/}"; do [[ $line == MATCH\ * ]] && print -r -- "${line#MATCH }"; done
zpty -d z
