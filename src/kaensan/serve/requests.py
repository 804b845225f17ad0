"""What clients may ask for: the options of every endpoint, with their bounds."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic.dataclasses import dataclass

from kaensan.document import FORMATS
from kaensan.methods import Policy, names
from kaensan.methods.core.policy import KINDS

__all__ = [
    "MODELS",
    "BatchLine",
    "CloudRequest",
    "CompareRequest",
    "Corrected",
    "CorrectedRequest",
    "ExtractRequest",
    "GoldRequest",
    "ImageRequest",
    "Label",
    "LookRequest",
    "PageRequest",
    "PictureRequest",
    "PolicyOptions",
    "ProposeRequest",
    "ReasonsRequest",
    "RuleRequest",
    "ScoreRequest",
    "SiteRequest",
    "ThreadRequest",
    "ViewRequest",
]

Format = Literal["text", "markdown", "html", "json"]
assert get_args(Format) == FORMATS
RuleKey = Literal["remove", "keep", "post", "title", "author", "date"]
Label = Literal["other", "content", "title", "post", "author", "date"]
"""What a person may call a row."""

_URL = Annotated[str, Field(max_length=8_000)]


def _known_method(name: str) -> str:
    if name not in names():
        raise ValueError(f"there is no method {name!r}; choose one of {', '.join(names())}")
    return name


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


@dataclass(config=ConfigDict(extra="forbid"), frozen=True)
class PolicyOptions(Policy):
    """What to do with the kinds of text that people disagree on."""


class PageRequest(_Strict):
    """Which page. Give one of `html`, `base64`, `sample` and `gold`, or `url` alone to have it fetched."""

    html: str | None = Field(None, description="the markup as text")
    base64: str | None = Field(None, description="the bytes of the page, in base64")
    url: _URL | None = Field(None, description="where the page came from; alone, the page to fetch")
    sample: str | None = Field(None, max_length=100, description="the name of a sample page, see /v1/samples")
    gold: str | None = Field(None, max_length=100, description="the id of a page in the gold store")
    charset: str | None = Field(None, max_length=60, description="the encoding that the server named")
    render: bool = Field(False, description="run the scripts of a fetched page in a browser first")

    def options(self) -> dict[str, Any]:
        """What the worker needs to know, the page itself left out."""
        return self.model_dump(exclude=set(PageRequest.model_fields))


class _Decided(PageRequest):
    """A page and the method that decides."""

    method: str | None = Field(None, description="how to decide; the learned method unless another is named")
    policy: PolicyOptions | None = Field(None, description="kinds of text to keep or drop, with the method core")
    site: bool = Field(True, description="use what the service knows of the page's site (--site, --rules)")

    @field_validator("method")
    @classmethod
    def _known(cls, method: str | None) -> str | None:
        return None if method is None else _known_method(method)


class ExtractRequest(_Decided):
    """The options of `kaensan extract`."""

    format: Format | None = Field(None, description="one format; the same as `formats` with one entry")
    formats: list[Format] = Field([], max_length=4, description="the renderings to give (text)")
    keep: list[str] = Field([], max_length=8, description="kinds of text to keep, as --keep")
    drop: list[str] = Field([], max_length=8, description="kinds of text to drop, as --drop")
    lean: Literal["precision", "recall"] | None = Field(None, description="keep less, or more, in doubt")
    links: bool = Field(True, description="link targets in Markdown and HTML")
    images: bool = Field(True, description="images in Markdown and HTML")
    explain: bool = Field(False, description="add every row of the page with its label, score and reason")
    posts: bool = Field(False, description="add the posts of a discussion")
    blocks: bool = Field(False, description="add the content block by block")

    @field_validator("keep", "drop")
    @classmethod
    def _kinds(cls, kinds: list[str]) -> list[str]:
        for kind in kinds:
            if kind not in KINDS:
                raise ValueError(f"there is no kind {kind!r}; choose from {', '.join(KINDS)}")
        return kinds

    def options(self) -> dict[str, Any]:
        options = super().options()
        chosen = {**dict.fromkeys(options.pop("keep"), "keep"), **dict.fromkeys(options.pop("drop"), "drop")}
        lean = options.pop("lean")
        if chosen or lean:
            options["policy"] = {**(options["policy"] or {}), **chosen, **({"lean": lean} if lean else {})}
        form = options.pop("format")
        options["formats"] = [*([form] if form else []), *options["formats"]]
        return options


class BatchLine(ExtractRequest):
    """A line of a batch: an extraction, with a name of the client's own."""

    id: str | int | None = Field(None, description="comes back with the result")


class CompareRequest(PageRequest):
    """The options of `kaensan compare`."""

    methods: list[str] | None = Field(None, max_length=32, description="the methods to compare (all that can run)")
    gold_text: str | None = Field(None, description="the text that should be found: adds all measures")
    formats: list[Format] = Field(["text"], max_length=4, description="the renderings to give for each method")
    format: Literal["json", "html"] = Field("json", description="html gives the report of `kaensan compare`")

    @field_validator("methods")
    @classmethod
    def _known(cls, methods: list[str] | None) -> list[str] | None:
        return None if methods is None else [_known_method(name) for name in methods]


