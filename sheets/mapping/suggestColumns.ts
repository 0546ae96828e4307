// Finds the columns whose cells fit a field, where no header names it. Only such columns are offered in advice.
import type { CellContent } from '../cells/cellContent.ts'
import type { ReadCell } from '../cells/cellState.ts'
import { areOneShape, isNoIdentity } from '../cells/identity.ts'
import { normaliseLine } from '../cells/normalise.ts'
import type { Cell, SheetRow } from '../types.ts'
import { findMostSimilar } from '../vocabulary/findMostSimilar.ts'
import { canBeKeyHeader } from '../vocabulary/keyHeaders.ts'
import { foldHeader, toLookupKey } from '../vocabulary/lookupKey.ts'
import { isMaker } from '../vocabulary/makers.ts'
import { isFilled } from './cellKind.ts'
import { createProfiles, shareOf, type ColumnProfile } from './columnProfile.ts'
import { contentsOfField } from './fieldContents.ts'
import { fieldsOf, findFieldOfHeaderWord, listHeaderWords, type HeaderMatch } from './matchHeader.ts'
import { isOtherHeader } from './otherHeaders.ts'

/** A list whose columns are to be recognised. */
export interface ColumnsToSuggest {
  /** Texts of the header row; empty for a list without one. */
  headers: readonly string[]
  matches: readonly (HeaderMatch | undefined)[]
  body: readonly SheetRow[]
  readCell: ReadCell
  isType: (cell: Cell) => boolean
}

type SuggestedField = 'asset_tag' | 'gear_type' | 'brand' | 'model'
/** Index of the column by field. */
export type SuggestedColumns = ReadonlyMap<SuggestedField, number>

interface Column {
  index: number
  header: string
  profile: ColumnProfile
  texts: readonly string[]
}

const MIN_SHARE = 0.5
const MIN_SHARE_OF_MODELS = 0.9
const MIN_SHARE_WITH_LETTERS = 0.6
const MIN_SHARE_WITH_DIGITS = 1 / 3
/** Share of different models. Places and people repeat more often. */
const MIN_SHARE_OF_DIFFERENT = 0.5
const MIN_ITEMS = 2
const MIN_ITEMS_OF_ONLY_COLUMN = 4

const shareWith = (texts: readonly string[], has: (text: string) => boolean): number =>
  texts.length === 0 ? 0 : texts.filter(has).length / texts.length

const countDifferent = (texts: readonly string[]): number => new Set(texts.map(toLookupKey)).size

