"""Scripts that complete the commands and options of ``m44`` in a shell, generated from its parsers.

The words are written into the scripts, so that completing does not start Python. The packages of
the program install scripts of their own.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from m44core.messages.languages import PSEUDO


class Option(NamedTuple):
    """An option of a command.

    Attributes:
        names: Its names, short and long.
        values: The values to choose from; empty if it takes any value, such as a file.
        takes_value: Whether it takes a value.
        about: A sentence about its effect.
    """

    names: tuple[str, ...]
    values: tuple[str, ...]
    takes_value: bool
    about: str


class Command(NamedTuple):
    """A command, or an action of one.

    Attributes:
        name: Its full name: "" for the program, ``check``, ``translate export``.
        actions: Its subcommands, each with a description.
        options: Its options.
        values: The values to choose from for its arguments.
    """

    name: str
    actions: Mapping[str, str]
    options: Sequence[Option]
    values: tuple[str, ...]

    def words(self) -> list[str]:
        """Return the possible next words: actions, values and the long names of options."""
        names = (name for option in self.options for name in option.names if name[1] == "-")
        return [*self.actions, *self.values, *names]


def commands_of(parser: argparse.ArgumentParser, name: str = "") -> Iterator[Command]:
    """Yield the program and all its subcommands."""
    options, actions, values = list[Option](), dict[str, str](), list[str]()
    subparsers: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            subparsers.update(action.choices)
            actions.update({each.dest: each.help or "" for each in action._choices_actions})
        elif action.option_strings:
            options.append(_option_of_action(action))
        else:
            values += map(str, action.choices or ())
    yield Command(name, actions, options, tuple(values))
    for word, subparser in subparsers.items():
        yield from commands_of(subparser, f"{name} {word}".strip())


def _option_of_action(action: argparse.Action) -> Option:
    values = tuple(str(value) for value in action.choices or () if value != PSEUDO)
    return Option(tuple(action.option_strings), values, action.nargs != 0, action.help or "")


_BASH = """\
# Completion of m44 for bash, printed by: m44 completion bash
_m44() {{
    local cur="${{COMP_WORDS[COMP_CWORD]}}" prev="${{COMP_WORDS[COMP_CWORD-1]}}" command="" word i
    for ((i = 1; i < COMP_CWORD; i++)); do
        word="${{COMP_WORDS[i]}}"
        case "$command:$word" in
            {commands}) command="${{command:+$command }}$word" ;;
        esac
    done
    COMPREPLY=()
    case "$command $prev" in
{values}
    esac
    case "$command" in
{words}
    esac
}}
complete -o default -F _m44 m44
"""


def bash_script(program: argparse.ArgumentParser) -> str:
    """Return the script for bash, which completes files if there are no words to offer."""
    commands = list(commands_of(program))
    paths = [
        f'"{" ".join(each.name.split()[:-1])}:{each.name.split()[-1]}"' for each in commands[1:]
    ]
    values = [line for command in commands for line in _bash_value_cases(command)]
    words = [_bash_word_case(command) for command in commands]
    return _BASH.format(commands="|".join(paths), values="\n".join(values), words="\n".join(words))


def _bash_value_cases(command: Command) -> Iterator[str]:
    for option in command.options:
        if option.takes_value:
            place = "|".join(f'"{command.name} {name}"' for name in option.names)
            offer = f"{_compgen_command(option.values)}; " if option.values else ""
            yield f"        {place}) {offer}return ;;"


def _bash_word_case(command: Command) -> str:
    offer = _compgen_command(command.words())
    is_file = "" if command.actions or command.values else "[[ $cur == -* ]] && "
    return f'        "{command.name}") {is_file}{offer} ;;'


def _compgen_command(words: Sequence[str]) -> str:
    return f'COMPREPLY=($(compgen -W "{" ".join(words)}" -- "$cur"))'


_ZSH_START = "autoload -U +X compinit bashcompinit && compinit && bashcompinit"


def zsh_script(program: argparse.ArgumentParser) -> str:
    """Return the script for zsh, which runs the bash script."""
    return f"{_ZSH_START}\n{bash_script(program)}"


def fish_script(program: argparse.ArgumentParser) -> str:
    """Return the script for fish, with a description of each command and option."""
    commands = list(commands_of(program))
    names = {each.name for each in commands}
    lines = [line for command in commands for line in _fish_lines(command, names)]
    head = "# Completion of m44 for fish, printed by: m44 completion fish"
    return "\n".join((head, *lines, ""))


def _fish_lines(command: Command, names: set[str]) -> Iterator[str]:
    line_start = f"complete -c m44 -n {_fish_quoted(_fish_condition(command, names))}"
    for word, about in command.actions.items():
        yield f"{line_start} -f -a {word} -d {_fish_quoted(about)}"
    if command.values:
        yield f"{line_start} -f -a {_fish_quoted(' '.join(command.values))}"
    for option in command.options:
        flags = " ".join(f"-l {n[2:]}" if n[1] == "-" else f"-s {n[1:]}" for n in option.names)
        value = f" -x -a {_fish_quoted(' '.join(option.values))}" if option.values else " -r"
        about = _fish_quoted(option.about.partition(": ")[0])
        yield f"{line_start} {flags}{value if option.takes_value else ''} -d {about}"


def _fish_condition(command: Command, names: set[str]) -> str:
    """Return the condition under which a command is completed."""
    words = command.name.split()
    conditions = [f"__fish_seen_subcommand_from {word}" for word in words]
    ends = " ".join(command.actions)
    unseen_conditions = [f"not __fish_seen_subcommand_from {ends}"] if ends else []
    if len(words) == 1:  # another command may have an action of that name
        above = [name.split()[0] for name in names if name.split()[1:] == words]
        unseen_conditions += [f"not __fish_seen_subcommand_from {word}" for word in above]
    return "; and ".join((*conditions, *unseen_conditions))


def _fish_quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


_POWERSHELL = """\
# Completion of m44 for PowerShell, printed by: m44 completion powershell
Register-ArgumentCompleter -Native -CommandName 'm44', 'm44.exe' -ScriptBlock {{
    param($wordToComplete, $commandAst, $cursorPosition)
    $known = ConvertFrom-Json @'
{data}
'@
    $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object {{ "$_" }})
    if ($wordToComplete -ne '') {{ $typed = @($typed | Select-Object -SkipLast 1) }}
    $command = 'm44'
    foreach ($word in $typed) {{
        $longer = "$command $word"
        if ($known.words.PSObject.Properties[$longer]) {{ $command = $longer }}
    }}
    $offered = $known.words.PSObject.Properties[$command].Value
    $last = if ($typed.Count) {{ $typed[-1] }} else {{ '' }}
    $values = $known.values.PSObject.Properties["$command $last"]
    if ($values) {{ $offered = $values.Value }}
    $offered | Where-Object {{ $_ -like "$wordToComplete*" }} | ForEach-Object {{
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }}
}}
"""


def powershell_script(program: argparse.ArgumentParser) -> str:
    """Return the script for PowerShell, which completes files if there are no words to offer."""
    commands = list(
        commands_of(program, program.prog)
    )  # a JSON object needs names that are not empty
    values = {
        f"{command.name} {name}": option.values
        for command in commands
        for option in command.options
        for name in option.names
        if option.takes_value
    }
    data = {"words": {command.name: command.words() for command in commands}, "values": values}
    return _POWERSHELL.format(data=json.dumps(data))


SCRIPTS: Mapping[str, Callable[[argparse.ArgumentParser], str]] = {
    "bash": bash_script,
    "zsh": zsh_script,
    "fish": fish_script,
    "powershell": powershell_script,
}
"""The script of each shell."""
