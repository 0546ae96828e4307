import { foldKey } from '../../../mapping/keys.ts'
import { isWrittenByKitroom, type WriteBackStatus } from '../../../cells/writeBackColumns.ts'
import type { RowMessage, RowMessages } from '../../writeBack.ts'
import type { ListRow } from './readRows.ts'

/** New texts of a row's cells; null leaves a cell as it is. */
export interface RowChange {
  /** From 0. */
  row: number
  values: (string | null)[]
  /** False for a row that only loses an earlier message. */
  hasMessage: boolean
}

export interface Comparison {
  changes: RowChange[]
  /** Rows that have a message, or get it by the changes. */
  rows: number
  /** Messages without a row. */
  gone: number
  /** Keys of messages that stand in several rows. */
  duplicates: number
}

const SUCCESSES: ReadonlySet<string> = new Set(['created', 'updated', 'unchanged'] satisfies WriteBackStatus[])
const BLANK_CELLS = ['', '', '', '']
/** Place of the status among the four cells. */
const STATUS = 1

/** What is to stand beside a row. A row that the run did not change keeps its status and time, unless they are not true any more. */
function toCells({ gearId, status, text, at, isChange }: RowMessage, own: readonly string[]): readonly string[] {
  const [ownId, ownStatus = '', ownText, ownAt] = own
  const isSame = ownId === gearId && ownText === text && ownAt !== '' && !isChange
  const isTrue = ownStatus === status || (status === 'unchanged' && SUCCESSES.has(ownStatus))
  return isSame && isTrue ? own : [gearId, status, text, at]
}

/**
 * New texts of a row's cells: those that differ, and the status beside them. By its status, a text is found again that was written beside a row
 * which moved at that moment.
 */
function toValues(own: readonly string[], message: RowMessage | undefined): RowChange['values'] {
  const [id = '', status = ''] = own
  if (!message) return isWrittenByKitroom(id, status) ? [...BLANK_CELLS] : own.map(() => null)
  const cells = toCells(message, own)
  const isSame = cells.every((text, index) => text === own[index])
  return cells.map((text, index) => (isSame || (text === own[index] && index !== STATUS) ? null : text))
}

/** Compares what stands beside each row with what should. Rows are found by their key; those without a message lose an earlier one. */
export function compareRows(rows: readonly ListRow[], { byKey }: RowMessages): Comparison {
  const rowsByKey = Map.groupBy(
    rows.filter(({ key }) => key.trim() !== ''),
    ({ key }) => foldKey(key),
  )
  const messages = new Map<ListRow, RowMessage>()
  let [gone, duplicates] = [0, 0]
  for (const [key, message] of byKey) {
    const otherKey = message.otherKey !== undefined && !byKey.has(message.otherKey) ? message.otherKey : key
    const [row, second] = rowsByKey.get(key) ?? rowsByKey.get(otherKey) ?? []
    if (!row) gone++
    else if (second) duplicates++
    else messages.set(row, message)
  }
  const changes = rows.flatMap((row): RowChange[] => {
    const message = messages.get(row)
    const values = toValues(row.own, message)
    return values.some((value) => value !== null) ? [{ row: row.row, values, hasMessage: message !== undefined }] : []
  })
  return { changes, rows: messages.size, gone, duplicates }
}
