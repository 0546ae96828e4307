/** Words that mark an amount as net or gross, before or after it: `1.299 € netto`, `1 299 € TTC`, `zzgl. MwSt.`. */
const TAX_AFTER =
  /[\s,(/]*\b(?:(?:netto|net|brutto|gross|ttc|h\.?t\.?|hors taxes?|inkl|incl|exkl|excl)\.?(?:\s+(?:mwst|ust|vat|tva|iva|btw|moms|gst|tax)\.?)?|(?:zzgl|plus|inc|ex)\.?\s+(?:mwst|ust|vat|tva|iva|btw|moms|gst|tax)\.?)\s*\)?$/i
const TAX_BEFORE = /^(?:netto|brutto|ttc|ht)\.?:?\s+(?=\S*\d)/i

/** More characters than the words of a tax have. A search in a long text would begin anew at each comma. */
const MAX_TAX_CHARACTERS = 60

/** Removes words about taxes before or after an amount. */
export const withoutTaxWord = (text: string): string =>
  (text.slice(0, -MAX_TAX_CHARACTERS) + text.slice(-MAX_TAX_CHARACTERS).replace(TAX_AFTER, '')).replace(TAX_BEFORE, '')