/** A prefix with a separator, or zeros in front, as people print them on labels. Longer numbers are serial numbers. */
const LABEL =
  /^(?=.*(?:\p{L}[-_./# ]*\p{N}|(?<!\p{N})0\p{N}))(?=.*(?:[-_./#]|\p{N}{3}|(?<!\p{N})0\p{N}))(?!.*\p{N}{7})[^\s]{2,20}$/u

/** One name of several proves nothing: makers are called like people. */
const shareOfMakers = (texts: readonly string[]): number =>
  texts.filter(isMaker).length < Math.min(MIN_ITEMS, texts.length) ? 0 : shareWith(texts, isMaker)

const tagContents: readonly CellContent[] = ['code', 'number', 'name']

/** True for cells that look like the tags of items: different, built alike, and one for each item. */
const areTags = ({ profile, texts }: Column, items: number): boolean =>
  texts.length >= Math.max(MIN_ITEMS, items) &&
  shareOf(profile, tagContents) === 1 &&
  texts.every((text) => LABEL.test(text)) &&
  areOneShape(texts)

const modelContents = contentsOfField('model').filter((content) => content !== 'date' && content !== 'year')
const brandContents: readonly CellContent[] = ['name', 'code', 'letter']

const findNearestField = (header: string): string | undefined =>
  findFieldOfHeaderWord(findMostSimilar(toLookupKey(header), listHeaderWords()) ?? '')

class Suggester {
  readonly #list: ColumnsToSuggest
  readonly #items: number
  readonly #named: ReadonlyMap<string, number>
  readonly #free: Column[]
  readonly found = new Map<SuggestedField, number>()

  constructor(list: ColumnsToSuggest) {
    this.#list = list
    const { body, matches } = list
    const filledCounts = body.map(({ cells }) => cells.filter(isFilled).length)
    this.#items = filledCounts.filter((count) => count > 1).length
    this.#named = new Map(
      matches.flatMap((match, index) => fieldsOf(match?.target ?? 'ignore').map((field) => [field, index] as const)),
    )
    this.#free = this.#listFree()
  }

  /** Lists the columns that no header names, and that `columns:` could name. */
  #listFree(): Column[] {
    const { headers, matches, body, readCell } = this.#list
    const profileOf = createProfiles(body, readCell)
    const width = body.reduce((max, { cells }) => Math.max(max, cells.length), headers.length)
    const folded = headers.map(foldHeader)
    return Array.from({ length: width }, (_value, index) => index).flatMap((index) => {
      const header = normaliseLine(headers[index] ?? '')
      const isNameable = header !== '' && folded.indexOf(foldHeader(header)) === folded.lastIndexOf(foldHeader(header))
      if (matches[index] || (headers.length > 0 && !isNameable)) return []
      const profile = profileOf(index)
      return [{ index, header, profile, texts: profile.values.map(({ text }) => text) }]
    })
  }

  #take(field: SuggestedField, column: Column | undefined): void {
    if (column === undefined || this.#named.has(field)) return
    this.found.set(field, column.index)
    this.#free.splice(this.#free.indexOf(column), 1)
  }

  #indexOf(field: SuggestedField): number | undefined {
    return this.#named.get(field) ?? this.found.get(field)
  }

  suggest(): SuggestedColumns {
    const brands = this.#findBest(({ texts }) => shareOfMakers(texts))
    this.#take(
      'gear_type',
      this.#findBest((column) => this.#shareOfTypes(column)),
    )
    this.#take('brand', brands ?? this.#findNamedBrand())
    this.#takeTag()
    this.#take('model', this.#findModel())
    return this.found
  }

  #shareOfTypes({ profile }: Column): number {
    return shareWith(
      profile.values.map(({ text }) => text),
      (text) => this.#list.isType({ text, value: text, kind: 'text' }),
    )
  }

  /** Finds the column with the highest share. @returns undefined for less than half, or two alike */
  #findBest(shareIn: (column: Column) => number): Column | undefined {
    const [best, second] = this.#free
      .map((column) => ({ column, share: shareIn(column) }))
      .toSorted((a, b) => b.share - a.share)
    if (best === undefined || best.share < MIN_SHARE || best.share === second?.share) return undefined
    return best.column
  }

  #findNamedBrand(): Column | undefined {
    return this.#free.find(
      (column) =>
        findNearestField(column.header) === 'brand' &&
        column.texts.length > 0 &&
        shareOf(column.profile, brandContents) >= MIN_SHARE_OF_MODELS &&
        !isOtherHeader(toLookupKey(column.header)) &&
        !areTags(column, this.#items),
    )
  }

  /**
   * A column with tags is taken out before the model is looked for. Headers such as ID need no advice to be the key.
   */
  #takeTag(): void {
    const brand = this.#indexOf('brand')
    const isKey = ({ header, texts }: Column): boolean =>
      canBeKeyHeader(header) && countDifferent(texts) === texts.length && !texts.some(isNoIdentity)
    const key = this.#free.find(isKey)
    if (key) this.#free.splice(this.#free.indexOf(key), 1)
    else
      this.#take(
        'asset_tag',
        this.#free.find((column) => column.index - 1 !== brand && areTags(column, this.#items)),
      )
  }

  #isModel({ profile, texts }: Column): boolean {
    return (
      texts.length > 0 &&
      shareOf(profile, modelContents) >= MIN_SHARE_OF_MODELS &&
      shareWith(texts, (text) => /\p{L}/u.test(text)) >= MIN_SHARE_WITH_LETTERS &&
      countDifferent(texts) >= texts.length * MIN_SHARE_OF_DIFFERENT &&
      shareWith(texts, isMaker) < MIN_SHARE
    )
  }

  /** Finds the model: by a similar header, beside the brand, or as the only column that can be it. */
  #findModel(): Column | undefined {
    const brand = this.#indexOf('brand')
    const isCandidate = (column: Column): boolean =>
      this.#isModel(column) && !isOtherHeader(toLookupKey(column.header)) && !canBeKeyHeader(column.header)
    const candidates = this.#free.filter((column) => isCandidate(column) && this.#shareOfTypes(column) < MIN_SHARE)
    const similar = candidates.find(({ header }) => findNearestField(header) === 'model')
    const right = candidates.find(({ index }) => brand !== undefined && index === brand + 1)
    const withDigits = candidates.filter(
      (column) =>
        shareWith(column.texts, (text) => /\p{N}/u.test(text)) >= MIN_SHARE_WITH_DIGITS &&
        !areTags(column, this.#items),
    )
    const left = withDigits.find(({ index }) => brand !== undefined && index === brand - 1)
    const [only, other] = withDigits
    const isOnly = other === undefined && only !== undefined && only.texts.length >= MIN_ITEMS_OF_ONLY_COLUMN
    return similar ?? right ?? left ?? (isOnly ? only : undefined)
  }
}

/** Suggests a column for each field that no header names, where the cells of one column fit it. */
export const suggestColumns = (list: ColumnsToSuggest): SuggestedColumns => new Suggester(list).suggest()
