import { foldText } from '../../platform/foldText.ts'

const UNITS = [
  'y, yr, yrs, year, years, mo, mos, mth, mths, month, months, wk, wks, week, weeks, day, days',
  'j, jr, jahr, jahre, jahren, monat, monate, monaten, mon, woche, wochen, tag, tage, tagen',
  'an, ans, annee, annees, mois, semaine, semaines, jour, jours, ano, anos, mes, meses, semana, semanas, dia, dias',
  'anno, anni, mese, mesi, giorno, giorni, mese, jaar, jaren, maand, maanden, dag, dagen, rok, roky, roku, let, lata, lat',
  'miesiac, miesiace, miesiecy, mies, mesic, mesice, mesicu, m, a, yil, ay, ev, honap, ar, manad, manader, maneder, vuosi, vuotta, kk',
  'год, года, лет, мес, месяц, месяца, месяцев, рік, роки, років, місяців, 年, 年間, か月, ヶ月, カ月, ヵ月, 个月, 個月, 月, 天, 日, 년, 개월',
]
const unitPattern = UNITS.flatMap((list) => list.split(', '))
  .toSorted((a, b) => b.length - a.length)
  .join('|')
const WITH_UNIT = new RegExp(
  String.raw`^\p{P}?(?:ca\.?\s*)?\d{1,3}(?:[.,]\d+)?\s*[-+]?\s*(?:${unitPattern})\.?(?:\s+\p{L}+)?$`,
  'u',
)
const ENDLESS =
  /^(?:limited )?(?:life ?time|lebenslang|lebenslanglich|a vie|de por vida|a vita|levenslang|dozywotnia|vitalicia|dozivotni)\b/

export function isDuration(text: string): boolean {
  const folded = foldText(text.normalize('NFC'))
  return WITH_UNIT.test(folded) || ENDLESS.test(folded)
}

/** True for a number up to 120. In a warranty column it can only mean years or months. */
export const isPlausibleDuration = (text: string): boolean => /^(?:[1-9]\d?|1[01]\d|120)$/.test(text)
