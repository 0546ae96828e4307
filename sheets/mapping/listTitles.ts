import { normaliseLine } from '../cells/normalise.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { SheetRow } from '../types.ts'
import { isBlankRow, isFilled } from './cellKind.ts'
import { foldHeader, toLookupKey, toLookupWords } from '../vocabulary/lookupKey.ts'
import { readTitlePresence } from '../vocabulary/readPresence.ts'

/**
 * Meaning of a title. `gone`: the items are sold, lost or retired; `wanted`: they are not bought yet; `out`: by the
 * settings they are in use; `asks`: the words may mean gone or out, and only the settings decide.
 */
export interface ListTitle {
  text: string
  says: 'gone' | 'wanted' | 'out' | 'asks'
  /** Meaning that the words of `asks` suggest. */
  suggests?: 'gone' | 'out'
}

type KnownMeaning = 'gone' | 'wanted'

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

/** Reads a title whose words are all known. */
export function readTitle(text: string): ListTitle | undefined {
  const title = normaliseLine(text)
  if (title === '' || title.length > MAX_TITLE_CHARACTERS) return undefined
  const says = meaningOfWhole(toLookupKey(title)) ?? readWords(toLookupWords(title))
  return says && { text: title, says }
}

function readWords(words: readonly string[]): KnownMeaning | undefined {
  let says: KnownMeaning | undefined
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

function meaningOfWhole(text: string): KnownMeaning | undefined {
  if (goneWords.has(text)) return 'gone'
  return wantedWords.has(text) ? 'wanted' : undefined
}

const isFiller = (word: string): boolean => fillerWords.has(word) || /^\d+$/.test(word)

const meaningOf = (word: string): KnownMeaning | 'nothing' | undefined =>
  meaningOfWhole(word) ?? (isFiller(word) ? 'nothing' : undefined)

export interface TitleReader {
  /**
   * @param isMain true for the title of the first list or of the sheet, which asks only if all its words are about
   * presence
   */
  text: (text: string, isMain: boolean) => ListTitle | undefined
  /** Reads a row that consists of a few cells with title words. @returns undefined for other rows */
  row: (row: SheetRow, isMain?: boolean) => ListTitle | undefined
}

/** A title has at most so many cells. */
export const MAX_TITLE_CELLS = 3
const MAX_TITLES = 3

/** @param presence what the settings say of titles; it wins over words */
export function createTitleReader(presence: SheetSettings['presence'] = {}): TitleReader {
  const answers = new Map(Object.entries(presence).map(([title, meaning]) => [foldHeader(title), meaning]))
  const readText = (text: string, isMain: boolean): ListTitle | undefined => {
    const title = normaliseLine(text)
    const answer = answers.get(foldHeader(title))
    if (answer !== undefined) return answer === 'gone' || answer === 'out' ? { text: title, says: answer } : undefined
    const known = readTitle(text)
    if (known || title.length > MAX_TITLE_CHARACTERS) return known
    const suggests = readTitlePresence(title, isMain)
    return suggests && { text: title, says: 'asks', suggests }
  }
  return {
    text: readText,
    row: ({ cells }, isMain = false) => {
      const filled = cells.filter(isFilled)
      return filled.length > MAX_TITLE_CELLS ? undefined : readText(filled.map(({ text }) => text).join(' '), isMain)
    },
  }
}

/** Finds the title in the rows above a list. One that asks counts only if no other title is known. */
export function findTitleAbove(
  above: readonly SheetRow[],
  isMain: boolean,
  reader: TitleReader,
): ListTitle | undefined {
  const titles = above.filter((row) => !isBlankRow(row)).slice(-MAX_TITLES)
  let asking: ListTitle | undefined
  for (const row of titles.toReversed()) {
    if (row.cells.filter(isFilled).length > MAX_TITLE_CELLS) break
    const title = reader.row(row, isMain)
    if (title && title.says !== 'asks') return title
    asking ??= title
  }
  return asking
}
