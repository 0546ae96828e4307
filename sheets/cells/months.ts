/** Month names with short forms in English, German, French and Spanish, folded; January first. */
const months: readonly string[] = [
  'january, jan, januar, jaenner, janner, janvier, janv, enero, ene',
  'february, feb, febr, februar, fevrier, fevr, fev, febrero',
  'march, mar, marz, maerz, mrz, mars, marzo',
  'april, apr, avril, avr, abril, abr',
  'may, mai, mayo',
  'june, jun, juni, juin, junio',
  'july, jul, juli, juillet, juil, julio',
  'august, aug, aout, agosto, ago',
  'september, sep, sept, septembre, septiembre, set',
  'october, oct, oktober, okt, octobre, octubre',
  'november, nov, novembre, noviembre',
  'december, dec, dezember, dez, decembre, diciembre, dic',
]

/** Names in more languages. Programs rarely generate them, and some are first names. */
const moreMonths: readonly string[] = [
  'januari, gennaio, gen, sty, janeiro, stycznia, styczen, tammikuuta, tammikuu, ledna, leden, ocak',
  'februari, febbraio, lut, fevereiro, lutego, luty, helmikuuta, helmikuu, unora, unor, subat',
  'maart, mrt, marts, marco, marca, marzec, maaliskuuta, maaliskuu, brezna, brezen, mart',
  'aprile, kwietnia, kwi, kwiecien, huhtikuuta, huhtikuu, dubna, duben, nisan',
  'mei, maggio, mag, maio, maja, maj, toukokuuta, toukokuu, kvetna, kveten, mayıs, mayis',
  'giugno, giu, cze, junho, czerwca, czerwiec, kesakuuta, kesakuu, cervna, cerven, haziran',
  'luglio, lug, lip, julho, lipca, lipiec, heinakuuta, heinakuu, cervence, cervenec, temmuz',
  'augustus, augusti, sie, sierpnia, sierpien, elokuuta, elokuu, srpna, srpen, agustos',
  'settembre, setembro, wrz, wrzesnia, wrzesien, syyskuuta, syyskuu, zari, eylul',
  'ottobre, ott, outubro, out, paz, pazdziernika, pazdziernik, lokakuuta, lokakuu, rijna, rijen, ekim',
  'novembro, listopada, lis, listopad, marraskuuta, marraskuu, kasım, kasim',
  'dicembre, dezembro, desember, gru, des, grudnia, grudzien, joulukuuta, joulukuu, prosince, prosinec, aralık, aralik',
]

const withNumbers = (lists: readonly string[]): [string, number][] =>
  lists.flatMap((names, index) => names.split(', ').map((name): [string, number] => [name, index + 1]))

/** 1 to 12, by folded name. */
export const monthByName: ReadonlyMap<string, number> = new Map([...withNumbers(months), ...withNumbers(moreMonths)])

/** Folded names that a program may have generated from a number. */
export const convertedMonths: ReadonlySet<string> = new Set(withNumbers(months).map(([name]) => name))
