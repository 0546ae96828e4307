// Headers of lengths of warranties: `Garantiedauer`, `Warranty (months)`, `Meses de garantía`.
import { listWordsByLanguage, type HeaderEntry } from './headerEntry.ts'
import { findLengthUnit, lengthConnectives, warrantyWords, type LengthUnit } from './lengthWords.ts'
import { toLookupKey, toLookupKeys, toLookupWords } from './lookupKey.ts'

/** Target of a column of lengths, which give the end of the warranty with the date of purchase. */
export const WARRANTY_LENGTH = 'warranty_length'

export const warrantyLengthEntry: HeaderEntry = {
  target: WARRANTY_LENGTH,
  en: 'warranty length, warranty period, warranty duration, warranty term, warranty time, length of warranty, guarantee period, period of warranty',
  de: 'garantiedauer, garantiezeit, garantiezeitraum, garantielaufzeit, garantiefrist, gewährleistungsdauer, gewährleistungsfrist, gewährleistungszeit, dauer der garantie, garantiemonate, garantiejahre',
  fr: 'durée de garantie, durée de la garantie, durée garantie, période de garantie',
  es: 'duración de la garantía, duración de garantía, duración garantía, periodo de garantía, plazo de garantía, tiempo de garantía',
  more: {
    it: 'durata garanzia, durata della garanzia, periodo di garanzia',
    nl: 'garantieduur, garantieperiode, garantietermijn, duur garantie, duur van de garantie',
    pl: 'okres gwarancji, długość gwarancji, czas gwarancji, czas trwania gwarancji',
    pt: 'prazo de garantia, período de garantia, duração da garantia, tempo de garantia',
    sv: 'garantitid, garantiperiod, garantins längd',
    no: 'garantitid, garantiperiode, garantilengde',
    da: 'garantiperiode, garantitid, garantilængde',
    fi: 'takuuaika, takuun pituus, takuun kesto',
    cs: 'záruční doba, délka záruky, záruční lhůta',
    tr: 'garanti süresi',
    ja: '保証期間, 保証年数, 保証月数',
    zh: '保修期, 保修期限, 保修年限, 保修月数, 质保期, 保固期',
  },
}

const names: ReadonlySet<string> = toLookupKeys([
  warrantyWords,
  ...listWordsByLanguage(warrantyLengthEntry).map(([, words]) => words),
])
const connectives: ReadonlySet<string> = toLookupKeys([lengthConnectives])
/** One letter is a unit only in a cell. */
const isUnit = (word: string): boolean => !/^[a-z]$/.test(word) && findLengthUnit(word) !== undefined

/** Words for units within a compound, and units of East Asian headers. */
const COMPOUNDS: readonly [RegExp, LengthUnit][] = [
  [/monate$|月数$|^保証月|^保修月/u, 'M'],
  [/jahre$|年数$|年限$/u, 'Y'],
]
const MAX_HEADER_CHARACTERS = 60

/** Finds the unit that a header gives to its numbers. */
export function findHeaderUnit(header: string): LengthUnit | undefined {
  const words = header.length > MAX_HEADER_CHARACTERS ? [] : toLookupWords(header)
  const units = new Set(words.flatMap((word) => (isUnit(word) ? [findLengthUnit(word)] : [])))
  const [unit] = units
  if (units.size === 1) return unit
  return units.size === 0 ? COMPOUNDS.find(([pattern]) => words.some((word) => pattern.test(word)))?.[1] : undefined
}

/** True for a header that names a warranty and a unit: `Warranty (months)`, `Garantie in Jahren`. */
export function isWarrantyWithUnit(header: string): boolean {
  if (header.length > MAX_HEADER_CHARACTERS) return false
  const words = toLookupWords(header)
  const others = words.filter((word) => !isUnit(word))
  if (others.length === words.length) return false
  return names.has(toLookupKey(others.join(''))) || names.has(others.filter((word) => !connectives.has(word)).join(''))
}
