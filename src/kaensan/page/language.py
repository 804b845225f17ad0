"""Languages: the tags that pages use for them, and the one a text is in."""

from __future__ import annotations

from turbohtml.detect import detect_language as _detect

__all__ = ["LONGEST_SAMPLE", "detect_language", "language_code"]

LONGEST_SAMPLE = 4_000
"""Characters of a text that are looked at: more do not change the answer."""

_CODES = """
afr=af amh=am ara=ar arb=ar aze=az azj=az bel=be ben=bn bos=bs bul=bg cat=ca ces=cs cmn=zh cym=cy dan=da
deu=de ell=el eng=en epo=eo est=et eus=eu fas=fa pes=fa fin=fi fra=fr gle=ga glg=gl guj=gu hau=ha heb=he
hin=hi hrv=hr hun=hu hye=hy ibo=ig ind=id isl=is ita=it jav=jv jpn=ja kan=kn kat=ka kaz=kk khm=km kin=rw
kor=ko kur=ku kmr=ku lao=lo lat=la lav=lv lvs=lv lit=lt mal=ml mar=mr mkd=mk mlg=mg mon=mn khk=mn mya=my
nep=ne npi=ne nld=nl nno=nn nob=nb nor=no ori=or ory=or pan=pa pol=pl por=pt ron=ro rus=ru sin=si slk=sk
slv=sl sna=sn som=so spa=es sqi=sq als=sq srp=sr sun=su swa=sw swh=sw swe=sv tam=ta tel=te tgl=tl tha=th
tuk=tk tur=tr uig=ug ukr=uk urd=ur uzb=uz uzn=uz vie=vi yid=yi ydd=yi yor=yo zho=zh zul=zu xho=xh
"""
_TWO_LETTERS = dict(pair.split("=") for pair in _CODES.split())
"""ISO 639-3 to ISO 639-1."""

_KNOWN = frozenset(_TWO_LETTERS.values())
_NAMES = {
    "english": "en",
    "german": "de",
    "deutsch": "de",
    "french": "fr",
    "français": "fr",
    "spanish": "es",
    "español": "es",
    "thai": "th",
    "ไทย": "th",
    "japanese": "ja",
    "chinese": "zh",
    "jp": "ja",
    "cn": "zh",
    "kr": "ko",
}


def language_code(tag: str) -> str | None:
    """The two-letter code of a language that a page names in whatever way.

    >>> language_code("th-TH"), language_code("en_US"), language_code("Deutsch"), language_code("{lang}")
    ('th', 'en', 'de', None)
    """
    first = tag.strip().lower().replace("_", "-").split(",")[0].split("-")[0].strip()
    code = _TWO_LETTERS.get(first) or _NAMES.get(first) or first
    return code if code in _KNOWN else None


def detect_language(text: str) -> tuple[str | None, float]:
    """The language a text is written in as a two-letter code, and how sure that is, 0…1.

    >>> detect_language("วันนี้อากาศดีมาก เราจึงออกไปเดินเล่น")
    ('th', 1.0)
    """
    found = _detect(text[:LONGEST_SAMPLE])
    return _TWO_LETTERS.get(found.language or ""), found.confidence
