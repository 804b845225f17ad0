"""What is known of a page's site: see the rules, propose one, teach it, take it back."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kaensan.serve.endpoints import Endpoint
from kaensan.serve.endpoints.pages import answer, ask
from kaensan.serve.problems import Problem
from kaensan.serve.requests import ProposeRequest, RuleRequest, SiteRequest
from kaensan.serve.work import Task

__all__ = ["ENDPOINTS"]


async def known(request: Request) -> Response:
    """The rules of the page's site, taught and learned, each with the rows that it means on this page."""
    return await answer(request, "site")


async def propose(request: Request) -> Response:
    """Selectors that mean a row, each tried on this page and on the other pages known of the site."""
    return await answer(request, "site-propose")


async def teach(request: Request) -> Response:
    """From now on the rule is used for all pages of the site."""
    return await answer(request, "site-save")


async def forget(request: Request) -> Response:
    """The rule is no longer used."""
    number = request.path_params["number"]
    if not (number.isascii() and number.isdigit() and len(number) < 16):
        raise Problem(404, "unknown", "there is no such rule")
    return await ask(request, Task("site-forget", options={"id": int(number)}))


ENDPOINTS = [
    Endpoint("POST", "/v1/site", known, "What is known of a page's site", SiteRequest, page_as_body=True),
    Endpoint("POST", "/v1/site/propose", propose, "Rules that mean a text", ProposeRequest),
    Endpoint("POST", "/v1/site/rules", teach, "Teach a rule", RuleRequest),
    Endpoint("DELETE", "/v1/site/rules/{number}", forget, "Take a rule back"),
]
