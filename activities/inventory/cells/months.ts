/** Names of the months in English, German, French and Spanish with their usual short forms, folded; January first. */
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

/** Month, 1 to 12, by folded name. */
export const monthByName: ReadonlyMap<string, number> = new Map(
  months.flatMap((names, index) => names.split(', ').map((name): [string, number] => [name, index + 1])),
)
