"""The names of the months in the languages of the web, with their usual short forms. Thai is in `kaensan.thai`."""

from __future__ import annotations

__all__ = ["MONTHS"]

_TWELVE = """
january february march april may june july august september october november december
jan feb mar apr may jun jul aug sep oct nov dec
januar februar märz april mai juni juli august september oktober november dezember
jan feb mär apr mai jun jul aug sep okt nov dez
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
janv févr mars avr mai juin juil aout sept oct nov déc
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
ene feb mar abr may jun jul ago sept oct nov dic
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
jan fev mar abr mai jun jul ago set out nov dez
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
gen febbr mar apr mag giu lug ago sett ott nov dic
januari februari maart april mei juni juli augustus september oktober november december
jan feb mrt apr mei jun jul aug sep okt nov dec
januari februari mars april maj juni juli augusti september oktober november december
januar februar marts april maj juni juli august september oktober november december
januar februar mars april mai juni juli august september oktober november desember
jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember
sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio
siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca
ledna února března dubna května června července srpna září října listopadu prosince
leden únor březen duben květen červen červenec srpen září říjen listopad prosinec
januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień
sty lut mar kwi maj cze lip sie wrz paź lis gru
január február március április május június július augusztus szeptember október november december
jan febr márc ápr máj jún júl aug szept okt nov dec
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
oca şub mar nis may haz tem ağu eyl eki kas ara
января февраля марта апреля мая июня июля августа сентября октября ноября декабря
янв фев мар апр мая июн июл авг сен окт ноя дек
січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
януари февруари март април май юни юли август септември октомври ноември декември
ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου
januari februari maret april mei juni juli agustus september oktober november desember
jan feb mar apr mei jun jul agu sep okt nov des
"""

MONTHS: dict[str, int] = {
    name: month for names in _TWELVE.split("\n") for month, name in enumerate(names.split(), start=1)
}
"""The number of a month by its name, in lower case.

>>> MONTHS["octubre"], MONTHS["märz"], MONTHS["sept"]
(10, 3, 9)
"""
for _month, _stem in enumerate(
    ("tammi", "helmi", "maalis", "huhti", "touko", "kesä", "heinä", "elo", "syys", "loka", "marras", "joulu"), start=1
):
    MONTHS[f"{_stem}kuuta"] = _month
MONTHS.update({"maerz": 3, "mrz": 3, "sep": 9, "set": 9, "fevr": 2, "fevrier": 2, "dec": 12, "listopada": 11})
