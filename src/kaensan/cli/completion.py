"""`kaensan completion`: completion of commands and options for bash, zsh and fish."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from kaensan.cli.describe import Argument, Command, commands

__all__ = ["configure", "run"]

_HOW = """
put it where your shell looks for it:
  bash  kaensan completion bash > ~/.local/share/bash-completion/completions/kaensan
  zsh   kaensan completion zsh > "${fpath[1]}/_kaensan"
  fish  kaensan completion fish > ~/.config/fish/completions/kaensan.fish
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HOW.strip()
    parser.add_argument("shell", choices=tuple(_WRITERS), help="the shell to write for")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    print(_WRITERS[args.shell](commands()))
    return 0


def _flags(arguments: tuple[Argument, ...]) -> list[str]:
    return [flag for argument in arguments for flag in argument.flags]


def _bash(known: list[Command]) -> str:
    """One case per command for its words, and one per option for its values; files complete everywhere else."""
    words, values = [], []
    for command in known:
        words.append(f"    '{command.name}') words='{' '.join([*command.subcommands, *_flags(command.arguments)])}' ;;")
        for argument in command.arguments:
            if argument.choices and argument.flags:
                pattern = "|".join(f"'{command.name} {flag}'" for flag in argument.flags)
                values.append(f"    {pattern}) words='{' '.join(argument.choices)}' ;;")
            elif argument.choices:
                words[-1] = words[-1].replace("words='", f"words='{' '.join(argument.choices)} ", 1)
    top = " ".join(command.name for command in known if " " not in command.name)
    return "\n".join(
        [
            "_kaensan() {",
            '  local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words= command= word',
            '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
            '    case "$word" in -*) break ;; esac',
            '    word="${command:+$command:}$word"',
            f'    case " {_names(known)} " in *" $word "*) command="$word" ;; esac',
            "  done",
            '  command="${command//:/ }"',
            '  case "$command" in',
            f"    '') words='{top} --help --version' ;;",
            *words,
            "  esac",
            '  case "$command $before" in',
            *values,
            "  esac",
            '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
            '  [ ${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$current"))',
            "}",
            "complete -o filenames -F _kaensan kaensan",
        ]
    )


def _names(known: list[Command]) -> str:
    return " ".join(command.name.replace(" ", ":") for command in known)


def _zsh(known: list[Command]) -> str:
    top = [command for command in known if " " not in command.name]
    described = " ".join(_quoted(f"{command.name}:{command.summary}") for command in top)
    lines = ["#compdef kaensan", "_kaensan() {", "  local -a commands", f"  commands=({described})"]
    lines += ["  if (( CURRENT == 2 )); then _describe command commands; return; fi", '  case "$words[2]" in']
    for command in top:
        inner = [sub for sub in known if sub.name.startswith(f"{command.name} ")]
        specs = [_zsh_spec(argument) for one in (command, *inner) for argument in one.options]
        places = [_quoted(f"*:argument:({' '.join(command.subcommands)})")] if command.subcommands else []
        places += [
            _quoted(f"*:{argument.value}:({' '.join(argument.choices)})")
            for argument in command.arguments
            if not argument.flags and argument.choices
        ]
        rest = places[:1] or [_quoted("*:file:_files")]
        lines.append(f"    {command.name}) _arguments {' '.join([*dict.fromkeys(specs), *rest])} ;;")
    return "\n".join([*lines, "  esac", "}", '_kaensan "$@"'])


def _zsh_spec(argument: Argument) -> str:
    said = argument.help.replace("[", "(").replace("]", ")").replace(":", " ")
    value = ""
    if argument.value:
        value = f":{argument.flags[-1].lstrip('-')}:" + (
            f"({' '.join(argument.choices)})" if argument.choices else "_files"
        )
    return " ".join(_quoted(f"*{flag}[{said}]{value}") for flag in argument.flags)


def _fish(known: list[Command]) -> str:
    top = [command for command in known if " " not in command.name]
    names = " ".join(command.name for command in top)
    lines = []
    for command in top:
        place = f"-n {_quoted(f'not __fish_seen_subcommand_from {names}')}"
        lines.append(f"complete -c kaensan {place} -f -a {command.name} -d {_quoted(command.summary)}")
    for command in known:
        place = f"-n {_quoted(' ; and '.join(f'__fish_seen_subcommand_from {word}' for word in command.name.split()))}"
        for argument in command.arguments:
            parts = [f"-{'l' if flag.startswith('--') else 's'} {flag.lstrip('-')}" for flag in argument.flags]
            if argument.choices:
                parts.append(f"-x -a {_quoted(' '.join(argument.choices))}")
            elif argument.flags and argument.value:
                parts.append("-r")
            if parts:
                lines.append(f"complete -c kaensan {place} {' '.join(parts)} -d {_quoted(argument.help)}")
        if command.subcommands:
            lines.append(f"complete -c kaensan {place} -f -a {_quoted(' '.join(command.subcommands))}")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    """In single quotes, for any of the shells."""
    return "'" + text.replace("'", "’") + "'"


_WRITERS: dict[str, Callable[[list[Command]], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
