import { delimitedReader } from './readers/delimited.ts'
import { SheetRefused, type Sheet, type SheetReader } from './types.ts'

const readers: readonly SheetReader[] = [delimitedReader]

/** First bytes of files that are no text, with what to do about them. */
const signatures: readonly { bytes: readonly number[]; advice: string }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    advice: 'This is an Excel or LibreOffice workbook. Kitroom reads CSV and TSV now: save the sheet as "CSV UTF-8" and sync that file.',
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    advice: 'This is an old Excel workbook or one with a password. Save the sheet as "CSV UTF-8" and sync that file.',
  },
  { bytes: [0x25, 0x50, 0x44, 0x46], advice: 'This is a PDF. Save the sheet as "CSV UTF-8" in the program it comes from.' },
]

/**
 * Reads the sheet of a file.
 * @param name the file's name; its ending says which kind of file it is.
 * @throws SheetRefused unreadable_file, no_rows, ambiguous_delimiter.
 */
export async function readSheet(bytes: Uint8Array, name: string): Promise<Sheet> {
  if (bytes.length === 0) throw new SheetRefused('no_rows', 'The file is empty.')
  const known = signatures.find((signature) => signature.bytes.every((byte, index) => bytes[index] === byte))
  if (known) throw new SheetRefused('unreadable_file', known.advice)
  const reader = readers.find((candidate) => candidate.accepts(bytes, name))
  if (!reader) throw new SheetRefused('unreadable_file', `Kitroom does not know how to read "${name}". Give a file that ends in .csv or .tsv.`)
  const [sheet] = await reader.read(bytes)
  if (!sheet) throw new SheetRefused('no_rows', 'The file has no sheet.')
  return sheet
}
