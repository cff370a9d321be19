# Completion of tunnelctl for fish 3 and later. Made from the program's own commands: see tunnelctl completion.
#
# Put it into ~/.local/share/fish/vendor_completions.d (tunnelctl completion install does), or:
#   tunnelctl completion fish | source
#
# All that never changes is in the tables below; ids, profiles and the like come from `tunnelctl __complete`.
# Nothing that it prints is ever evaluated.

# @tables

# The lines of the options of a command.
function __tunnelctl_options
    for block in (string split ' ' -- (__tunnelctl_table_blocks $argv[1]))
        __tunnelctl_table_options $block
    end
end

# The hint of an option; fails for what is no option.
function __tunnelctl_hint
    for line in $argv[2..]
        set -l parts (string split -m 2 '|' -- $line)
        if test "$parts[1]" = "$argv[1]"
            echo $parts[2]
            return 0
        end
    end
    return 1
end

# Prints lines of the form `word|description` as fish wants them, behind a prefix that belongs to the word.
function __tunnelctl_offer_lines
    for line in $argv[2..]
        set -l parts (string split -m 1 '|' -- $line)
        printf '%s%s\t%s\n' $argv[1] $parts[1] $parts[2]
    end
end

# Files whose names begin with a text, behind a prefix that belongs to the word.
function __tunnelctl_offer_files
    set -l begin (string replace -r '^~/' "$HOME/" -- $argv[2])
    for file in $begin*
        test -d $file; and set file $file/
        test "$argv[3]" = D; and not test -d $file; and continue
        string match -q -- '~/*' $argv[2]; and set file (string replace -- $HOME/ '~/' $file)
        printf '%s%s\n' $argv[1] $file
    end
end

function __tunnelctl_offer_hint --no-scope-shadowing
    set -l is_list 0
    for part in (string split ' ' -- $argv[1])
        switch $part
            case ,
                set is_list 1
                if string match -q -- '*,*' $value
                    set prefix $prefix(string match -r '^.*,' -- $value)
                    set value (string replace -r '^.*,' '' -- $value)
                end
            case -
                string match -q -- '-*' $value
                and set prefix $prefix-
                and set value (string sub -s 2 -- $value)
            case '=*'
                set -l word (string sub -s 2 -- $part)
                if test $is_list = 0; or not contains -- $word (string split , -- (string replace -r '^.*=' '' -- $prefix))
                    printf '%s%s\n' $prefix $word
                end
            case '%*'
                __tunnelctl_offer_lines "$prefix" (__tunnelctl_table_words $part)
            case '^*'
                set -l program (string replace -r '^~/' "$HOME/" -- $tokens[1])
                type -q $program; or set program tunnelctl
                for answer in ($program __complete (string sub -s 2 -- $part) "$value" $given -- $tokens[2..] 2>/dev/null </dev/null)
                    printf '%s%s\n' $prefix $answer
                end
            case F D
                __tunnelctl_offer_files "$prefix" "$value" $part
            case @
                string match -q -r '^@(?!@)' -- $value
                and __tunnelctl_offer_files "$prefix@" (string sub -s 2 -- $value) F
            case A
                string match -q -r '^(@(?!@)|$)' -- $value
                and __tunnelctl_offer_files "$prefix@" (string sub -s 2 -- $value) F
        end
    end
end

# Prints what can stand at the cursor: a word, a tab, a description.
function __tunnelctl_complete
    set -l tokens (commandline -opc)
    set -l value (commandline -ct)
    set -l prefix ''
    set -l command ''
    set -l given
    set -l used
    set -l wanted ''
    set -l is_help 0
    set -l is_rest 0
    set -l options (__tunnelctl_options '')
    # The token at the cursor comes as it is typed.
    set value (string replace -r '^[\'"]' '' -- $value)
    for token in $tokens[2..]
        if test -n "$wanted"
            set wanted ''
        else if test $is_rest = 1
            set -a given $token
        else if test "$token" = --
            set is_rest 1
        else if string match -q -- '-?*' $token
            set -a used (string replace -r '=.*' '' -- $token)
            string match -q -- '--*=*' $token; and continue
            set wanted (__tunnelctl_hint $token $options)
        else if test -z "$command" -a $is_help = 0 -a "$token" = help
            set is_help 1
        else if contains -- $token (__tunnelctl_table_words $command | string replace -r '\|.*' '')
            set command (string trim -- "$command $token")
            set options (__tunnelctl_options $command)
        else if set -l meant (__tunnelctl_table_synonyms (string trim -- "$command $token")); and test -n "$meant"
            set command (string trim -- "$command $meant")
            set options (__tunnelctl_options $command)
        else
            set -a given $token
        end
    end
    if test -n "$wanted"
        __tunnelctl_offer_hint $wanted
        return
    end
    if test $is_rest = 0; and string match -q -- '-*' $value
        set -l name (string match -r '^--[^=]+(?==)' -- $value)
        if test -n "$name"; and set -l hint (__tunnelctl_hint $name $options)
            set prefix $name=
            set value (string replace -r '^[^=]*=' '' -- $value)
            __tunnelctl_offer_hint $hint
            return
        end
        set name (string match -r '^-[^-](?=.)' -- $value)
        if test -n "$name"; and set -l hint (__tunnelctl_hint $name $options); and test -n "$hint"
            set prefix $name
            set value (string sub -s 3 -- $value)
            __tunnelctl_offer_hint $hint
            return
        end
        for line in $options
            set -l parts (string split -m 2 '|' -- $line)
            contains -- $parts[1] $used; and not string match -q -- '\* +*' $parts[2]; and continue
            printf '%s\t%s\n' $parts[1] $parts[3]
        end
        return
    end
    set -l words (__tunnelctl_table_words $command)
    if test (count $words) -gt 0; and test (count $given) = 0
        __tunnelctl_offer_lines '' $words
        if test -z "$command" -a $is_help = 0
            printf '%s\t%s\n' help 'Show what a command takes, with examples'
        else if test -z "$command"
            __tunnelctl_offer_lines '' (__tunnelctl_table_words %topics)
        end
        return
    end
    test $is_help = 1; and return
    set -l hints (__tunnelctl_table_arguments $command)
    set -l place (math (count $given) + 1)
    if test $place -le (count $hints)
        __tunnelctl_offer_hint $hints[$place]
    else if set -q hints[-1]; and string match -q -- '\* +*' $hints[-1]
        __tunnelctl_offer_hint $hints[-1]
    end
end

complete -c tunnelctl -e
complete -c tunnelctl -f -k -a '(__tunnelctl_complete)'
