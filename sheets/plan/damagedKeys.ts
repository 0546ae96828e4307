// Keys that a spreadsheet program has changed, such as 0901 to 901. Such a key means the stored item.
import type { Gear } from '../../contract/api/gear.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { shorten } from '../cells/parseResult.ts'
import { CONVERSION_CODES, isProgramChange, listChangedNames, listStoredNames } from '../cells/programChange.ts'
import { foldKey } from '../mapping/keys.ts'
import type { MappedRow } from '../types.ts'
import { isAnswered, takesDamaged } from './holdDamaged.ts'
import { isSameValue } from './isSameValue.ts'
import type { PlanContext } from './planContext.ts'
import { bindingName } from './recordNames.ts'

/** A stored key, and the item that has it. */
interface StoredKey {
  text: string
  gearId: string
}

/** Meanings of the changed keys of a sheet. */
export interface DamagedKeys {
  /** Replaces a changed key by the stored one. A key that several stored ones fit refuses its row. */
  resolve: (row: MappedRow) => MappedRow
  /** Items that a changed key may mean, so that they do not count as missing. */
  present: ReadonlySet<string>
  /** First row whose key may mean several items, so that it is not certain which ones are missing. */
  unreadRow?: Pick<MappedRow, 'row'>
}

const NONE: DamagedKeys = { resolve: (row) => row, present: new Set() }

const keyTextOf = (row: MappedRow, { key }: PlanContext): string | undefined =>
  row.outcome === 'skipped' || row.literals?.includes(key) ? undefined : (row.converted?.[key] ?? row.key)

/** True for a row that no stored key means. */
const isUnknown = (row: MappedRow, context: PlanContext): boolean =>
  context.bindingOf(row) === undefined && (row.keyFold === undefined || context.unboundWith(row.keyFold).length === 0)

interface Suspect {
  text: string
  row: number
}

/** Lists the texts that may be changed keys, by folded text. Yields after each row. */
function* listSuspects(rows: Iterable<MappedRow>, context: PlanContext): Generator<undefined, Map<string, Suspect>> {
  const suspects = new Map<string, Suspect>()
  for (const row of rows) {
    yield
    const text = keyTextOf(row, context)
    if (text === undefined || listChangedNames(text).length === 0) continue
    if (isUnknown(row, context) && !suspects.has(foldKey(text))) suspects.set(foldKey(text), { text, row: row.row })
  }
  return suspects
}

/**
 * Lists stored keys by the names under which what programs make of them is found. Yields after each binding and item.
 */
function* listStoredKeys({ input, key }: PlanContext): Generator<undefined, Map<string, StoredKey[]>> {
  const found = new Map<string, StoredKey[]>()
  const add = (text: string | null | undefined, gearId: string): void => {
    for (const name of text ? listStoredNames(text) : [])
      found.set(name, [...(found.get(name) ?? []), { text: text ?? '', gearId }])
  }
  for (const { assetTag, serialNumber, keyFold, gearId } of input.bindings) {
    add((key === 'asset_tag' ? assetTag : serialNumber) ?? keyFold, gearId)
    yield
  }
  for (const item of input.items as Iterable<Gear>) {
    if (!input.bindings.has(bindingName.gear(item.id)) && !input.ownedByOthers.has(item.id)) add(item[key], item.id)
    yield
  }
  return found
}

/** Lists the keys of the sheet among some. A stored key that stands in the sheet is not a changed one. */
function* listIntact(rows: Iterable<MappedRow>, folds: ReadonlySet<string>): Generator<undefined, Set<string>> {
  const intact = new Set<string>()
  for (const { keyFold } of rows) {
    if (keyFold !== undefined && folds.has(keyFold)) intact.add(keyFold)
    yield
  }
  return intact
}

/** Finds what changed keys mean. Yields where the caller may pause. */
export function* findDamagedKeys(rows: Iterable<MappedRow>, context: PlanContext): Generator<undefined, DamagedKeys> {
  const { bindings, items } = context.input
  if (bindings.size === 0 && items.size === 0) return NONE
  const suspects = yield* listSuspects(rows, context)
  if (suspects.size === 0) return NONE
  const stored = yield* listStoredKeys(context)
  const candidates = new Map<string, StoredKey[]>()
  for (const [fold, { text }] of suspects) {
    const named = new Set(listChangedNames(text).flatMap((name) => stored.get(name) ?? []))
    const fitting = new Map([...named].filter((key) => isProgramChange(key.text, text)).map((key) => [key.gearId, key]))
    if (fitting.size > 0) candidates.set(fold, [...fitting.values()])
  }
  const folds = new Set([...candidates.values()].flat().map(({ text }) => foldKey(text)))
  const intact = yield* listIntact(rows, folds)
  const meanings = new Map(
    [...candidates].map(([fold, keys]) => [fold, keys.filter(({ text }) => !intact.has(foldKey(text)))] as const),
  )
  const ambiguous = [...meanings].find(([, keys]) => keys.length > 1)
  const unreadRow = ambiguous && suspects.get(ambiguous[0])
  return {
    ...(unreadRow && { unreadRow: { row: unreadRow.row } }),
    present: new Set([...meanings.values()].flat().map(({ gearId }) => gearId)),
    resolve: (row) => {
      const text = keyTextOf(row, context)
      const meant = text === undefined ? undefined : meanings.get(foldKey(text))
      return meant === undefined || meant.length === 0 ? row : resolveKey(row, meant, context)
    },
  }
}

/** True for a row whose brand and model are both other ones than the stored item has. */
function isOfOtherModel({ fields }: MappedRow, { gearId }: StoredKey, { itemOf, key }: PlanContext): boolean {
  const item = itemOf(gearId)
  return (
    item !== undefined &&
    ['brand', 'model'].every(
      (field) => fields[field] !== undefined && !isSameValue(field, fields[field], item[field], key),
    )
  )
}

function resolveKey(row: MappedRow, meant: readonly StoredKey[], context: PlanContext): MappedRow {
  const { key } = context
  const raw = row.raw?.[key] ?? keyTextOf(row, context) ?? ''
  const [only] = meant
  const noteOf = (said: Said) => ({ ...context.faultAt(row, key, 'damaged_key', said), raw })
  if (!only || meant.length > 1) {
    const stored = meant
      .slice(0, 5)
      .map(({ text }) => `"${shorten(text)}"`)
      .join(', ')
    const said = say('damaged_key_of_several', { text: shorten(raw), stored, field: key })
    return { ...row, outcome: 'refused', errors: [...row.errors, noteOf(said)] }
  }
  const isOther = isOfOtherModel(row, only, context)
  // An answer is about the keys that mean the stored item, not about those that may mean another one.
  const isTaken = takesDamaged(context.input.settings, key) || (!isOther && isAnswered(row, key, context))
  if (isTaken && row.converted?.[key] === undefined) return { ...row, storedFold: foldKey(only.text) }
  const values = { text: shorten(raw), stored: shorten(only.text), field: key }
  const note = noteOf(isOther ? say('damaged_key_of_other_model', values) : say('damaged_key', values))
  const { [key]: _key, ...converted } = row.converted ?? {}
  const errors = row.errors.filter(({ cell, code }) => !(cell === note.cell && CONVERSION_CODES.has(code)))
  return {
    ...row,
    converted,
    key: only.text,
    keyFold: foldKey(only.text),
    fields: { ...row.fields, [key]: only.text },
    raw: { ...row.raw, [key]: raw },
    ...(isOther ? { errors: [...errors, note] } : { errors, warnings: [...row.warnings, note] }),
  }
}