class ThreadRequest(PageRequest):
    """The options of `kaensan thread`."""

    format: Literal["json", "jsonld"] = "json"
    site: bool = Field(True, description="use what the service was taught about the posts of the page's site")


class CloudRequest(_Decided):
    """The options of `kaensan cloud`."""

    format: Literal["svg", "png", "html", "json"] = "svg"
    svg: bool = Field(False, description="with format json: add the picture")
    terms: int = Field(100, ge=1, le=1_000)
    weight: Literal["frequency", "tfidf", "salience"] = "frequency"
    headings: float = Field(1.0, gt=0, le=100)
    fewest: int = Field(1, ge=1)
    compounds: bool = True
    ignore: list[Annotated[str, Field(max_length=200)]] = Field([], max_length=10_000)
    dictionary: list[Annotated[str, Field(max_length=200)]] = Field([], max_length=10_000)
    language: str | None = Field(None, max_length=12)
    engine: Literal["newmm", "nlpo3"] = "newmm"
    cjk: Literal["characters", "words"] = "characters"
    theme: Literal["auto", "light", "dark"] = "auto"
    width: int = Field(1200, ge=50, le=4_000)
    height: int = Field(800, ge=50, le=4_000)
    scale: float = Field(2.0, ge=0.1, le=4)
    seed: int = Field(0, ge=0, le=2**32 - 1)


class ViewRequest(_Decided):
    """What the studio asks for."""

    methods: Literal["all"] | list[str] | None = Field(None, description="also compare these methods, or all")
    formats: list[Literal["text", "markdown", "html"]] = Field(
        ["text", "markdown", "html"], max_length=3, description="the renderings to give"
    )
    pictures: bool = Field(False, description="images by address instead of their alternative text")
    source: bool = Field(False, description="the decoded markup, for a page that was fetched or sent as bytes")

    @field_validator("methods")
    @classmethod
    def _known_all(cls, methods: Literal["all"] | list[str] | None) -> list[str] | None:
        if methods is None:
            return None
        return list(names()) if methods == "all" else [_known_method(name) for name in methods]


class LookRequest(PageRequest):
    """The page in its own look."""


class ImageRequest(_Strict):
    """A picture that stands in a page."""

    url: _URL = Field(description="the address of the picture")


class PictureRequest(PageRequest):
    """Which picture of a method."""

    picture: str | None = Field(None, max_length=40, description="one of the method's pictures (all)")
    format: Literal["json", "svg"] = "json"


class Corrected(_Strict):
    """What a person says about the rows of a page."""

    labels: list[Label] = Field(description="a label for each row of `texts`")
    posts: list[int] | None = Field(None, description="for each row the number of its post from 1, 0 for none")


class GoldRequest(PageRequest, Corrected):
    """A corrected page to keep."""

    title: str | None = Field(None, max_length=2_000, description="else the text of the rows labelled title")
    author: str | None = Field(None, max_length=2_000)
    date: str | None = Field(None, max_length=200)
    language: str | None = Field(None, max_length=12)
    page_type: str | None = Field(None, max_length=40)
    note: str = Field("", max_length=10_000)


class ReasonsRequest(_Decided):
    """Which rows to give reasons for."""

    rows: list[int] | None = Field(None, max_length=10_000, description="the rows (all)")
    language: Literal["en", "th"] = Field("en", description="the language of the sentences")


class CorrectedRequest(_Decided):
    """Rows whose label a person changed; the others stay as the method has them."""

    labels: dict[int, Label] = Field({}, description="row → label")


class SiteRequest(PageRequest):
    """A page, whose site is meant."""


class ProposeRequest(PageRequest):
    """What a person says of a row, for all pages of the site."""

    row: int = Field(ge=0)
    key: RuleKey = Field(description="what the element is on every page of the site")


class RuleRequest(_Strict):
    """A rule to teach."""

    url: _URL = Field(description="the address of a page of the site")
    key: RuleKey
    selector: str = Field(min_length=1, max_length=500)


class ScoreRequest(PageRequest):
    """Methods measured against what a person says, or against the page's gold when it is saved."""

    labels: list[Label] | None = Field(None, description="a label for each row; may be left out with `gold`")
    posts: list[int] | None = Field(None, description="for each row the number of its post from 1, 0 for none")
    methods: list[str] | None = Field(None, max_length=32)

    @field_validator("methods")
    @classmethod
    def _known(cls, methods: list[str] | None) -> list[str] | None:
        return None if methods is None else [_known_method(name) for name in methods]


MODELS: dict[str, type[BaseModel]] = {
    "extract": ExtractRequest,
    "line": BatchLine,
    "compare": CompareRequest,
    "compare-plan": CompareRequest,
    "compare-one": CompareRequest,
    "thread": ThreadRequest,
    "cloud": CloudRequest,
    "view": ViewRequest,
    "look": LookRequest,
    "picture": PictureRequest,
    "score": ScoreRequest,
    "gold": GoldRequest,
    "reasons": ReasonsRequest,
    "corrected": CorrectedRequest,
    "site": SiteRequest,
    "site-propose": ProposeRequest,
    "site-save": RuleRequest,
}
"""What each kind of task may ask for."""
