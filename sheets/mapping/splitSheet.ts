import { createCellReader, type ReadCell } from '../cells/cellState.ts'
import { listWords } from '../cells/words.ts'
import { presets } from '../presets.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { Sheet } from '../types.ts'
import { findHeader, type FoundHeader } from './findHeader.ts'
import { createHeaderReader, type HeaderReader } from './headerRow.ts'
import { foldOwnHeaders } from './matchHeader.ts'
import { splitTables, type SplitRange } from './splitTables.ts'
import { readTitleScale } from './scaledHeader.ts'
import { findColumnRanges } from './findColumnRanges.ts'
import { readUnitsRow } from './unitsRow.ts'

type Words = Pick<SheetSettings, 'columns' | 'ignore' | 'notes_from' | 'clear_token' | 'values' | 'defaults' | 'preset'>

/** Creates the header reader for a source's settings. */
export function headerReaderOf(words: Words, readCell: ReadCell = createCellReader(words.clear_token)): HeaderReader {
  const { columns, ignore, notes_from, values, defaults, preset } = words
  const reader = createHeaderReader(
    foldOwnHeaders(columns, ignore, notes_from, preset && presets[preset]),
    listWords('gear_type', values.gear_type),
    readCell,
    defaults,
  )
  return preset === undefined
    ? { ...reader, withPreset: (name) => headerReaderOf({ ...words, preset: name }, readCell) }
    : reader
}

export interface SplitSheet {
  header: FoundHeader
  ranges: SplitRange[]
}

/** @throws SheetRefused no_rows, no_header, missing_required_column, unreadable_file */
export function splitSheet(sheet: Pick<Sheet, 'rows'>, settings: Words): SplitSheet {
  const reader = headerReaderOf(settings)
  const first = findHeader(sheet.rows, reader)
  const rows = readTitleScale(readUnitsRow(sheet.rows, first), first)
  const header = rows === sheet.rows ? first : findHeader(rows, reader)
  return { header, ranges: splitTables(rows, findColumnRanges(rows, header, reader), header.index, reader) }
}
