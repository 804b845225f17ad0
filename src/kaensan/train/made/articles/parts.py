"""What stands between the paragraphs of an article: subheadings, lists, quotes, pictures, tables, boxes of facts."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from kaensan.train.made.sentences import Writer

__all__ = ["Parts"]

_HEADINGS = (
    *("<h2>{}</h2>", "<h2>{}</h2>", "<h3>{}</h3>", "<h4>{}</h4>", "<p><b>{}</b></p>", "<p><strong>{}</strong></p>"),
    *('<h2 id="{at}">{}</h2>', '<h3 class="wp-block-heading">{}</h3>', '<p class="subhead">{}</p>'),
    *('<div class="mellanrub">{}</div>', "<p><font size=3><b>{}</b></font></p>", '<p align="center"><b>{}</b></p>'),
    *('<h2><a name="{at}"></a>{}</h2>', '<div class="crosshead"><span>{}</span></div>'),
)
_QUOTES = (
    "<blockquote><p>{}</p></blockquote>",
    "<blockquote>{}</blockquote>",
    '<blockquote class="wp-block-quote"><p>{}</p><cite>{by}</cite></blockquote>',
    '<p class="quote"><em>{}</em></p>',
    "<ul><i>{}</i></ul>",
    '<div style="margin-left:40px">{}</div>',
)
_PULLED = (
    "<aside data-gold-maybe>{}</aside>",
    '<aside class="pullquote" data-gold-maybe><p>{}</p></aside>',
    '<table align="right" width="160"><tr><td data-gold-maybe><font size="4"><i>{}</i></font></td></tr></table>',
    '<figure class="wp-block-pullquote" data-gold-maybe><blockquote><p>{}</p><cite>{by}</cite></blockquote></figure>',
    '<span class="pq" data-gold-maybe>{}</span>',
)
_CAPTIONED = (
    "<figure>{image}<figcaption data-gold-maybe>{}</figcaption></figure>",
    '<figure class="media"><div><span>{image}</span></div><figcaption data-gold-maybe><span>{}</span> <span>{by}'
    "</span></figcaption></figure>",
    '<div class="pic">{image}<span data-gold-maybe>{}</span></div>',
    '<div class="wp-caption alignright" style="width:310px">{image}<p class="wp-caption-text" data-gold-maybe>{}</p>'
    "</div>",
    '<table align="right"><tr><td>{image}<br><small data-gold-maybe>{}</small></td></tr></table>',
    '<table class="tr-caption-container"><tr><td>{image}</td></tr><tr><td class="tr-caption" data-gold-maybe>{}</td>'
    "</tr></table>",
    "<p>{image}</p>",
    '<div class="separator" style="clear:both;text-align:center">{image}</div>',
    '<center>{image}<br><font size="1" data-gold-maybe>{}</font></center>',
    '<p class="caption">{image}<br><i data-gold-maybe>{}</i></p>',
)
_ALSO = (
    '<p data-gold-other><b>{head}:</b> <a href="{url}">{}</a></p>',
    '<p data-gold-other><a href="{url}"><strong>{head}: {}</strong></a></p>',
    '<div class="related-inline" data-gold-other><span>{head}</span><a href="{url}">{}</a></div>',
    '<aside data-gold-other><h4>{head}</h4><ul><li><a href="{url}">{}</a></li><li><a href="{url}">{}</a></li></ul>'
    "</aside>",
    '<blockquote class="embed" data-gold-other><a href="{url}">{}</a></blockquote>',
)
_BOXES = (
    '<aside class="factbox" data-gold-maybe><h4>{}</h4>{inside}</aside>',
    '<div class="info-box" data-gold-maybe><p><strong>{}</strong></p>{inside}</div>',
    '<table border="1" align="right" width="200" bgcolor="#eeeeee"><tr><td data-gold-maybe><b>{}</b><br>{inside}</td>'
    "</tr></table>",
    "<details data-gold-maybe><summary>{}</summary>{inside}</details>",
)
_POSTS = (
    '<blockquote class="twitter-tweet" data-gold-maybe><p lang="en" dir="ltr">{}</p>&mdash; {by} <a href="{url}">'
    "{n}</a></blockquote>",
    '<div class="social-embed" data-gold-maybe><p>{}</p><a href="{url}">@{n}</a></div>',
)
_RULES = ("<hr>", "<p>* * *</p>", '<p align="center">***</p>', "<hr size=1 noshade>", '<div class="divider"></div>')


class Parts:
    """Draws parts of articles."""

    def __init__(self, rng: Random, writer: Writer) -> None:
        self._rng, self._writer = rng, writer
        self._heading = rng.choice(_HEADINGS)
        """subheadings of one article look alike, and so do its pictures"""
        self._captioned = rng.choice(_CAPTIONED)
        self._kinds: tuple[Callable[[], str], ...] = (
            *(self.subheading, self.subheading, self.listed, self.quote, self.picture, self.picture, self.table),
            *(self.steps, self.question, self._pulled, self._embed, self._also, self._box, self._post, self._rule),
            *(self._terms, self._continued),
        )

    def any(self) -> str:
        """One part of some kind."""
        return self._rng.choice(self._kinds)()

    def subheading(self, said: str = "") -> str:
        """A subheading, of what is said or of anything."""
        return self._set(self._heading, said or self._writer.headline())

    def listed(self) -> str:
        """A list of sentences."""
        tag, mark = self._rng.choice([("ul", ""), ("ul", ""), ("ol", ""), ("ul", ' class="wp-block-list"')])
        items = "".join(f"<li>{self._writer.prose(1, 1)}</li>" for _ in range(self._rng.randint(2, 7)))
        return f"<{tag}{mark}>{items}</{tag}>"

    def steps(self) -> str:
        """What to do one after the other, in lines."""
        items = [f"{number}. {self._writer.prose(1, 1)}" for number in range(1, self._rng.randint(3, 7))]
        return "<p>" + "<br>".join(items) + "</p>"

    def quote(self) -> str:
        """What somebody said or wrote."""
        return self._set(self._rng.choice(_QUOTES), self._writer.prose(1, 3))

    def question(self) -> str:
        """A question as a line of its own."""
        return f"<p><b>{self._writer.phrase('questions')}</b></p>"

    def picture(self, said: str = "") -> str:
        """A picture, mostly with a caption."""
        return self._set(self._captioned, said or self._writer.say("captions")).replace("{image}", self.image())

    def image(self) -> str:
        """A picture alone."""
        rng = self._rng
        source = f"https://img.example/{rng.randint(1, 9999)}.jpg"
        size = f'width="{rng.choice([300, 468, 500, 640])}" height="{rng.choice([200, 333, 400])}"'
        forms = (
            f'<img src="{source}" alt="{self._writer.phrase("things")}">',
            f'<img src="{source}" {size} alt="">',
            f'<a href="{source}"><img src="{source}" border="0"></a>',
            f'<picture><source srcset="{source}?w=640 640w"><img src="{source}" loading="lazy" alt=""></picture>',
        )
        return rng.choice(forms)

    def table(self) -> str:
        """A small table of figures."""
        head = "".join(f"<th>{self._writer.phrase('things')}</th>" for _ in range(3))
        rows = "".join(
            f"<tr><td>{self._writer.phrase('places')}</td><td>{self._rng.randint(1, 900)}</td>"
            f"<td>{self._rng.randint(1, 99)} %</td></tr>"
            for _ in range(self._rng.randint(3, 8))
        )
        return self._rng.choice(
            ["<table>{}</table>", '<figure class="wp-block-table"><table>{}</table></figure>']
        ).replace("{}", f"<tr>{head}</tr>{rows}")

    def _pulled(self) -> str:
        return self._set(self._rng.choice(_PULLED), self._writer.prose(1, 1))

    def _also(self) -> str:
        return self._set(self._rng.choice(_ALSO), self._writer.headline())

    def _box(self) -> str:
        facts = "".join(f"<li>{self._writer.prose(1, 1)}</li>" for _ in range(self._rng.randint(2, 5)))
        text = f"<p>{self._writer.prose(1, 3)}</p>"
        inside = self._rng.choice([f"<ul>{facts}</ul>", text, facts.replace("<li>", "").replace("</li>", "<br>")])
        return self._set(self._rng.choice(_BOXES), self._writer.headline()).replace("{inside}", inside)

    def _post(self) -> str:
        return self._set(self._rng.choice(_POSTS), self._writer.prose(1, 2))

    def _terms(self) -> str:
        pairs = range(self._rng.randint(2, 5))
        return (
            "<dl>"
            + "".join(f"<dt>{self._writer.phrase('things')}</dt><dd>{self._writer.prose(1, 2)}</dd>" for _ in pairs)
            + "</dl>"
        )

    def _continued(self) -> str:
        """That the text goes on below something."""
        said = self._writer.say("continues")
        return self._rng.choice(
            ["<p data-gold-maybe><i>{}</i></p>", '<div class="more" data-gold-maybe>{}</div>']
        ).replace("{}", said)

    def _rule(self) -> str:
        return self._rng.choice(_RULES)

    def _embed(self) -> str:
        number = self._rng.randint(1, 9999)
        forms = (
            f'<div class="embed"><iframe src="https://video.example/{number}" width="560" height="315"></iframe></div>',
            f'<object width="425" height="344"><param name="movie" value="https://video.example/v/{number}"><embed '
            f'src="https://video.example/v/{number}" type="application/x-shockwave-flash"></object>',
            f'<figure><video controls src="https://video.example/{number}.mp4"></video><figcaption data-gold-maybe>'
            f"{self._writer.say('captions')}</figcaption></figure>",
            f'<div data-widget="chart" id="chart-{number}"></div>',
        )
        return self._rng.choice(forms)

    def _set(self, form: str, said: str) -> str:
        """A form with something said in it."""
        filled = form.replace("{}", said).replace("{n}", str(self._rng.randint(1000, 99999)))
        drawn: dict[str, Callable[[], str]] = {
            "{by}": lambda: self._writer.phrase("names"),
            "{url}": lambda: f"/{self._rng.randint(1000, 99999)}.html",
            "{head}": lambda: self._writer.say("related"),
            "{at}": lambda: f"s{self._rng.randint(1, 99)}",
        }
        for gap, draw in drawn.items():
            if gap in filled:
                filled = filled.replace(gap, draw())
        return filled
