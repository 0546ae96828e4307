import { say } from '../../contract/sentences/say.ts'
import { refuseForeignFile } from './refuseForeignFile.ts'
import { isWorkbook, isWorkbookName } from './isWorkbook.ts'
import { SheetRefused, type Sheet, type SheetReader, type WantedSheet } from '../types.ts'
import { blankWriteBackColumns } from '../cells/writeBackColumns.ts'

interface FileType {
  hasName: (name: string) => boolean
  /** Loads the reader at its first use. The library for workbooks takes longer to load than a small text to read. */
  load: () => Promise<SheetReader>
}

const workbookType: FileType = {
  hasName: isWorkbookName,
  load: async () => (await import('../workbook/reader.ts')).workbookReader,
}
const textType: FileType = {
  hasName: (name) => /\.(csv|tsv|tab|txt)$/i.test(name),
  load: async () => (await import('./delimited.ts')).delimitedReader,
}

const googleType: FileType = {
  hasName: (name) => name.endsWith('.gsheet'),
  load: async () => (await import('./googleSheet.ts')).googleSheetReader,
}

const toBaseName = (name: string): string => name.replace(/^.*[\\/]/, '')

/**
 * Reads a file's sheets, without the cells that Kitroom has written.
 * @param name its extension must match its bytes
 * @param wantedSheet configured sheet and encoding
 * @throws SheetRefused unreadable_file, no_rows, ambiguous_delimiter
 */
export async function readSheets(bytes: Uint8Array, name: string, wantedSheet: WantedSheet = {}): Promise<Sheet[]> {
  if (bytes.length === 0) throw new SheetRefused('no_rows', say('file_is_empty'))
  refuseForeignFile(bytes)
  const type = [workbookType, textType, googleType].find(({ hasName }) => hasName(name))
  if (!type) throw new SheetRefused('unreadable_file', say('file_name_unknown', { file: toBaseName(name) }))
  if (isWorkbook(bytes) === (type === workbookType))
    return (await (await type.load()).read(bytes, wantedSheet)).map(blankWriteBackColumns)
  throw new SheetRefused(
    'unreadable_file',
    type === workbookType
      ? say('file_is_no_workbook', { file: toBaseName(name) })
      : say('file_is_workbook', { file: toBaseName(name) }),
  )
}

/** Reads the configured sheet, else the first one. */
export async function readSheet(bytes: Uint8Array, name: string, wantedSheet: WantedSheet = {}): Promise<Sheet> {
  const read = (await readSheets(bytes, name, wantedSheet)).find(({ isRead }) => isRead !== false)
  if (!read) throw new SheetRefused('no_rows', say('file_has_no_sheet'))
  return read
}
