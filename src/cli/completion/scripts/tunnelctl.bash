# Completion of tunnelctl for bash 3.2 and later. Made from the program's own commands: see tunnelctl completion.
#
# Put it into ~/.local/share/bash-completion/completions/tunnelctl (tunnelctl completion install does), or:
#   source <(tunnelctl completion bash)
#
# All that never changes is in the tables below; ids, profiles and the like come from `tunnelctl __complete`.
# Nothing that it prints is ever evaluated.

# @tables

# Splits the line as the program will see it. Bash also splits at = : @ and others (COMP_WORDBREAKS), which here
# belong to the words: pieces with no space between them are one word. Sets words and current.
__tunnelctl_split() {
  local line=${COMP_LINE:0:COMP_POINT} i piece
  words=()
  current=
  for ((i = 0; i <= COMP_CWORD; i++)); do
    piece=${COMP_WORDS[i]}
    if [[ $line == [[:space:]]* || $i -eq 0 ]]; then
      line=${line#"${line%%[![:space:]]*}"}
      ((i > 0)) && words+=("$current")
      current=
    fi
    # The cursor may stand inside the last piece.
    ((i == COMP_CWORD)) && piece=$line
    current+=$piece
    line=${line#"$piece"}
  done
}

# The value of a word as it stands in the line: without its quotes and backslashes. Sets REPLY.
__tunnelctl_unquote() {
  local word=$1
  case $word in
  "'"*) word=${word#\'} REPLY=${word%\'} ;;
  '"'*) word=${word#\"} REPLY=${word%\"} ;;
  *) REPLY=${word//\\/} ;;
  esac
}

# The hint of an option of the command. Sets REPLY; fails for what is no option.
__tunnelctl_hint() {
  local tail=${options#*$'\n'"$1|"}
  [[ $1 == -* && $tail != "$options" ]] || return
  REPLY=${tail%%|*}
}

# Sets options to those of the command.
__tunnelctl_read_options() {
  local block
  __tunnelctl_table_blocks "$command"
  options=$'\n'
  for block in $REPLY; do
    __tunnelctl_table_options "$block"
    options+=$REPLY$'\n'
  done
}

# Follows the words in front of the cursor. Sets command, options, arguments and, where the last word is an option
# that wants a value, wanted.
__tunnelctl_follow() {
  local word
  command= arguments=() wanted= is_help= is_rest= used=' '
  __tunnelctl_read_options
  for word in "${words[@]:1}"; do
    __tunnelctl_unquote "$word"
    word=$REPLY
    if [[ -n $wanted ]]; then
      wanted=
    elif [[ -n $is_rest ]]; then
      arguments+=("$word")
    elif [[ $word == -- ]]; then
      is_rest=1
    elif [[ $word == -?* ]]; then
      used+="${word%%=*} "
      [[ $word == --*=* ]] && continue
      if __tunnelctl_hint "$word"; then wanted=$REPLY; fi
    elif [[ -z $command && -z $is_help && $word == help ]]; then
      is_help=1
    else
      __tunnelctl_table_words "$command"
      if [[ $'\n'$REPLY == *$'\n'"$word|"* ]]; then
        command=${command:+$command }$word
        __tunnelctl_read_options
      elif __tunnelctl_table_synonyms "${command:+$command }$word"; then
        command=${command:+$command }$REPLY
        __tunnelctl_read_options
      else
        arguments+=("$word")
      fi
    fi
  done
}

# Offers a word that begins as the value does.
__tunnelctl_offer() {
  [[ $1 == "$value"* ]] || return
  names+=("$prefix$1")
  descriptions+=("$2")
}

__tunnelctl_offer_lines() {
  local name description
  while IFS='|' read -r name description; do
    [[ -n $name ]] && __tunnelctl_offer "$name" "$description"
  done <<<"$1"
}

# Asks the program itself. What it prints is read as text: a value, a tab, a description.
__tunnelctl_offer_live() {
  local program=${words[0]} name description
  program=${program/#\~\//$HOME/}
  # An alias is not known here.
  case $(type -t -- "$program") in file | function) ;; *) program=tunnelctl ;; esac
  while IFS=$'\t' read -r name description; do
    __tunnelctl_offer "$name" "$description"
  done < <("$program" __complete "$1" "$value" "${arguments[@]}" -- "${words[@]:1}" 2>/dev/null </dev/null)
}

# Offers files whose names begin as the value does, behind a prefix that belongs to the word.
__tunnelctl_offer_files() {
  local kind=$1 before=$prefix$2 begin=${value#"$2"} file home=
  [[ $begin == '~/'* ]] && home=$HOME/ begin=$HOME/${begin#'~/'}
  while IFS= read -r file; do
    [[ -d $file ]] && file+=/
    [[ -n $home ]] && file="~/${file#"$home"}"
    names+=("$before$file")
    descriptions+=('')
    file_prefix=$before is_file=1
  done < <(compgen "-$kind" -- "$begin")
}

__tunnelctl_offer_hint() {
  local -a parts
  local part is_list=
  IFS=' ' read -r -a parts <<<"$1"
  for part in "${parts[@]}"; do
    case $part in
    ,)
      is_list=1
      local chosen=
      [[ $value == *,* ]] && chosen=${value%,*},
      prefix+=$chosen value=${value##*,}
      ;;
    -) [[ $value == -* ]] && prefix+=- value=${value#-} ;;
    =*) [[ -n $is_list && ,$chosen == *",${part#=},"* ]] || __tunnelctl_offer "${part#=}" '' ;;
    %*) __tunnelctl_table_words "$part" && __tunnelctl_offer_lines "$REPLY" ;;
    ^*) __tunnelctl_offer_live "${part#^}" ;;
    F) __tunnelctl_offer_files f '' ;;
    D) __tunnelctl_offer_files d '' ;;
    @) [[ $value == @* && $value != @@* ]] && __tunnelctl_offer_files f @ ;;
    A) [[ -z $value || ($value == @* && $value != @@*) ]] && __tunnelctl_offer_files f @ ;;
    esac
  done
  [[ -n $is_list ]] && no_space=1
}

