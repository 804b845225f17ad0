"""Whether a regular expression takes time linear in the text, whatever the text.

Python's `re` tries one way after another. It is linear when there is no text that the pattern can read in a growing
number of ways: formally, when the automaton of the pattern, with a first state that skips any text because `search` may
start anywhere, has no two different states p and q and no word w that leads p to p, p to q and q to q (Weber and Seidl,
"On the degree of ambiguity of finite automata", 1991). Such a word, repeated n times, is read in n ways or more, and
where the rest then fails to match, all of them are tried. `find_attack` returns such a word, or None, which is a proof.

Repeats of up to `_FEW` times count as short: they cost a constant. Longer ones count as endless. What this cannot model
(conditional groups, lookbehinds of several characters) is taken to allow anything, so the answer errs to the safe side.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]  # the parser has no public name
from typing import Any

__all__ = ["find_attack"]

_FEW = 64
"""times that a repeat may take without counting as endless"""
_COPIES = 2
"""copies of the body of a short repeat: enough to see what can follow what"""
_SAMPLE = [*map(chr, range(128)), *"\x80\xa0éßÀЯаกิ่๑漢ー月年월の…–：\u2028\u3000\u200b\ue000\uf8ff\ufeff\ufffd🔗"]
"""characters that stand for all: patterns add those that they name"""

_Condition = Callable[[str, str], bool]
"""whether the machine may go on between two characters"""


@dataclass
class _Step:
    """The reading of one character."""

    characters: frozenset[str]
    atomic: tuple[int, ...]
    """the groups around it that are never entered again once they are left"""
    after: int = -1
    """the state it leads to"""
    following: list[tuple[int, tuple[_Condition, ...]]] = field(default_factory=list)
    """the steps that may come next"""
    accepts: bool = False
    """whether the match may end here, whatever follows"""


class _Machine:
    """The pattern as states with free moves between them, and steps that read a character."""

    def __init__(self, pattern: re.Pattern[str] | re.Pattern[bytes], *, anywhere: bool) -> None:
        source = pattern.pattern
        text = source.decode("latin-1") if isinstance(source, bytes) else source
        flags = pattern.flags if isinstance(source, str) else pattern.flags | re.ASCII
        parsed = _parser.parse(text, flags & ~re.UNICODE if isinstance(source, bytes) else flags)
        self.flags = flags
        self.alphabet = _alphabet(parsed)
        self.moves: list[list[tuple[int, _Condition | None]]] = []
        self.leaving: list[list[int]] = []
        self.steps: list[_Step] = []
        self.atoms = 0
        self.groups: dict[int | None, Any] = {}
        start, self.end = self.state(), self.state()
        self.read(frozenset(self.alphabet) if anywhere else frozenset(), start, start, ())
        self.moves[self.sequence(parsed, start, flags, ())].append((self.end, None))
        for step in self.steps:
            self._close(step)
        self._merge_characters()

    def state(self) -> int:
        self.moves.append([])
        self.leaving.append([])
        return len(self.moves) - 1

    def read(self, characters: frozenset[str], before: int, after: int, atomic: tuple[int, ...]) -> int:
        self.steps.append(_Step(characters, atomic, after))
        self.leaving[before].append(len(self.steps) - 1)
        return len(self.steps) - 1

    def sequence(self, items: Iterable[tuple[Any, Any]], at: int, flags: int, atomic: tuple[int, ...]) -> int:
        for operation, value in items:
            at = self.item(str(operation), operation, value, at, flags, atomic)
        return at

    def item(self, name: str, operation: Any, value: Any, at: int, flags: int, atomic: tuple[int, ...]) -> int:
        """Add one item of a pattern after a state; the state after it."""
        if name in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
            after = self.state()
            self.read(_matching(operation, value, flags, self.alphabet), at, after, atomic)
            return after
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, body = value
            return self.repeat(name, least, most, body, at, flags, atomic)
        if name == "SUBPATTERN":
            number, added, removed, body = value
            self.groups[number] = body
            return self.sequence(body, at, (flags | added) & ~removed, atomic)
        if name == "ATOMIC_GROUP":
            self.atoms += 1
            return self.sequence(value, at, flags, (*atomic, self.atoms))
        if name == "BRANCH":
            after = self.state()
            for branch in value[1]:
                self.moves[self.sequence(branch, at, flags, atomic)].append((after, None))
            return after
        after = self.state()
        if name == "AT":
            self.moves[at].append((after, _place(str(value), flags)))
        elif name in ("ASSERT", "ASSERT_NOT"):
            self.moves[at].append((after, self.look(name == "ASSERT", value[0], value[1], flags)))
            if value[0] > 0:
                self.sequence(value[1], at, flags, atomic)  # read, and then given up: it leads nowhere
        elif name == "GROUPREF":
            self.moves[self.sequence(self.groups[value], at, flags, atomic)].append((after, None))
        else:
            raise NotImplementedError(f"{name} is not understood; write the pattern without it")
        return after

    def repeat(self, name: str, least: int, most: Any, body: Any, at: int, flags: int, atomic: tuple[int, ...]) -> int:
        if name == "POSSESSIVE_REPEAT":
            self.atoms += 1
            atomic = (*atomic, self.atoms)
        for _ in range(min(least, _COPIES)):
            at = self.sequence(body, at, flags, atomic)
        after = self.state()
        if most is _constants.MAXREPEAT or most > _FEW:
            stop = self.look(False, 1, body, flags) if name == "POSSESSIVE_REPEAT" else None  # it takes all it can
            again = self.state()
            self.moves[at] += [(again, None), (after, stop)]
            last = self.sequence(body, again, flags, atomic)
            self.moves[last] += [(again, None), (after, stop)]
            return after
        self.moves[at].append((after, None))
        for _ in range(min(most - least, _COPIES)):
            at = self.sequence(body, at, flags, atomic)
            self.moves[at].append((after, None))
        return after

    def look(self, wanted: bool, direction: int, body: Any, flags: int) -> _Condition | None:
        """A look at one character before or after as a condition; longer looks allow anything."""
        if len(body) != 1 or str(body[0][0]) not in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
            return None
        seen = _matching(body[0][0], body[0][1], flags, self.alphabet)
        if direction < 0:
            return lambda before, after: (before in seen) == wanted
        return lambda before, after: (after in seen) == wanted

    def _close(self, step: _Step) -> None:
        """Find what may follow a step by free moves."""
        ahead: list[tuple[int, tuple[_Condition, ...]]] = [(step.after, ())]
        seen: set[tuple[int, tuple[_Condition, ...]]] = set()
        while ahead:
            state, conditions = ahead.pop()
            if (state, conditions) in seen or len(conditions) > 3:
                continue
            seen.add((state, conditions))
            step.accepts |= state == self.end and not conditions
            step.following += [(number, conditions) for number in self.leaving[state]]
            ahead += [
                (following, conditions if condition is None else (*conditions, condition))
                for following, condition in self.moves[state]
            ]

    def _merge_characters(self) -> None:
        """One character for all that no step and no condition tells apart."""
        conditions = {condition for step in self.steps for _, several in step.following for condition in several}
        kinds: dict[tuple[bool, ...], str] = {}
        for char in self.alphabet:
            told = [char in step.characters for step in self.steps]
            told += [condition(*pair) for condition in conditions for pair in ((char, "a"), (char, " "), ("a", char))]
            kinds.setdefault(tuple(told), char)
        self.alphabet = list(kinds.values())
        for step in self.steps:
            step.characters &= frozenset(self.alphabet)

    def next(self, step: int, before: str, char: str) -> Iterator[int]:
        """The steps that may read a character after another."""
        for number, conditions in self.steps[step].following:
            if char in self.steps[number].characters and all(condition(before, char) for condition in conditions):
                yield number


def _alphabet(parsed: Any) -> list[str]:
    """The characters to try: the sample and all that a pattern names, with their neighbours and other cases."""
    named: set[int] = set()
    ahead = [parsed]
    while ahead:
        item = ahead.pop()
        if isinstance(item, int) and 0 <= item < 0x110000:
            named.update(code for code in (item - 1, item, item + 1) if 0 <= code < 0x110000)
        elif isinstance(item, tuple | list | _parser.SubPattern):
            ahead.extend(item)
    characters = dict.fromkeys([*_SAMPLE, *map(chr, sorted(named))])
    cases = [other for char in characters for other in (char.lower(), char.upper()) if len(other) == 1]
    return list(dict.fromkeys([*characters, *cases]))


def _matching(operation: Any, value: Any, flags: int, alphabet: list[str]) -> frozenset[str]:
    state = _parser.State()
    state.flags = flags
    alone = _compiler.compile(_parser.SubPattern(state, [(operation, value)]), flags)
    return frozenset(char for char in alphabet if alone.fullmatch(char))


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _place(name: str, flags: int) -> _Condition:
    """Where a character may stand: at the start or the end of text or line, at the edge of a word or inside."""
    if name in ("AT_BEGINNING", "AT_BEGINNING_STRING"):
        lines = name == "AT_BEGINNING" and flags & re.MULTILINE
        return lambda before, after: bool(lines) and before == "\n"
    if name in ("AT_END", "AT_END_STRING"):
        return lambda before, after: name == "AT_END" and after == "\n"
    edge = name == "AT_BOUNDARY"
    return lambda before, after: (_is_word(before) != _is_word(after)) == edge


def find_attack(pattern: re.Pattern[str] | re.Pattern[bytes], *, anywhere: bool = True) -> str | None:
    """A word that makes the time grow faster than the text when it is repeated; None when there is none.

    `anywhere` is for patterns that are searched for; those that are only matched at a given place start nowhere else.

    >>> find_attack(re.compile(r"[#]+$")), find_attack(re.compile(r"(?<!#)#+$"))
    ('##', None)
    """
    machine = _Machine(pattern, anywhere=anywhere)
    cycles = _cycles(machine)
    for first in chain([0], (step for step in cycles if step)):
        for other in cycles:
            if other != first and other and _may_be_tried(machine, first, other):
                word = _ambiguous_word(machine, first, other, cycles)
                if word is not None:
                    return word
    return None


def _may_be_tried(machine: _Machine, first: int, other: int) -> bool:
    """Whether the search comes to both: not where a match just ends, nor out of a group that is never entered again."""
    one, two = machine.steps[first], machine.steps[other]
    if two.accepts and (first == 0 or one.accepts):
        return False
    return one.atomic == two.atomic[: len(one.atomic)]


def _cycles(machine: _Machine) -> dict[int, frozenset[int]]:
    """The steps that can come again, each with the steps on its ways back to itself."""
    follows = [{number for number, _ in step.following} for step in machine.steps]
    reach = [_reachable(follows, number) for number in range(len(follows))]
    return {
        number: frozenset(other for other in reach[number] if number in reach[other])
        for number in range(len(follows))
        if number in reach[number]
    }


def _reachable(follows: list[set[int]], start: int) -> set[int]:
    seen: set[int] = set()
    ahead = list(follows[start])
    while ahead:
        at = ahead.pop()
        if at not in seen:
            seen.add(at)
            ahead.extend(follows[at])
    return seen


def _ambiguous_word(machine: _Machine, first: int, other: int, cycles: dict[int, frozenset[int]]) -> str | None:
    """A word that leads `first` back to itself and also to `other`, and `other` back to itself."""
    around, back = cycles[first], cycles[other]
    for begin in machine.steps[first].characters & machine.steps[other].characters:
        ahead = deque([(first, first, other, begin, "")])
        seen = {(first, first, other, begin)}
        while ahead:
            one, middle, two, before, word = ahead.popleft()
            for char in machine.alphabet:
                ones = [step for step in machine.next(one, before, char) if step in around]
                twos = [step for step in machine.next(two, before, char) if step in back]
                if not ones or not twos:
                    continue
                for reached in set(machine.next(middle, before, char)):
                    for a in ones:
                        for b in twos:
                            if (a, reached, b, char) == (first, other, other, begin):
                                return word + char
                            if (a, reached, b, char) not in seen:
                                seen.add((a, reached, b, char))
                                ahead.append((a, reached, b, char, word + char))
    return None
