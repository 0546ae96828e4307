import { normaliseLine } from '../cells/normalise.ts'
import type { SheetRow } from '../types.ts'
import { isBlankRow, isFilled } from './cellKind.ts'
import { toLookupKey, toLookupWords } from '../vocabulary/lookupKey.ts'

/** Meaning of a title. `gone`: the items are sold, lost or retired; `wanted`: they are not bought yet. */
export interface ListTitle {
  text: string
  says: 'gone' | 'wanted'
}

const splitWords = (lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(', ').map(toLookupKey)))

const goneWords = splitWords([
  'sold, retired, disposed, discarded, decommissioned, scrapped, stolen, lost, archived, archive, archives, written off, no longer owned, ex gear, gone, former, disposals',
  'verkauft, verkaufte, verkaufter, verkauftes, ausgemustert, ausgemusterte, ausgemustertes, entsorgt, entsorgte, verloren, verlorene, gestohlen, gestohlene, verschrottet, verschrottete, archiv, archiviert, archivierte, abgänge, altgeräte, ehemalige, nicht mehr vorhanden, außer dienst',
  'vendu, vendue, vendus, vendues, réformé, réformée, réformés, volé, volés, perdu, perdus, archivé, archivés, hors service, mis au rebut, sorties définitives',
  'vendido, vendidos, vendida, vendidas, retirado, retirados, robado, robados, perdido, perdidos, dado de baja, dados de baja, bajas, archivado, archivo',
  'venduto, venduti, venduta, vendute, dismesso, dismessi, rubato, rubati, smarriti, verkocht, verkochte, afgeschreven, gestolen, verloren, gearchiveerd, archief, sprzedane, sprzedany, wycofane, skradzione, zgubione, roubado, roubados, baixados',
  'såld, sålda, solgt, solgte, myyty, myydyt, prodáno, prodané, eladva, satıldı, продано, списано, утеряно, 売却済み, 売却, 廃棄, 廃棄済み, 紛失, 已售, 已售出, 报废, 已报废, 報廢, 판매됨, 폐기',
])

const wantedWords = splitWords([
  'wish list, wishlist, wish, wanted, to buy, shopping list, planned purchases, wunschliste, einkaufsliste, zu kaufen, anschaffungen geplant, geplante anschaffungen, geplante käufe',
  'liste de souhaits, souhaits, à acheter, achats prévus, lista de deseos, por comprar, compras previstas, lista desideri, da comprare, verlanglijst, verlanglijstje, lista życzeń, do kupienia, lista de desejos, önskelista, ønskeliste, 購入予定, 欲しいもの, 愿望清单',
])

/** Words that a title may contain besides those with a meaning. */
const fillerWords = splitWords([
  'list, lists, items, item, gear, equipment, kit, inventory, stock, cameras, lenses, assets, in, and, or, of, since, until, the, our, all, years, year, sheet, table, old, section',
  'liste, geräte, gerät, equipment, technik, inventar, bestand, kameras, objektive, und, oder, im, seit, bis, jahr, alle, unsere, alte, matériel, équipement, articles, liste, et, ou, en, depuis, tous, année, anciens',
  'lista, equipo, equipos, material, artículos, y, o, desde, año, todos, attrezzatura, attrezzature, materiale, e, apparatuur, lijst, en, sprzęt, i, equipamento, itens',
])

const MAX_TITLE_CHARACTERS = 60

export function readTitle(text: string): ListTitle | undefined {
  const title = normaliseLine(text)
  if (title === '' || title.length > MAX_TITLE_CHARACTERS) return undefined
  const says = meaningOfWhole(toLookupKey(title)) ?? readWords(toLookupWords(title))
  return says && { text: title, says }
}

function readWords(words: readonly string[]): ListTitle['says'] | undefined {
  let says: ListTitle['says'] | undefined
  for (let index = 0; index < words.length; index++) {
    // The longest match comes first: "written off", "nicht mehr vorhanden".
    const length = [3, 2, 1].find((count) => meaningOf(words.slice(index, index + count).join('')) !== undefined)
    const wordMeaning = length === undefined ? undefined : meaningOf(words.slice(index, index + length).join(''))
    if (
      length === undefined ||
      wordMeaning === undefined ||
      (wordMeaning !== 'nothing' && says !== undefined && says !== wordMeaning)
    )
      return undefined
    if (wordMeaning !== 'nothing') says = wordMeaning
    index += length - 1
  }
  return says
}

function meaningOfWhole(text: string): ListTitle['says'] | undefined {
  if (goneWords.has(text)) return 'gone'
  return wantedWords.has(text) ? 'wanted' : undefined
}

const isFiller = (word: string): boolean => fillerWords.has(word) || /^\d+$/.test(word)

const meaningOf = (word: string): ListTitle['says'] | 'nothing' | undefined =>
  meaningOfWhole(word) ?? (isFiller(word) ? 'nothing' : undefined)

const MAX_TITLE_CELLS = 3
const MAX_TITLES = 3

/** Finds the meaning of a row that consists of a few cells with title words. @returns undefined for other rows */
export function readTitleRow({ cells }: SheetRow): ListTitle | undefined {
  const filled = cells.filter(isFilled)
  return filled.length > MAX_TITLE_CELLS ? undefined : readTitle(filled.map(({ text }) => text).join(' '))
}

export function findTitleAbove(above: readonly SheetRow[]): ListTitle | undefined {
  const titles = above.filter((row) => !isBlankRow(row)).slice(-MAX_TITLES)
  for (const row of titles.toReversed()) {
    if (row.cells.filter(isFilled).length > MAX_TITLE_CELLS) return undefined
    const title = readTitleRow(row)
    if (title) return title
  }
  return undefined
}
