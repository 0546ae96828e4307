import { createCellReader } from './cells/cellState.ts'
import { createClassifier } from './mapping/classifyRow.ts'
import { mapColumns } from './mapping/columns.ts'
import { findHeader } from './mapping/findHeader.ts'
import { foldOwnHeaders } from './mapping/matchHeader.ts'
import { readDelimited } from './readers/delimited.ts'
import { openRaw, scanRecords, type RawRecord } from './readers/rawText.ts'
import { SheetRefused, type Sheet } from './types.ts'

const HEADER = 'Asset Tag'
const TAG = /^KR-(\d{1,9})$/i
const DIGITS = 4

interface TagPlan {
  /** Column that holds tags already, or -1. */
  column: number
  headerIndex: number
  /** Indexes of the records that are items without a tag. */
  items: Set<number>
  tags: string[]
}

/** Which records of a sheet are items, and which of them have no tag yet. */
function planTags(sheet: Sheet): TagPlan {
  const own = foldOwnHeaders({})
  const readCell = createCellReader('<clear>')
  const header = findHeader(sheet.rows, own)
  const headerRow = sheet.rows[header.index]
  if (!headerRow) throw new SheetRefused('no_header', 'The sheet has no header.')
  const { columns } = mapColumns(headerRow, header, sheet.rows.slice(header.index + 1), readCell)
  const column = columns.find(({ target }) => target === 'asset_tag')?.index ?? -1
  const { classify } = createClassifier(columns, column, own, readCell)
  const tagOf = (index: number): string => sheet.rows[index]?.cells[column]?.text.trim() ?? ''
  const body = sheet.rows.map((_, index) => index).slice(header.index + 1)
  const items = body.filter((index) => tagOf(index) === '' && classify(sheet.rows[index] ?? headerRow) === 'item')
  return { column, headerIndex: header.index, items: new Set(items), tags: column < 0 ? [] : body.map(tagOf) }
}

const highest = (tags: Iterable<string>): number => {
  let found = 0
  for (const tag of tags) found = Math.max(found, Number(TAG.exec(tag)?.[1] ?? 0))
  return found
}

interface Edit {
  from: number
  to: number
  text: string
}

/** What is put in place of what. */
function* edits(records: readonly RawRecord[], plan: TagPlan, delimiter: string, first: number): Generator<Edit> {
  const put = (at: number, text: string): Edit => ({ from: at, to: at, text })
  let next = first
  const newTag = (): string => `KR-${String(next++).padStart(DIGITS, '0')}`
  for (const [index, record] of records.entries()) {
    const isItem = plan.items.has(index)
    if (plan.column < 0) {
      if (record.end > record.start) yield put(record.start, (index === plan.headerIndex ? HEADER : isItem ? newTag() : '') + delimiter)
      continue
    }
    if (!isItem) continue
    const cell = record.cells[plan.column]
    if (cell) yield { from: cell.start, to: cell.end, text: newTag() }
    else yield put(record.end, delimiter.repeat(plan.column - record.cells.length + 1) + newTag())
  }
}

/**
 * A copy of a text file in which every item has an asset tag: `KR-0001` and on, after the highest such tag of the sheet and of `taken`. Tags that
 * are there stay, and so does every other byte. Without a tag column, one is put before the first.
 * @throws SheetRefused when the file cannot be read, has no header or no required column.
 */
export function tagSheet(bytes: Uint8Array, taken: Iterable<string>): { bytes: Uint8Array; added: number } {
  const sheet = readDelimited(bytes)
  const delimiter = sheet.delimiter ?? ','
  const raw = openRaw(bytes, sheet.encoding ?? 'utf-8')
  const records = scanRecords(raw.text, raw.start, delimiter)
  const isAlike = records.length === sheet.rows.length && records.every(({ cells }, index) => cells.length === sheet.rows[index]?.cells.length)
  if (!isAlike)
    throw new SheetRefused('unreadable_file', 'The quotation marks of the file leave open where its values end. Save it anew as "CSV UTF-8".')
  const plan = planTags(sheet)
  const pieces: string[] = []
  let done = 0
  for (const { from, to, text } of edits(records, plan, delimiter, Math.max(highest(plan.tags), highest(taken)) + 1)) {
    pieces.push(raw.text.slice(done, from), text)
    done = to
  }
  pieces.push(raw.text.slice(done))
  return { bytes: raw.encode(pieces.join('')), added: plan.items.size }
}
