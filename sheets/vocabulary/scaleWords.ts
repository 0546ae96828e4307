// Words and signs of headers that count in hundreds, thousands or hundredths.
import { toLookupKeys, toLookupWords } from './lookupKey.ts'

const SCALE_WORDS = [
  'k, hundred, hundreds, thousand, thousands, ths, million, millions, mio, mill, mn, mln, bn, billion, billions, lakh, lakhs, lac, lacs, crore, crores, dozen, dozens, minor units',
  'hundert, hunderte, hundertern, tausend, tausende, tausender, tausendern, tsd, td, mrd, dutzend, cent, cents, ct, cts, pence, rappen, groschen, øre, öre, grosze, haléř',
  'centaine, centaines, millier, milliers, mille, douzaine, centime, centimes, cien, cientos, centenas, centenares, mil, miles, millar, millares, millones, docena, céntimos, centavos',
  'centinaia, migliaia, mila, milioni, dozzina, centesimi, honderd, honderden, honderdtallen, duizend, duizenden, duizendtallen, miljoen, dozijn',
  'setki, setkach, tys, tysiące, tysiącach, tysięcy, centena, milhar, milhares, milhões, hundratal, hundra, tusen, tusental, tkr, kkr, mkr, tusinde, hundrede',
  'sto, stovky, stovkách, tis, tisíc, tisíce, tisících, mil kč, száz, ezer, eft, mft, millió, yüz, bin, milyon, satoina, tuhat, tuhansia, tuhansina',
  'сотни, сотнях, сотен, тыс, тысяч, тысячи, тысячах, млн, тис, коп, копеек',
]
const words: ReadonlySet<string> = toLookupKeys(SCALE_WORDS)

/** 千円, 万元, 百: units of East Asian headers. */
const EAST_ASIAN = /[百千万萬億亿]/u
/** `k€`, `TEUR`, `kUSD`, `MSEK`; the parts are the scale and the currency. */
const PREFIXED_CURRENCY = /(?<![\p{L}\p{N}])([kKtTmM])(\p{Sc}|[A-Z]{3}|[Kk][rč])(?![\p{L}\p{N}])/gu
/** `$K`, `€ k`: the scale behind the sign. */
const SUFFIXED_SIGN = /\p{Sc}\s?[kKmM](?![\p{L}\p{N}])/u
/** `x100`, `× 1.000`, `÷ 10`, `x 0.1`, `100x`, `/100`, `'000`, `000s`, `1e3`, `e3`, `10^3`, `10³`, `1000 USD`, `%`. */
const FACTORS: readonly RegExp[] = [
  /[x×*·÷]\s*(?:10[0.,' ]*|0[.,]0*1)(?!\d)/i,
  /(?<!\d)10+\s*[x×*]/i,
  /^\s*(?:\/\s*10+|[%‰])\s*$/,
  /(?<![\d.,])0{3}s?(?!\d)/i,
  /(?<![\p{L}\d])\d*e[+-]?\d(?![\p{L}\d])/iu,
  /(?<!\d)10\s*[\^²³⁴⁵⁶⁻]/,
  /(?<![\d.,])10+(?:[.,' ]0{3})*\s*(?:\p{Sc}|(?:[A-Z]{3}|g|h)(?!\p{L}))/u,
  /(?<![\d.,])1[.,' ]0{3}\s*(?:\p{Sc}|[A-Z]{3}(?!\p{L}))/u,
]
/** Words that a title has in other meanings too. */
const AMBIGUOUS_IN_TITLES: ReadonlySet<string> = new Set(['bin', 'k', 'mil', 'sto', 'td', 'mill', 'mille', 'set'])
const connectives: ReadonlySet<string> = new Set(['of', 'de', 'd', 'di', 'von', 'euro', 'euros'])

type IsCurrency = (text: string) => boolean

function hasPrefixedCurrency(text: string, isCurrency: IsCurrency): boolean {
  for (const [whole, , currency = ''] of text.matchAll(PREFIXED_CURRENCY))
    if (isCurrency(currency) && !isCurrency(whole)) return true
  return SUFFIXED_SIGN.test(text)
}

/**
 * True for the words behind a header, or in its parentheses, that scale its numbers.
 * @param isCurrency true for a code or sign
 */
export function isScale(hint: string, isCurrency: IsCurrency): boolean {
  if (EAST_ASIAN.test(hint) || hasPrefixedCurrency(hint, isCurrency)) return true
  if (FACTORS.some((factor) => factor.test(hint))) return true
  const hintWords = toLookupWords(hint)
  return hintWords.some((word) => words.has(word)) || words.has(hintWords.join(''))
}

const EAST_ASIAN_UNIT = /^[百千万萬億亿]+[円元圆圓원]$/u

/** True for a scale that is named alone, as in a title: `k€`, `Tsd. EUR`, `thousands of USD`. */
export function isScaleAlone(hint: string, isCurrency: IsCurrency): boolean {
  if (hasPrefixedCurrency(hint, isCurrency) || EAST_ASIAN_UNIT.test(hint.trim())) return true
  const rest = toLookupWords(hint).filter((word) => !connectives.has(word) && !isCurrency(word))
  const isPlain = rest.length < toLookupWords(hint).length || !rest.some((word) => AMBIGUOUS_IN_TITLES.has(word))
  return rest.length > 0 && isPlain && rest.every((word) => words.has(word))
}
