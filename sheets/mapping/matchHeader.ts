import { currenciesOf } from '../cells/currency.ts'
import { listUnits, unsupportedUnits, unitsOfField } from '../cells/units.ts'
import { withoutDateForm } from '../cells/dateForm.ts'
import type { Preset } from '../presets.ts'
import { AUTO } from '../columnReadings.ts'
import type { ColumnTarget } from '../types.ts'
import { isScaleHint } from './scaledHeader.ts'
import { findCustomTarget } from '../vocabulary/customFields.ts'
import { findFieldKind, sheetFields } from '../vocabulary/fields.ts'
import { headerWordsOf } from '../vocabulary/headerEntry.ts'
import { ambiguousHeaders, headerTable } from '../vocabulary/headers.ts'
import { MAX_HEADER_CHARACTERS, splitHeader } from '../vocabulary/headerParts.ts'
import { isWarrantyWithUnit, WARRANTY_LENGTH } from '../vocabulary/warrantyHeaders.ts'
import { foldHeader, toLookupKey, toLookupWords } from '../vocabulary/lookupKey.ts'

export interface HeaderMatch {
  target: ColumnTarget
  either?: readonly [string, string]
  /** True for a header that is used only if no other column has the field. */
  weak?: boolean
  /** True for a header such as `Typ` that is taken for the model, since another one is the type. */
  isTypeHeader?: boolean
  isOwn?: boolean
  isPreset?: boolean
  isNote?: boolean
  currency?: string
}

type OwnHeader = Pick<HeaderMatch, 'target' | 'weak' | 'isOwn' | 'isPreset' | 'isNote'>

/** Header meanings from the settings, by folded text. */
export type OwnHeaders = ReadonlyMap<string, OwnHeader> & { customField?: RegExp }

function presetHeaders({ columns, weak = {}, notesFrom }: Preset): [string, OwnHeader][] {
  const headers = new Map<string, OwnHeader>()
  for (const [header, target] of Object.entries(weak))
    headers.set(foldHeader(header), { target, weak: true, isPreset: true })
  for (const [header, target] of Object.entries(columns)) headers.set(foldHeader(header), { target, isPreset: true })
  for (const header of notesFrom) {
    const key = foldHeader(header)
    headers.set(key, { ...(headers.get(key) ?? { target: 'ignore', isPreset: true }), isNote: true })
  }
  return [...headers]
}

/** Headers of `columns:`, `ignore:` and `notes_from:`, and those of the preset that these do not override. */
export function foldOwnHeaders(
  columns: Readonly<Record<string, string>>,
  ignore: readonly string[] = [],
  notesFrom: readonly string[] = [],
  preset?: Preset,
): OwnHeaders {
  const ownHeaders = new Map<string, OwnHeader>(preset && presetHeaders(preset))
  for (const [header, target] of Object.entries(columns))
    if (target !== AUTO) ownHeaders.set(foldHeader(header), { target, isOwn: true })
  for (const header of ignore) ownHeaders.set(foldHeader(header), { target: 'ignore', isOwn: true })
  for (const header of notesFrom) ownHeaders.set(foldHeader(header), { target: 'ignore', isOwn: true, isNote: true })
  return preset?.customField ? Object.assign(ownHeaders, { customField: preset.customField }) : ownHeaders
}

const aliases = buildAliases()

function buildAliases(): ReadonlyMap<string, HeaderMatch> {
  const matches = new Map<string, HeaderMatch>()
  for (const field of sheetFields) matches.set(toLookupKey(field), { target: field })
  for (const entry of headerTable) {
    const { target, weak } = entry
    for (const word of (weak ?? '').split(', ').filter(Boolean)) matches.set(toLookupKey(word), { target, weak: true })
    for (const word of headerWordsOf(entry)) matches.set(toLookupKey(word), { target })
  }
  for (const { fields, words } of ambiguousHeaders)
    for (const word of words.split(', ')) matches.set(toLookupKey(word), { target: fields[0], either: fields })
  return matches
}

/** The bound keeps a text of many opening parentheses from being searched to its end for each of them. */
const PARENTHESES = /[([{（［【]([^)\]}）］】]{0,200})[)\]}）］】]/g

