# Completion of tunnelctl for PowerShell 5.1 and later. Made from the program's own commands: see tunnelctl completion.
#
# Put a line that loads it into $PROFILE (tunnelctl completion install says which), or:
#   tunnelctl completion powershell | Out-String | Invoke-Expression
#
# All that never changes is in the tables below; ids, profiles and the like come from `tunnelctl __complete`.
# Nothing that it prints is ever evaluated.

# @tables

Register-ArgumentCompleter -Native -CommandName 'tunnelctl' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $state = @{ Command = ''; Given = @(); Used = @(); Wanted = ''; IsHelp = $false; IsRest = $false; Prefix = ''; Value = '' }
    $options = @{}
    $offers = New-Object System.Collections.Generic.List[object]

    function Read-Options {
        $options.Clear()
        foreach ($block in ($__tunnelctlBlocks[$state.Command] -split ' ')) {
            foreach ($line in ($__tunnelctlOptions[$block] -split "`n")) {
                $name, $hint, $description = $line -split '\|', 3
                # A hashtable alone would take -o and -O for one.
                $options[$name] = @($name, $hint, $description)
            }
        }
    }

    function Get-Lines($table, $key) {
        if ($table.ContainsKey($key)) { $table[$key] -split "`n" }
    }

    function Add-Offer($word, $description) {
        if (-not $word.StartsWith($state.Value, [StringComparison]::Ordinal)) { return }
        $offers.Add(@($word, $description))
    }

    function Add-Lines($lines) {
        foreach ($line in $lines) {
            $word, $description = $line -split '\|', 2
            Add-Offer $word $description
        }
    }

    function Add-Files($before, $onlyDirectories) {
        $begin = $state.Value.Substring([Math]::Min($before.Length, $state.Value.Length))
        foreach ($item in (Get-ChildItem -Path ([WildcardPattern]::Escape($begin) + '*') -ErrorAction SilentlyContinue)) {
            if ($onlyDirectories -and -not $item.PSIsContainer) { continue }
            $parent = $begin -replace '[^/\\]*$', ''
            $end = if ($item.PSIsContainer) { '/' } else { '' }
            $offers.Add(@(($before + $parent + $item.Name + $end), ''))
        }
    }

    function Add-Hint($hint) {
        $isList = $false
        $chosen = @()
        foreach ($part in ($hint -split ' ')) {
            $rest = if ($part.Length -gt 1) { $part.Substring(1) } else { '' }
            switch -Wildcard -CaseSensitive ($part) {
                ',' {
                    $isList = $true
                    $comma = $state.Value.LastIndexOf(',') + 1
                    $chosen = $state.Value.Substring(0, $comma) -split ','
                    $state.Prefix += $state.Value.Substring(0, $comma)
                    $state.Value = $state.Value.Substring($comma)
                }
                '-' {
                    if ($state.Value.StartsWith('-')) {
                        $state.Prefix += '-'
                        $state.Value = $state.Value.Substring(1)
                    }
                }
                '=?*' { if (-not ($isList -and $chosen -ccontains $rest)) { Add-Offer $rest '' } }
                '%?*' { Add-Lines (Get-Lines $__tunnelctlWords $part) }
                '^?*' {
                    $typed = @($words | Select-Object -Skip 1)
                    # Windows PowerShell 5.1 would drop an empty argument; - never begins an id.
                    $begin = if ($state.Value) { $state.Value } else { '-' }
                    foreach ($answer in (& $words[0] __complete $rest $begin @($state.Given) '--' @typed 2>$null)) {
                        $word, $description = $answer -split "`t", 2
                        Add-Offer $word $description
                    }
                }
                'F' { Add-Files '' $false }
                'D' { Add-Files '' $true }
                '@' { if ($state.Value -match '^@(?!@)') { Add-Files '@' $false } }
                'A' { if ($state.Value -match '^(@(?!@)|$)') { Add-Files '@' $false } }
            }
        }
    }

    # The words in front of the cursor, as the program will see them.
    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or ($wordToComplete -eq '' -and $_.Extent.EndOffset -le $cursorPosition) } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    if ($words.Count -eq 0) { return }
    $state.Value = $wordToComplete -replace '^[''"]', '' -replace '[''"]$', ''

    Read-Options
    foreach ($word in ($words | Select-Object -Skip 1)) {
        if ($state.Wanted) { $state.Wanted = '' }
        elseif ($state.IsRest) { $state.Given += $word }
        elseif ($word -ceq '--') { $state.IsRest = $true }
        elseif ($word -like '-?*') {
            $state.Used += ($word -split '=', 2)[0]
            if ($word -notlike '--*=*' -and $options.ContainsKey($word)) { $state.Wanted = $options[$word][1] }
        }
        elseif (-not $state.Command -and -not $state.IsHelp -and $word -ceq 'help') { $state.IsHelp = $true }
        elseif (@(Get-Lines $__tunnelctlWords $state.Command | ForEach-Object { ($_ -split '\|', 2)[0] }) -ccontains $word) {
            $state.Command = "$($state.Command) $word".Trim()
            Read-Options
        }
        elseif ($__tunnelctlSynonyms.ContainsKey("$($state.Command) $word".Trim())) {
            $state.Command = "$($state.Command) $($__tunnelctlSynonyms["$($state.Command) $word".Trim()])".Trim()
            Read-Options
        }
        else { $state.Given += $word }
    }

    $value = $state.Value
    $following = @(Get-Lines $__tunnelctlWords $state.Command)
    $hints = @(Get-Lines $__tunnelctlArguments $state.Command)
    if ($state.Wanted) { Add-Hint $state.Wanted }
    elseif (-not $state.IsRest -and $value -match '^(--[^=]+)=' -and $options.ContainsKey($Matches[1])) {
        $hint = $options[$Matches[1]][1]
        $state.Prefix = $Matches[0]
        $state.Value = $value.Substring($Matches[0].Length)
        Add-Hint $hint
    }
    elseif (-not $state.IsRest -and $value -match '^-[^-](?=.)' -and $options.ContainsKey($Matches[0]) -and $options[$Matches[0]][1]) {
        $hint = $options[$Matches[0]][1]
        $state.Prefix = $Matches[0]
        $state.Value = $value.Substring(2)
        Add-Hint $hint
    }
    elseif (-not $state.IsRest -and $value -like '-*') {
        foreach ($option in ($options.Values | Sort-Object { $_[0] })) {
            if ($state.Used -ccontains $option[0] -and $option[1] -notlike '`* +*') { continue }
            Add-Offer $option[0] $option[2]
        }
    }
    elseif ($following.Count -gt 0 -and $state.Given.Count -eq 0) {
        Add-Lines $following
        if (-not $state.Command -and -not $state.IsHelp) { Add-Offer 'help' 'Show what a command takes, with examples' }
        if (-not $state.Command -and $state.IsHelp) { Add-Lines (Get-Lines $__tunnelctlWords '%topics') }
    }
    elseif (-not $state.IsHelp -and $hints.Count -gt 0) {
        if ($state.Given.Count -lt $hints.Count) { Add-Hint $hints[$state.Given.Count] }
        elseif ($hints[-1] -like '`* +*') { Add-Hint $hints[-1] }
    }

    foreach ($offer in $offers) {
        $text = $state.Prefix + $offer[0]
        # A comma, a space or a leading @ means something else to PowerShell.
        if ($text -match '[^\w.:%+/=\\~-]') { $text = "'" + ($text -replace "'", "''") + "'" }
        $tip = if ($offer[1]) { $offer[1] } else { $offer[0] }
        [System.Management.Automation.CompletionResult]::new($text, $offer[0], 'ParameterValue', $tip)
    }
}
