import { toLookupKey } from './lookupKey.ts'

/** Units of a length of time. The letters are those of ISO 8601. */
export type LengthUnit = 'Y' | 'M' | 'W' | 'D'

/** Words for units, folded, in the languages that Kitroom reads. */
export const lengthUnits: Readonly<Record<LengthUnit, string>> = {
  Y: 'y, yr, yrs, year, years, j, jr, jahr, jahre, jahren, an, ans, annee, annees, ano, anos, anno, anni, jaar, jaren, rok, roky, roku, let, lata, lat, a, yil, ev, ar, vuosi, vuotta, год, года, лет, рік, роки, років, 年, 年間, 년',
  M: 'mo, mos, mth, mths, month, months, monat, monate, monaten, mon, mois, mes, meses, mese, mesi, maand, maanden, miesiac, miesiace, miesiecy, mies, mesic, mesice, mesicu, m, ay, honap, manad, manader, maneder, kk, мес, месяц, месяца, месяцев, місяців, か月, ヶ月, カ月, ヵ月, 个月, 個月, 月, 개월',
  W: 'wk, wks, week, weeks, woche, wochen, semaine, semaines, semana, semanas',
  D: 'day, days, tag, tage, tagen, jour, jours, dia, dias, giorno, giorni, dag, dagen, 天, 日',
}

/** More words, which have other meanings outside of a column of lengths. */
const moreLengthUnits: Readonly<Record<LengthUnit, string>> = {
  Y: 'ar, aar, vuotta, vuosina, vuosia, letech, yillik, lat, letni, jahrig, 年数, 年限',
  M: 'mdr, mnd, mes, mjesec, kuukausi, kuukautta, kuukausina, kuukausia, mesicich, miesiacach, aylik, monatig, maned, månader, か月間, ヶ月間, カ月間, 月数, ヶ月数',
  W: 'settimana, settimane, weken, tydzien, tygodni, tygodnie, vecka, veckor, uke, uker, uge, uger, viikko, viikkoa, tyden, tydny, tydnu, hafta, 週間, 周, 週',
  D: 'dzien, dni, dage, dager, dagar, dni, den, dny, dnu, gun, paiva, paivaa, 日間',
}

/** Words between a unit and what it is of. */
export const lengthConnectives = 'in, en, i, w, em, of, de, d, da, di, of, von, an, der, la, the'

/** Words for a warranty that may stand behind a length: `2 Jahre Garantie`. */
export const warrantyWords =
  'warranty, guarantee, garantie, garantía, gewährleistung, garanzia, gwarancja, gwarancji, garantia, garanti, takuu, takuuta, záruka, záruky, 保証, 保修, 質保, 质保, herstellergarantie, gar'

const unitByWord: ReadonlyMap<string, LengthUnit> = new Map(
  [lengthUnits, moreLengthUnits].flatMap((units) =>
    Object.entries(units).flatMap(([unit, words]) =>
      words.split(', ').map((word) => [toLookupKey(word), unit as LengthUnit] as const),
    ),
  ),
)

/** Finds the unit that a word names. */
export const findLengthUnit = (word: string): LengthUnit | undefined => unitByWord.get(toLookupKey(word))