__tunnelctl_offer_options() {
  local name hint description
  while IFS='|' read -r name hint description; do
    [[ -z $name || ($used == *" $name "* && $hint != '* +'*) ]] || __tunnelctl_offer "$name" "$description"
  done <<<"$options"
}

# Offers what can stand at the cursor.
__tunnelctl_offer_word() {
  local -a hints
  local line
  if [[ -n $wanted ]]; then
    __tunnelctl_offer_hint "$wanted"
  elif [[ -z $is_rest && $value == --*=* ]] && __tunnelctl_hint "${value%%=*}"; then
    prefix=${value%%=*}= value=${value#*=}
    __tunnelctl_offer_hint "$REPLY"
  elif [[ -z $is_rest && $value == -[!-]?* ]] && __tunnelctl_hint "${value:0:2}" && [[ -n $REPLY ]]; then
    prefix=${value:0:2} value=${value:2}
    __tunnelctl_offer_hint "$REPLY"
  elif [[ -z $is_rest && $value == -* ]]; then
    __tunnelctl_offer_options
  elif __tunnelctl_table_words "$command" && ((${#arguments[@]} == 0)); then
    __tunnelctl_offer_lines "$REPLY"
    if [[ -z $command ]]; then
      if [[ -z $is_help ]]; then
        __tunnelctl_offer help 'Show what a command takes, with examples'
      elif __tunnelctl_table_words %topics; then
        __tunnelctl_offer_lines "$REPLY"
      fi
    fi
  elif [[ -z $is_help ]] && __tunnelctl_table_arguments "$command"; then
    while IFS= read -r line; do hints+=("$line"); done <<<"$REPLY"
    local last=${hints[${#hints[@]} - 1]}
    if ((${#arguments[@]} < ${#hints[@]})); then
      __tunnelctl_offer_hint "${hints[${#arguments[@]}]}"
    elif [[ $last == '* +'* ]]; then
      __tunnelctl_offer_hint "$last"
    fi
  fi
}

# Hands the offers to bash: readline replaces only what stands behind the last break, so what is in front goes.
__tunnelctl_reply() {
  local before=$1 name text i width=0
  COMPREPLY=()
  for ((i = 0; i < ${#names[@]}; i++)); do
    name=${names[i]#"$before"}
    ((${#name} > width)) && width=${#name}
    COMPREPLY+=("$name")
  done
  if [[ -n $is_file && $file_prefix == "$before" ]]; then
    compopt -o filenames 2>/dev/null
  elif [[ -n $is_file && $current != *[\'\"]* ]]; then
    # What is left in front of the name, an @, readline would take for a part of it, and quote it.
    local kept=${file_prefix#"$before"}
    for ((i = 0; i < ${#names[@]}; i++)); do
      printf -v text %q "${COMPREPLY[i]#"$kept"}"
      COMPREPLY[i]=$kept${text/#\\~/\~}
    done
  fi
  if ((${#names[@]} == 1)); then
    [[ ${names[0]} == *[/=] || -n $no_space ]] && compopt -o nospace 2>/dev/null
    return
  fi
  # Descriptions stand beside words that are listed, not beside those that are inserted (menu-complete).
  [[ -n $is_file || $COMP_TYPE == 37 || $COMP_TYPE == 42 ]] && return
  local columns=${COLUMNS:-80}
  for ((i = 0; i < ${#names[@]}; i++)); do
    [[ -n ${descriptions[i]} ]] || continue
    printf -v text "%-${width}s  (%s)" "${COMPREPLY[i]}" "${descriptions[i]}"
    ((${#text} >= columns && columns > width + 8)) && text="${text:0:columns-5}...)"
    COMPREPLY[i]=$text
  done
}

_tunnelctl() {
  local IFS=$' \t\n' REPLY
  local -a words arguments names descriptions
  local current command options wanted is_help is_rest used value prefix= file_prefix= is_file= no_space=
  COMPREPLY=()
  __tunnelctl_split
  # Behind > and < bash completes files by itself.
  case ${words[${#words[@]} - 1]} in *['<>']) compopt -o default 2>/dev/null; return ;; esac
  __tunnelctl_follow
  __tunnelctl_unquote "$current"
  value=$REPLY
  # What readline will replace is $2.
  local typed=$2 before
  before=${current%"$typed"}
  __tunnelctl_unquote "$before"
  before=$REPLY
  __tunnelctl_offer_word
  __tunnelctl_reply "$before"
}

complete -F _tunnelctl tunnelctl
