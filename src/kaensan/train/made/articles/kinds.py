"""Kinds of articles other than reports: interviews, lists, live entries, recipes and more."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from kaensan.train.made.articles.parts import Parts
from kaensan.train.made.sentences import Writer

__all__ = ["Kinds"]


class Kinds:
    """Writes articles of a kind as their paragraphs and blocks; each method is given how much there is to say."""

    def __init__(
        self,
        rng: Random,
        writer: Writer,
        parts: Parts,
        text: Callable[[], str],
        report: Callable[[int], list[str]],
    ) -> None:
        """`text` gives a paragraph, `report` several with what stands between them."""
        self._rng, self._writer, self._parts, self._text, self._report = rng, writer, parts, text, report

    def interview(self, count: int) -> list[str]:
        """An introduction, then questions and answers."""
        rng = self._rng

        def ask() -> str:
            return self._writer.phrase("questions")

        asker, asked = self._writer.phrase("names"), self._writer.phrase("names")
        forms: tuple[Callable[[], list[str]], ...] = (
            lambda: [f"<strong>{ask()}</strong>", self._text()],
            lambda: [f"<b>Q: </b>{ask()}", f"<b>A: </b>{self._text()}"],
            lambda: [f"<b>{asker}:</b> {ask()}", f"<b>{asked}:</b> {self._text()}"],
            lambda: [f"<h4>{ask()}</h4>", self._text(), self._text()],
            lambda: [f"<b>{ask()}</b><br>{self._text()}"],
            lambda: [f"<dl><dt>{ask()}</dt><dd>{self._text()}</dd></dl>"],
            lambda: [f"- <i>{ask()}</i>", f"- {self._text()}"],
        )
        form = rng.choice(forms)
        return [self._text(), *(part for _ in range(max(1, count // 2)) for part in form())]

    def listicle(self, count: int) -> list[str]:
        """Items with a number or a name, and some lines on each."""
        rng = self._rng

        def thing() -> str:
            return self._writer.phrase("things")

        forms: tuple[Callable[[int], list[str]], ...] = (
            lambda at: [self._parts.subheading(f"{at}. {thing()}"), self._parts.picture(), self._text()],
            lambda at: [f"<h3><span>{at}</span> {thing()}</h3>", self._text()],
            lambda at: [f"<b>{at}) {thing()}.</b> {self._text()}"],
            lambda at: [f'<div class="item"><h2>{thing()}</h2><p>{self._text()}</p></div>'],
            lambda at: [f"<strong>{thing()}</strong><br>{self._text()}"],
        )
        form = rng.choice(forms)
        return [self._text(), *(part for at in range(1, max(3, count // 2) + 1) for part in form(at))]

    def sections(self, count: int) -> list[str]:
        """Parts with headings that a list of contents leads to."""
        rng = self._rng
        titles = [self._writer.headline() for _ in range(max(2, count // 4))]
        links = "".join(f'<li><a href="#part{at}">{title}</a></li>' for at, title in enumerate(titles))
        parts = [self._text()]
        if rng.random() < 0.5:
            parts.append(f"<div data-gold-other><ul>{links}</ul></div>")
        back = rng.choice(["", "", f'<p data-gold-other><a href="#top">{self._writer.say("buttons")}</a></p>'])
        for at, title in enumerate(titles):
            parts.append(rng.choice([f'<h2 id="part{at}">{title}</h2>', f'<a name="part{at}"></a><h3>{title}</h3>']))
            if not parts[-1].startswith("<h"):
                parts[-1] = f"<div>{parts[-1]}</div>"
            parts += [self._text() for _ in range(rng.randint(1, 4))]
            parts += [back] if back else []
        return parts

    def live(self, count: int) -> list[str]:
        """What happened when, the latest first."""
        rng, hour, minute = self._rng, self._rng.randint(8, 22), 59
        form = rng.choice(
            [
                "<p><b>{time}</b> {}</p>",
                "<h4 data-gold-maybe>{time}</h4><p>{}</p>",
                '<div class="entry"><span data-gold-maybe>{time}</span><p>{}</p></div>',
                "<li><strong>{time}:</strong> {}</li>",
            ]
        )
        parts = []
        for _ in range(max(3, count)):
            minute -= rng.randint(1, 9)
            hour, minute = (max(hour - 1, 0), minute + 60) if minute < 0 else (hour, minute)
            parts.append(form.replace("{time}", f"{hour:02d}:{minute:02d}").replace("{}", self._text()))
        return [f"<ul>{''.join(parts)}</ul>"] if form.startswith("<li") else [f"<div>{part}</div>" for part in parts]

    def gallery(self, count: int) -> list[str]:
        """Pictures whose captions are the article."""
        rng, count = self._rng, max(3, min(count, 12))
        forms = (
            "<figure>{image}<figcaption>{}</figcaption></figure>",
            "<p>{image}<br>{}</p>",
            "<div><div>{image}</div><div data-gold-other>{at} / {all}</div><div>{}</div></div>",
        )
        form = rng.choice(forms).replace("{all}", str(count))
        return [
            form.replace("{at}", str(at))
            .replace("{image}", self._parts.image())
            .replace("{}", self._writer.prose(1, 2))
            for at in range(1, count + 1)
        ]

    def noted(self, count: int) -> list[str]:
        """Paragraphs with notes at their end."""
        rng, notes = self._rng, 0
        parts = []
        for _ in range(count):
            text = self._text()
            if rng.random() < 0.5:
                notes += 1
                text += rng.choice(
                    [f'<sup><a href="#fn{notes}">{notes}</a></sup>', f' <a href="#_ftn{notes}">[{notes}]</a>']
                )
            parts.append(text)
        found = "".join(f'<li id="fn{at}">{self._writer.prose(1, 1)}</li>' for at in range(1, notes + 1))
        return [*parts, f"<ol data-gold-maybe>{found}</ol>"] if found else parts

    def letter(self, count: int) -> list[str]:
        """To somebody, from somebody."""
        return [self._writer.phrase("greetings"), *self._report(count), self._writer.phrase("closings")]

    def verse(self, count: int) -> list[str]:
        """Short lines in groups."""
        lines = [
            [self._writer.phrase(self._rng.choice(["short", "things"])) for _ in range(4)] for _ in range(min(count, 8))
        ]
        return ["<br>\n".join(group) for group in lines]

    def recipe(self, count: int) -> list[str]:
        """What it takes, and what to do."""
        rng = self._rng
        items = [f"{rng.choice([1, 2, 3, 50, 250])} {rng.choice(['g', 'ml', '×', ''])} {self._writer.phrase('things')}"]
        items += [self._writer.phrase("things") for _ in range(rng.randint(3, 10))]
        wanted = "".join(f"<li>{item}</li>" for item in items)
        steps = "".join(f"<li>{self._text()}</li>" for _ in range(max(3, count // 2)))
        form = rng.choice(["<div><ul>{}</ul></div>", "<ul>{}</ul>", "<p>{br}</p>"])
        found = form.replace("{}", wanted).replace("{br}", "<br>".join(items))
        return [self._text(), self._parts.subheading(), found, self._parts.subheading(), f"<ol>{steps}</ol>"]

    def results(self, count: int) -> list[str]:
        """Who played whom, and how it ended."""
        rng = self._rng

        def place() -> str:
            return self._writer.phrase("places")

        lines = [f"{place()} - {place()} {rng.randint(0, 5)}:{rng.randint(0, 5)}" for _ in range(max(4, count))]
        form = rng.choice(["<br>", "</li><li>", "</td></tr><tr><td>"])
        ends = {"<br>": ("<p>", "</p>"), "</li><li>": ("<ul><li>", "</li></ul>")}
        first, last = ends.get(form, ("<table><tr><td>", "</td></tr></table>"))
        return [self._text(), self._parts.subheading(), first + form.join(lines) + last]

    def briefs(self, count: int) -> list[str]:
        """Paragraphs that begin with a place or a name each."""
        form = self._rng.choice(["<b>{}.</b> ", "<strong>{}</strong><br>", "<b>{}</b> – ", "&bull; <u>{}:</u> "])
        word = self._rng.choice(["places", "things", "names"])
        return [form.replace("{}", self._writer.phrase(word)) + self._text() for _ in range(count)]
