"""What is known of a page's site: see the rules, propose one, teach it, take it back."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kaensan.serve.endpoints import Endpoint
from kaensan.serve.endpoints.pages import ask, asking
from kaensan.serve.problems import Problem
from kaensan.serve.requests import ProposeRequest, RuleRequest, SiteRequest
from kaensan.serve.work import Task

__all__ = ["ENDPOINTS"]


async def forget(request: Request) -> Response:
    """The rule is no longer used."""
    number = request.path_params["number"]
    if not (number.isascii() and number.isdigit() and len(number) < 16):
        raise Problem(404, "unknown", "there is no such rule")
    return await ask(request, Task("site-forget", options={"id": int(number)}))


_KNOWN = asking(
    "site", "The rules of the page's site, taught and learned, each with the rows that it means on this page."
)
_PROPOSE = asking(
    "site-propose", "Selectors that mean a row, each tried on this page and on the other pages known of the site."
)
_TEACH = asking("site-save", "From now on the rule is used for all pages of the site.")

ENDPOINTS = [
    Endpoint("POST", "/v1/site", _KNOWN, "What is known of a page's site", SiteRequest, page_as_body=True),
    Endpoint("POST", "/v1/site/propose", _PROPOSE, "Rules that mean a text", ProposeRequest),
    Endpoint("POST", "/v1/site/rules", _TEACH, "Teach a rule", RuleRequest),
    Endpoint("DELETE", "/v1/site/rules/{number}", forget, "Take a rule back"),
]