/** Lists the fields that a column can fill. */
export const fieldsOf = (target: ColumnTarget): string[] =>
  typeof target === 'string' ? [target] : Object.values(target)

const allUnits: ReadonlySet<string> = new Set([...unsupportedUnits, ...Object.values(unitsOfField).flat()])

/** True if a header's unit differs from its field's. */
const isForeign = (unit: string, target: ColumnTarget): boolean =>
  allUnits.has(unit) && !fieldsOf(target).some((field) => listUnits(field).includes(unit))

/** Matches words in parentheses that name another scale or unit, or a price per unit. */
const OTHER_SCALE =
  /(?<!\p{L})(?:0{3}s?|x ?1[.,]?000|k|tsd|thousands?|tausend|mio|millions?|cents?|ct|pence|rappen|centimes?|inch(?:es)?|zoll|pouces?|pulgadas?|per|pro|par|por|daily|weekly)(?!\p{L})|\/\s*(?:day|d|tag|jour|día|giorno|dag|week|woche|semaine|month|monat|mois|hour|h|std|unit|pc|stück|stk)(?!\p{L})|^(?:in|day|tag|jour|week|woche)$/iu
const FORMER_VALUE =
  /^(?:old|former|previous|alt|bisher|früher|ancien(?:ne)?|antiguo|viejo|vecchio|oud|antigo|stary)$/iu
const scaledKinds: ReadonlySet<string | undefined> = new Set(['money', 'measure', 'count'])

const isScaledField = (target: ColumnTarget): boolean =>
  fieldsOf(target).some((field) => scaledKinds.has(findFieldKind(field)))

/** True if the parentheses change the meaning: thousands, cents, inches, two currencies, an old value. */
function changesMeaning(hint: string, target: ColumnTarget): boolean {
  const currencies = hint.split(/[^\p{L}\p{Sc}]+/u).filter((word) => word !== '' && currenciesOf(word).length > 0)
  const isScaled = isScaledField(target)
  if (FORMER_VALUE.test(hint.trim())) return true
  return isScaled && (OTHER_SCALE.test(hint.trim()) || isScaleHint(hint) || new Set(currencies).size > 1)
}

function currencyIn(text: string): string | undefined {
  const sign = /\p{L}{0,2}\p{Sc}/u.exec(text)?.[0]
  return sign ?? text.split(/[^\p{L}]+/u).find((word) => word.length >= 3 && currenciesOf(word).length > 0)
}

const withCurrency = (match: HeaderMatch, currency: string | undefined): HeaderMatch =>
  currency === undefined ? match : { ...match, currency }

/** Matches a header without a trailing currency or unit. */
function matchWithoutTail(base: string): HeaderMatch | undefined {
  const words = toLookupWords(base)
  let currency: string | undefined
  let unit: string | undefined
  while (words.length > 1) {
    const lastWord = words.pop() ?? ''
    if (lastWord.length >= 3 && currenciesOf(lastWord).length > 0) {
      if (currency !== undefined && currency !== lastWord.toUpperCase()) return undefined
      currency = lastWord.toUpperCase()
    } else if (allUnits.has(lastWord)) unit = lastWord
    else if (lastWord !== 'in') return undefined
    const match = aliases.get(words.join(''))
    if (match) return unit !== undefined && isForeign(unit, match.target) ? undefined : withCurrency(match, currency)
  }
  return undefined
}

/** Words before a field that only say whose it is: `Equipment Brand`, `Item Status`. */
const OWNERS = /^(?:equipment|item|asset|gear|device|product|unit)\s+(?=\p{L})/iu

/** Matches a header whose first word says whose field it is. A tag is one of the thing itself. */
function matchOfOwner(base: string): HeaderMatch | undefined {
  const match = OWNERS.test(base) ? aliases.get(toLookupKey(base.replace(OWNERS, ''))) : undefined
  return match?.weak ? undefined : match
}

/** Fields that a header can mean. */
const meaningsOf = ({ target, either }: HeaderMatch): string => (either ?? fieldsOf(target)).join(', ')

