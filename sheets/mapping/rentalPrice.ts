// A bare price beside rates and deposits, or below a heading such as Rental, is what a day costs.
import { say, type Said } from '../../contract/sentences/say.ts'
import { currenciesOf } from '../cells/currency.ts'
import { shorten } from '../cells/parseResult.ts'
import { createWordFinder } from '../vocabulary/headerWords.ts'
import { purchaseWords, rentalHeadingWords, rentalWords } from '../vocabulary/contentWords.ts'
import { toLookupWords } from '../vocabulary/lookupKey.ts'
import type { HeadingsAbove } from './headingsAbove.ts'

const BARE_PRICE: ReadonlySet<string> = new Set(
  'price, cost, preis, kosten, prix, cout, precio, coste, costo, importe, prezzo, prijs, cena, koszt, preco, custo, pris, hinta, fiyat, fiyati, kostnad, maliyet, 価格, 値段, 价格, 價格'.split(
    ', ',
  ),
)
const PARENTHESES = /[([{（［【][^)\]}）］】]{0,200}[)\]}）］】]/g

/** Words beside a price that do not say what it is paid for. */
const FILLERS: ReadonlySet<string> = new Set(['in', 'unit', 'item', 'equipment', 'asset', 'gear', 'device', 'product'])

/** True for `Price`, also with a currency, a remark, or in several languages: `Price (excl. VAT)`, `Prix / Preis`. */
function isBarePrice(header: string): boolean {
  const words = toLookupWords(header.replaceAll(PARENTHESES, ' ')).filter(
    (word) => !FILLERS.has(word) && currenciesOf(word).length === 0,
  )
  return words.length > 0 && words.every((word) => BARE_PRICE.has(word))
}

const isRental = createWordFinder([...rentalWords, ...rentalHeadingWords])
const isRentalHeading = createWordFinder(rentalHeadingWords)
const isPurchaseHeading = createWordFinder(purchaseWords)

const TIME_WORDS =
  'h|hours?|std|stunden?|heures?|horas?|or[ae]|uur|uren|timm[ae]r?|timer?|tuntia?|days?|d|tage?|jours?|j|días?|dias?|giorn[io]|dag(?:en|ar|e|er)?|dygn|døgn|dni|dzień|dob[aęy]?|den|päivä|päivää|vrk|gün|weeks?|wk|wochen?|semaines?|semanas?|settiman[ae]|weken|uger?|uker?|vecka|veckor|viikko|viikkoa|tydzień|tygodni|týden|týdny|hafta|months?|monat[es]*|mois|mes|mese|maand|måned|månad|kk|ay|日|日間|天|泊'
/** `3 Days`, `2-4 Tage`: the price of so many days. */
const SPAN = new RegExp(String.raw`^\s*\d+(?:\s*[-–+]\s*\d*)?\s*(?:${TIME_WORDS})(?!\p{L})`, 'iu')
/** `Price/week`, `Prix par jour`, `Cena za dobę`. */
const PER_TIME = new RegExp(
  String.raw`(?:\/|(?<!\p{L})(?:per|pro|par|por|za|pr|al|alla)(?!\p{L})\.?)\s*(?:\d{1,3}\s*)?(?:${TIME_WORDS})(?!\p{L})`,
  'iu',
)
/** More characters than a header has. */
const MAX_CHARACTERS = 100

const namesRental = (header: string): boolean =>
  header.length <= MAX_CHARACTERS && (isRental(header) || SPAN.test(header) || PER_TIME.test(header))

/**
 * Finds out that a bare price is that of a rental.
 * @param otherHeaders of the other columns @param above what stands above the header
 */
export function contradictionOfPrice(
  header: string,
  otherHeaders: readonly string[],
  { group, titles }: HeadingsAbove,
): Said | undefined {
  if (!isBarePrice(header) || (group !== undefined && isPurchaseHeading(group))) return undefined
  const names = group === undefined ? otherHeaders : [group, ...otherHeaders]
  const rental = titles.find((title) => isRentalHeading(title)) ?? names.find((name) => namesRental(name))
  return rental === undefined ? undefined : say('price_of_rental', { header: shorten(rental) })
}
