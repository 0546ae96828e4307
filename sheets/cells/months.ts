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

/** Full names in Italian, Dutch, Portuguese and Polish. Programs rarely generate them, and some are first names. */
const moreMonths: readonly string[] = [
  'januari, gennaio, janeiro, stycznia',
  'februari, febbraio, fevereiro, lutego',
  'maart, marco, marca',
  'aprile, kwietnia',
  'mei, maggio, maio, maja',
  'giugno, junho, czerwca',
  'luglio, julho, lipca',
  'augustus, sierpnia',
  'settembre, setembro, wrzesnia',
  'ottobre, outubro, pazdziernika',
  'novembro, listopada',
  'dicembre, dezembro, grudnia',
]

const withNumbers = (lists: readonly string[]): [string, number][] =>
  lists.flatMap((names, index) => names.split(', ').map((name): [string, number] => [name, index + 1]))

/** 1 to 12, by folded name. */
export const monthByName: ReadonlyMap<string, number> = new Map([...withNumbers(months), ...withNumbers(moreMonths)])

/** Folded names that a program may have generated from a number. */
export const convertedMonths: ReadonlySet<string> = new Set(withNumbers(months).map(([name]) => name))
