import { foldText } from '../../platform/foldText.ts'
import { lengthUnits } from '../vocabulary/lengthWords.ts'

const unitPattern = Object.values(lengthUnits)
  .flatMap((list) => list.split(', '))
  .toSorted((a, b) => b.length - a.length)
  .join('|')
const WITH_UNIT = new RegExp(
  String.raw`^\p{P}?(?:ca\.?\s*)?\d{1,3}(?:[.,]\d+)?\s*[-+]?\s*(?:${unitPattern})\.?(?:\s+\p{L}+)?$`,
  'u',
)
const ENDLESS =
  /^(?:limited )?(?:life ?time|lebenslang|lebenslanglich|a vie|de por vida|a vita|levenslang|dozywotnia|vitalicia|dozivotni)\b/

/** True for a warranty without an end: `lifetime`, `lebenslang`. */
export const isEndless = (text: string): boolean => ENDLESS.test(foldText(text.normalize('NFC')))

export function isDuration(text: string): boolean {
  const folded = foldText(text.normalize('NFC'))
  return WITH_UNIT.test(folded) || ENDLESS.test(folded)
}

/** True for a number up to 120. In a warranty column it can only mean years or months. */
export const isPlausibleDuration = (text: string): boolean => /^(?:[1-9]\d?|1[01]\d|120)$/.test(text)
