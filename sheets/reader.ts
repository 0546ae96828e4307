import { delimitedReader } from './readers/delimited.ts'
import { refuseForeignFile } from './readers/refuseForeignFile.ts'
import { isWorkbook } from './readers/isWorkbook.ts'
import { workbookReader } from './readers/workbook.ts'
import { SheetRefused, type Sheet, type SheetReader, type WantedSheet } from './types.ts'

const readers: readonly SheetReader[] = [workbookReader, delimitedReader]

const toBaseName = (name: string): string => name.replace(/^.*[\\/]/, '')

/**
 * Reads a file's sheets.
 * @param name its extension must match its bytes
 * @param wantedSheet configured sheet and encoding
 * @throws SheetRefused unreadable_file, no_rows, ambiguous_delimiter
 */
export async function readSheets(bytes: Uint8Array, name: string, wantedSheet: WantedSheet = {}): Promise<Sheet[]> {
  if (bytes.length === 0) throw new SheetRefused('no_rows', 'The file is empty.')
  refuseForeignFile(bytes)
  const reader = readers.find((candidate) => candidate.accepts(bytes, name))
  if (!reader)
    throw new SheetRefused(
      'unreadable_file',
      `Kitroom does not know how to read "${toBaseName(name)}". Give a file that ends in .xlsx, .csv or .tsv.`,
    )
  if (isWorkbook(bytes) === (reader === workbookReader)) return reader.read(bytes, wantedSheet)
  throw new SheetRefused(
    'unreadable_file',
    reader === workbookReader
      ? `"${toBaseName(name)}" is no workbook, whatever its name says. If it is text, give it a name that ends in .csv; else save the sheet anew as .xlsx.`
      : `"${toBaseName(name)}" is a workbook with the name of a text file. Give it a name that ends in .xlsx, or save the sheet as "CSV UTF-8".`,
  )
}

/** Reads the configured sheet, else the first one. */
export async function readSheet(bytes: Uint8Array, name: string, wantedSheet: WantedSheet = {}): Promise<Sheet> {
  const read = (await readSheets(bytes, name, wantedSheet)).find(({ isRead }) => isRead !== false)
  if (!read) throw new SheetRefused('no_rows', 'The file has no such sheet.')
  return read
}
