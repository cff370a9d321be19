autoload -Uz compinit
compinit -D -u
source $SCRIPT

# Shows each match in place of offering it.
compadd() {
  # Calls that only filter an array are the completion system's own.
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a hits displays prefix file_prefix
  local name=${@[${@[(i)-*d]}+1]} i
  (($@[(I)-*d])) && displays=("${(@P)name}")
  builtin compadd -A hits -D displays "$@"
  zparseopts -E P:=prefix p:=file_prefix
  for ((i = 1; i <= $#hits; i++)); do
    print -r -- "MATCH $IPREFIX$prefix[2]$file_prefix[2]$hits[i]"$'\t'"$displays[i]"
  done
}
show-matches() {
  print
  _main_complete
  print -r -- END-OF-'MATCHES'
}
zle -C show-matches complete-word show-matches
bindkey '^I' show-matches
print -r -- ready-for-'tab'
