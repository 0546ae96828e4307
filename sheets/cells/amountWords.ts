/** Words that mark an amount as net or gross, before or after it: `1.299 € netto`, `1 299 € TTC`, `zzgl. MwSt.`. */
const TAX_AFTER =
  /[\s,(/]*\b(?:(?:netto|net|brutto|gross|ttc|h\.?t\.?|hors taxes?|inkl|incl|exkl|excl)\.?(?:\s+(?:mwst|ust|vat|tva|iva|btw|moms|gst|tax)\.?)?|(?:zzgl|plus|inc|ex)\.?\s+(?:mwst|ust|vat|tva|iva|btw|moms|gst|tax)\.?)\s*\)?$/i
const TAX_BEFORE = /^(?:netto|brutto|ttc|ht)\.?:?\s+(?=\S*\d)/i

export const withoutTaxWord = (text: string): string => text.replace(TAX_AFTER, '').replace(TAX_BEFORE, '')

/** `24-70mm`, `70 – 200`: the shortest and the longest focal length. */
const FOCAL_RANGE = /^(\d+(?:[.,]\d+)?)\s*(?:mm)?\s*[-–—]\s*(\d+(?:[.,]\d+)?)\s*(?:mm)?\.?$/i

export function readFocalRange(text: string): [min: number, max: number] | undefined {
  const match = FOCAL_RANGE.exec(text)
  if (!match) return undefined
  const [min, max] = [Number(match[1]?.replace(',', '.')), Number(match[2]?.replace(',', '.'))]
  return max >= min ? [min, max] : undefined
}
