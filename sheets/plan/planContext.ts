import type { Said } from '../../contract/sentences/say.ts'
import type { CellNote } from '../../contract/control/control.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { foldTag } from '../../platform/foldText.ts'
import { foldKey } from '../mapping/keys.ts'
import type { Binding, ColumnTarget, KeyField, MappedRow, TableSections } from '../types.ts'
import type { EqualTags } from './equalTags.ts'
import { ColumnQuestions } from './columnQuestions.ts'
import { createBindingFinder } from './findBinding.ts'
import { bindingName, itemName } from './recordNames.ts'
import type { PlanInput } from './planInput.ts'
import { ANOTHER_ITEM, readSameItemAnswers, type SameItemAnswers } from './sameItem.ts'

export type Item = Gear & Record<string, unknown>

/** Lookups for comparing rows. */
export interface PlanContext {
  input: PlanInput
  key: KeyField
  bindingOf: (row: MappedRow) => Binding | undefined
  bindingOfItem: (gearId: string) => Binding | undefined
  itemOf: (gearId: string) => Item | undefined
  /** Items with a certain key that are not bound to this source. */
  unboundWith: (keyFold: string) => readonly Item[]
  /** Finds the item whose tag counts as this one, by the rule of the API. */
  ownerOfTag: (tag: string) => Item | undefined
  /** Items with a certain serial number, folded. */
  itemsWithSerial: (serialFold: string) => readonly Item[]
  /** True for an item that a row of the sheet means. Complete once all rows were visited. */
  isInSheet: (gearId: string) => boolean
  /** The item that a row is under another tag, by the settings. */
  renamedItem: (row: MappedRow) => Item | undefined
  /** Answers of `same_item:`. */
  sameItem: SameItemAnswers
  /** Rows whose tags count as one with that of another row. */
  equalTags: EqualTags
  /** Questions about columns that would be read otherwise than in the last applied run. */
  columns: ColumnQuestions
  /** Ids of items that a question is about. */
  askedItems: Set<string>
  /** Names the cell of a row's field, such as `B12`. */
  cellOf: (row: MappedRow, field: string) => string
  /** Creates a fault at the row's cell of a field. */
  faultAt: (row: MappedRow, field: string, code: string, said: Said, rows?: number[]) => CellNote
}

/** @param isInSheet true for an item that a row means; known once all rows were visited */
export function createPlanContext(
  input: PlanInput,
  isInSheet: (gearId: string) => boolean,
  equalTags: EqualTags,
): PlanContext {
  const { table, settings, bindings, items } = input
  const key = table.read.key ?? settings.key
  const findItems = (name: string): readonly Item[] => items.find(name)
  // In an empty inventory, building and hashing names takes a third of a plan's time.
  const hasItems = (): boolean => items.size > 0
  const letterOf = createLetterFinder(table)
  const cellOf = (row: MappedRow, field: string): string => `${letterOf(row, field)}${row.row}`
  const sameItem = key === 'asset_tag' ? readSameItemAnswers(settings) : new Map<string, string>()
  const ownerOfTag = (tag: string): Item | undefined => {
    if (!hasItems()) return undefined
    const [key, shown] = [foldKey(tag), foldTag(tag)]
    const owner = findItems(itemName.identifier('asset_tag', key)).at(-1)
    if (owner) return owner
    const other = shown === key ? undefined : findItems(itemName.identifier('asset_tag', shown)).at(-1)
    return other ?? findItems(itemName.tag(tag)).at(-1)
  }
  return {
    input,
    key,
    bindingOf: createBindingFinder(bindings, key),
    bindingOfItem: (gearId) => bindings.find(bindingName.gear(gearId)).at(-1),
    itemOf: (gearId) => findItems(itemName.id(gearId))[0],
    unboundWith: (keyFold) =>
      hasItems()
        ? findItems(itemName.identifier(key, keyFold)).filter(({ id }) => !bindings.has(bindingName.gear(id)))
        : [],
    ownerOfTag,
    itemsWithSerial: (serialFold) => (hasItems() ? findItems(itemName.identifier('serial_number', serialFold)) : []),
    isInSheet,
    renamedItem: ({ keyFold }) => {
      const answer = keyFold === undefined || sameItem.size === 0 ? undefined : sameItem.get(keyFold)
      if (answer === undefined || answer === ANOTHER_ITEM) return undefined
      return ownerOfTag(answer) ?? findItems(itemName.id(answer))[0]
    },
    sameItem,
    equalTags,
    columns: new ColumnQuestions(input, key),
    askedItems: new Set(),
    cellOf,
    faultAt: (row, field, code, { message, sentences }, rows) => ({
      cell: cellOf(row, field),
      code,
      raw: row.raw?.[field] ?? describeValue(row.fields[field]),
      message,
      sentences,
      ...(rows && { rows }),
    }),
  }
}

/** Finds the column letter of a field in the row's table. */
function createLetterFinder({ read, mapping }: TableSections): (row: MappedRow, field: string) => string {
  const main = Object.entries(read.columns).map(([column, { field }]) => ({ column, field }))
  const tables = new Map<number | undefined, ReadonlyMap<string, string>>([[undefined, lettersOf(main)]])
  for (const { table, columns } of mapping.tables) tables.set(table, lettersOf(columns as ColumnField[]))
  return ({ table }, field) => tables.get(table)?.get(field) ?? ''
}

interface ColumnField {
  column: string
  field: ColumnTarget
}

const lettersOf = (columns: readonly ColumnField[]): ReadonlyMap<string, string> =>
  new Map(
    columns.flatMap(({ column, field }) =>
      (typeof field === 'string' ? [field] : Object.values(field)).map((name): [string, string] => [name, column]),
    ),
  )

const describeValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