/** Matches a header that names one field in several languages: `Marque / Brand`. */
function matchLanguages(base: string): HeaderMatch | undefined {
  for (const parts of splitHeader(base)) {
    const matches = parts.map((part) => aliases.get(toLookupKey(part)))
    const known = matches.filter((match) => match !== undefined)
    const [certain] = known.toSorted((a, b) => rankOf(a) - rankOf(b))
    if (!certain || known.length < parts.length) continue
    const isCommon = known.every(
      (match) => match.either?.includes(meaningsOf(certain)) || meaningsOf(match) === meaningsOf(certain),
    )
    if (isCommon) return certain
  }
  return undefined
}

/** A name with one meaning decides for one with several. */
const rankOf = ({ either, weak }: HeaderMatch): number => (either ? 2 : 0) + (weak ? 1 : 0)

const matchParts = (base: string): HeaderMatch | undefined => {
  if (base.length > MAX_HEADER_CHARACTERS) return undefined
  const plain = withoutDateForm(base)
  return (
    (plain === base ? undefined : aliases.get(toLookupKey(plain))) ?? matchOfOwner(base.trim()) ?? matchLanguages(base)
  )
}

/** An own field's label decides only where no field of the contract has the name. */
function matchCustomField(base: string): HeaderMatch | undefined {
  const target = findCustomTarget(base)
  return target === undefined ? undefined : { target }
}

/** Finds a header's meaning. @returns undefined if it is unknown, or refers to another unit, scale or time */
export function matchHeader(text: string, ownHeaders: OwnHeaders): HeaderMatch | undefined {
  const lookupKey = toLookupKey(text)
  const hints = [...text.matchAll(PARENTHESES)].map((parentheses) => parentheses[1] ?? '')
  const base = text.replaceAll(PARENTHESES, ' ')
  const currency = currencyIn(hints.join(' ')) ?? /\p{L}{0,2}\p{Sc}/u.exec(base)?.[0]
  const ownHeader = ownHeaders.get(foldHeader(text))
  if (ownHeader !== undefined) return withCurrency(ownHeader, currency)
  const custom = ownHeaders.customField?.exec(text.trim())?.[1]
  if (custom !== undefined) return matchHeader(custom, ownHeaders)
  if (isWarrantyWithUnit(text)) return { target: WARRANTY_LENGTH }
  const match = aliases.get(toLookupKey(base)) ?? matchCustomField(base)
  if (match && /[%‰]/.test(base) && isScaledField(match.target)) return undefined
  const isPlain = ({ target }: HeaderMatch): boolean =>
    !hints.some((hint) => isForeign(toLookupKey(hint), target) || changesMeaning(hint, target))
  if (match && isPlain(match)) return withCurrency(match, currency)
  const part = match ? undefined : (matchWithoutTail(base) ?? matchParts(base))
  const fallbackMatch = match ? undefined : (aliases.get(lookupKey) ?? (part && isPlain(part) ? part : undefined))
  return fallbackMatch && withCurrency(fallbackMatch, fallbackMatch.currency ?? currency)
}

/**
 * Finds the field of a header that a scale follows: `Price (k€)`, `Preis in Tsd. EUR`, `shutter_count_thousands`.
 * @returns undefined if the header has no scale, or names no field without it
 */
export function findScaledField(text: string): string | undefined {
  if (text.length > MAX_HEADER_CHARACTERS) return undefined
  const hints = [...text.matchAll(PARENTHESES)].map((parentheses) => parentheses[1] ?? '')
  const words = text
    .replaceAll(PARENTHESES, ' ')
    .trim()
    .split(/[\s_,:–-]+/)
    .filter(Boolean)
  for (let count = words.length; count > 0; count--) {
    const target = aliases.get(toLookupKey(words.slice(0, count).join(' ')))?.target
    if (target === undefined || !isScaledField(target)) continue
    const rest = [words.slice(count).join(' '), ...hints]
    return rest.some((hint) => isScaleHint(hint)) ? fieldsOf(target)[0] : undefined
  }
  return undefined
}

/** Lists the known header words. The most similar one is suggested for an unknown header. */
export const listHeaderWords = (): Iterable<string> => aliases.keys()
export const findFieldOfHeaderWord = (word: string): string | undefined => {
  const target = aliases.get(word)?.target
  return target === undefined ? undefined : fieldsOf(target)[0]
}
