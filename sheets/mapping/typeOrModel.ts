import { say, type Said } from '../../contract/sentences/say.ts'
import { shorten } from '../cells/parseResult.ts'
import { listWords, lookUpWord } from '../cells/words.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'
import type { ColumnProfile } from './columnProfile.ts'
import type { NamedColumn } from './columns.ts'
import type { HeaderMatch } from './matchHeader.ts'

// Lists of many trades have `Kategorie, Hersteller, Typ` or `Gerät, Hersteller, Typ`: `Typ` is the model there.

const TYPE_HEADERS: ReadonlySet<string> = new Set(['type', 'typ', 'tipo', '型式'])
const MIN_SHARE_OF_MODELS = 0.5

const findType = (text: string): string | undefined => lookUpWord(text, listWords('gear_type'))
const isType = (text: string): boolean => findType(text) !== undefined

/** The match of a type's header that is taken for the model. */
export const MODEL_BY_TYPE_HEADER: HeaderMatch = { target: 'model', weak: true, isTypeHeader: true }

/** True for a header that can name a type of gear or a model. */
export const isTypeOrModel = (header: string): boolean => TYPE_HEADERS.has(toLookupKey(header))

const isModel = (text: string): boolean => /\d/.test(text) && !text.split(/\s+/).some(isType)

/** Finds a kind of gear among texts that should be models. Nearly every model has a digit; `Zoom` and `50mm prime` are kinds. */
function findKind({ filled, values }: ColumnProfile): string | undefined {
  const kind = values.find(({ text }) => isType(text)) ?? values.find(({ text }) => !isModel(text))
  const models = values.filter(({ text }) => isModel(text)).length
  return kind !== undefined && (isType(kind.text) || models / filled < MIN_SHARE_OF_MODELS) ? kind.text : undefined
}

/** Finds a reason why cells below a type's header are no models. */
export function contradictionOfModels(
  { target, match }: Pick<NamedColumn, 'target' | 'match'>,
  profile: ColumnProfile,
): Said | undefined {
  if (target !== 'model' || !match.isTypeHeader) return undefined
  const kind = findKind(profile)
  return kind === undefined ? undefined : say('kinds_or_models', { text: shorten(kind) })
}

/** Exchanges `Gerät` and `Typ` where all cells of the first are types, and those of the second are models. */
export function exchangeTypeAndModel(
  columns: readonly NamedColumn[],
  profileOf: (index: number) => ColumnProfile,
): readonly NamedColumn[] {
  const [type, otherType] = columns.filter(({ target }) => target === 'gear_type')
  const [model, otherModel] = columns.filter(({ target }) => target === 'model')
  if (!type || !model || otherType || otherModel || type.isSet === true || !model.match.weak) return columns
  const [types, models] = [profileOf(model.index), profileOf(type.index)]
  if (!isTypeOrModel(type.header) || models.filled === 0 || findKind(models) !== undefined) return columns
  if (types.filled === 0 || !types.values.every(({ text }) => isType(text))) return columns
  const evidence = say('header_can_mean')
  return columns.map((column): NamedColumn => {
    if (column === type) return { ...type, target: 'model', match: MODEL_BY_TYPE_HEADER, evidence, isWeak: true }
    if (column !== model) return column
    return { ...model, target: 'gear_type', match: { target: 'gear_type', weak: true }, evidence }
  })
}

const typeOf = (text: string): string | undefined => findType(text)?.split('/')[0]

/** True if each word of a column is a type, and the other column names some of them and none else: `Lens`, `Zoom`. */
function isUncontradicted({ values }: ColumnProfile, other: ColumnProfile): boolean {
  const otherTypes = new Map(other.values.map(({ row, text }) => [row, typeOf(text)]))
  const pairs = values.map(({ row, text }) => ({ type: typeOf(text), otherType: otherTypes.get(row) }))
  const agrees = pairs.every(({ type, otherType = type }) => type !== undefined && otherType === type)
  return agrees && pairs.some(({ otherType }) => otherType !== undefined)
}

const countCategories = ({ values }: ColumnProfile): number =>
  values.filter(({ text }) => findType(text)?.includes('/')).length

/**
 * Chooses between two columns that name the same types: the one that says more. `Tripod` says more than `Accessory`.
 */
export function chooseTypes(
  a: NamedColumn,
  profileA: ColumnProfile,
  b: NamedColumn,
  profileB: ColumnProfile,
): { kept: NamedColumn; dropped: NamedColumn } | undefined {
  if (a.target !== 'gear_type' || b.target !== 'gear_type') return undefined
  const fitsA = isUncontradicted(profileA, profileB) && profileA.filled >= profileB.filled
  const fitsB = isUncontradicted(profileB, profileA) && profileB.filled >= profileA.filled
  if (!fitsA && !fitsB) return undefined
  const isB = fitsA && fitsB ? countCategories(profileB) > countCategories(profileA) : fitsB
  return isB ? { kept: b, dropped: a } : { kept: a, dropped: b }
}
