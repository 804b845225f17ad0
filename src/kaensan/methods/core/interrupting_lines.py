"""Lines that interrupt an article to say that it goes on below an advertisement.

They stand between paragraphs that are content, look like short paragraphs, and are written anew by every publisher; but
all of their words are of a few dozen: what goes on, that it does, after or below what.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation
from kaensan.page import Context
from kaensan.page.normalise import letters_of

__all__ = ["without_interruptions"]

Bools = NDArray[np.bool_]

_LONGEST = 12
"""words of such a line"""
_MOST = 2000
"""short lines that are looked at: articles have some dozens"""
_NOT = Context.HEADING | Context.LIST | Context.TABLE | Context.CODE | Context.PREFORMATTED | Context.QUOTE


def _words(text: str) -> frozenset[str]:
    return frozenset(map(letters_of, text.split()))


def _lines(text: str) -> frozenset[str]:
    return frozenset(map(letters_of, text.split("/")))


_ADVERTISEMENTS = _words("""
    advertisement advertisements advertisment ad ads anzeige anzeigen werbung publicité publicite annonce publicidad
    anuncio anuncios publicidade anúncio anúncios pubblicità pubblicita advertentie annons annonsen reklame annonse
    annoncen mainos mainoksen reklama reklamą reklamy reklamou inzerce inzercí hirdetés publicitate reclamă reklam
    reklamdan reklamın iklan quảng cáo реклама рекламы рекламой реклами рекламою διαφήμιση विज्ञापन إعلان الإعلان
    إعلانات الإعلانات פרסומת הפרסומת פרסומות تبلیغات 광고 광고를
""")
_GOES_ON = _words("""
    the this article story post recipe page content text report video news continue continues continued reading scroll
    down skip to with after below under and goes on keep
    der die das den dem artikel beitrag text rezept bericht geht wird weiter weiterlesen nach unter unterhalb lesen sie
    es fortgesetzt fortsetzung
    la le l’article article recette vidéo suite cette de du après apres sous poursuit continue
    el artículo articulo nota noticia texto receta esta este continúa continua sigue seguir leyendo después despues
    debajo tras
    o a matéria materia artigo reportagem receita após apos depois da do abaixo lendo segue
    il l’articolo articolo ricetta notizia prosegue dopo sotto leggere di questa questo lettura
    het dit tekst verhaal bericht lees leest gaat verder loopt door onder na
    artikeln texten fortsätter efter artikkelen saken teksten fortsetter etter artiklen fortsætter
    juttu artikkeli jatkuu jälkeen
    dalsza dalszy ciąg część artykułu tekstu materiału reszta pod po článek text pokračuje pokračování článku článok
    a cikk után folytatódik articolul continuă după sub
    продолжение статьи статья текст текста новости после под ниже далее продолжается продовження статті після нижче
    haberin haber yazı yazının devamı devam ediyor ardından sonra aşağıda
    berita konten berlanjut dilanjutkan setelah lanjutkan membaca di bawah gulir ke untuk melanjutkan
    tiếp tục đọc bài viết bên dưới sau
    το άρθρο συνεχίζεται μετά τη την συνέχεια κάτω από
    के बाद नीचे खबर ख़बर लेख जारी है पढ़ना रखें
    يستمر المقال الخبر بعد تابع القراءة مستمر أسفل تحت
    הכתבה ממשיכה אחרי המשך לאחר מתחת המאמר
    기사 기사는 이 본문 계속 계속됩니다 건너뛰고 후 뒤에 이어집니다 아래
""")
"""what goes on, that it does, and where, in some thirty languages"""
_ADVERTISING = _words("advertising advertise commercial commercials break werbeunterbrechung")
"""words that say so only beside others: alone they may be a heading"""
_SAID = _ADVERTISEMENTS | _ADVERTISING | _GOES_ON
_WHOLE = _lines(
    "Story continues below/Story continues/Article continues below/Content continues below/Scroll to continue"
    "/Scroll down to continue/Scroll down to continue reading/Scroll to continue with content/Continue reading below"
    "/Gulir ke bawah untuk melanjutkan/L’articolo continua sotto/Sigue leyendo abajo"
    "/広告/スポンサーリンク/スポンサードリンク/広告の後に続きます/広告の後にも続きます/広告のあとに続きます/続きは広告の後"
    "/記事は広告の後に続きます/記事は広告のあとに続きます/この記事は広告の後に続きます/本文は広告の後に続きます/記事は下に続きます"
    "/广告/廣告/广告后继续/广告之后继续/文章继续/文章广告后继续/请继续往下阅读/廣告之後繼續/廣告後繼續閱讀/文章繼續"
    "/廣告（請繼續閱讀本文）/請繼續往下閱讀/往下滑看更多"
    "/โฆษณา/พื้นที่โฆษณา/อ่านต่อหลังโฆษณา/อ่านข่าวต่อหลังโฆษณา/อ่านต่อด้านล่าง/เนื้อหาต่อหลังโฆษณา/เนื้อหาอยู่ด้านล่างโฆษณา"
    "/เลื่อนลงเพื่ออ่านต่อ/ข่าวยังมีต่อด้านล่าง/เนื้อหายังมีต่อด้านล่าง"
)
"""lines that do not name what stands between, and those of languages without spaces between words"""


def without_interruptions(kept: Bools, blocks: Blocks, situation: Situation) -> Bools:
    """Drop the lines between the paragraphs of an article that say it goes on below."""
    if not situation.is_article:
        return kept
    size = situation.size
    may_be = kept & (size <= _LONGEST) & (size > 0) & ((blocks.context & int(_NOT)) == 0)
    lines = [block for block in may_be.nonzero()[0][:_MOST].tolist() if _interrupts(blocks, block)]
    if not lines:
        return kept
    without = kept.copy()
    without[lines] = False
    return without


def _interrupts(blocks: Blocks, block: int) -> bool:
    """Whether a block is such a line; its first word tells most that are not."""
    texts = blocks.page.texts
    text = "".join(texts.strings[texts.block_start[block] : texts.block_start[block + 1]])
    words = filter(None, map(letters_of, text.split()))
    first = next(words, "")
    if first not in _SAID:
        return not text.isascii() and letters_of(text) in _WHOLE
    said = {first, *words}
    if not said <= _SAID:
        return False
    if not said.isdisjoint(_ADVERTISEMENTS) or letters_of(text) in _WHOLE:
        return True
    return not (said.isdisjoint(_ADVERTISING) or said <= _ADVERTISING)
