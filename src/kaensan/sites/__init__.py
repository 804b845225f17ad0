"""What is known of one web site: its template, rules learned for its pages, and rules that a user wrote."""

from kaensan.sites.address import Place, place_of
from kaensan.sites.induce import InduceOptions
from kaensan.sites.labelled import LabelledPage
from kaensan.sites.learning import Learner, LearnOptions
from kaensan.sites.method import SiteMethod, SiteOptions, WithTemplate
from kaensan.sites.rules import Rule
from kaensan.sites.store import Store
from kaensan.sites.template import Template, TemplateOptions, learn_template
from kaensan.sites.user_method import RuledMethod, post_elements
from kaensan.sites.user_rules import UserRules, read_rules
from kaensan.sites.wrap import with_site

__all__ = [
    "InduceOptions",
    "LabelledPage",
    "LearnOptions",
    "Learner",
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
    "post_elements",
    "read_rules",
    "with_site",
]
