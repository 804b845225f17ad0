"""What is known of one web site: its template, rules learned for its pages, and rules that a user wrote."""

from kaensan.site.address import Place, place_of
from kaensan.site.induce import InduceOptions
from kaensan.site.labelled import LabelledPage
from kaensan.site.method import SiteMethod, SiteOptions, WithTemplate
from kaensan.site.rules import Rule
from kaensan.site.store import Store
from kaensan.site.template import Template, TemplateOptions, learn_template
from kaensan.site.user_method import RuledMethod
from kaensan.site.user_rules import UserRules, read_rules
from kaensan.site.wrap import with_site

__all__ = [
    "InduceOptions",
    "LabelledPage",
    "Place",
    "Rule",
    "RuledMethod",
    "SiteMethod",
    "SiteOptions",
    "Store",
    "Template",
    "TemplateOptions",
    "UserRules",
    "WithTemplate",
    "learn_template",
    "place_of",
    "read_rules",
    "with_site",
]
