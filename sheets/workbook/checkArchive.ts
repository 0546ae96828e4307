import { say, type Said } from '../../contract/sentences/say.ts'
import { SheetRefused } from '../types.ts'
import { inflateEntry } from './inflateEntry.ts'
import { findPhoneticElement, removePhonetics } from './phonetics.ts'
import { readZipDirectory, type ZipEntry } from './zipDirectory.ts'

const MAX_INFLATED_BYTES = 200 * 2 ** 20
/** Workbooks inflate to some 15 times their size, zip bombs to a thousand times. */
const MAX_RATIO = 200
/** Archives that inflate to fewer bytes may have any ratio. */
const MIN_RATIO_CHECK_BYTES = 2 ** 20

const createRefusal = (said: Said, cause?: unknown): SheetRefused =>
  new SheetRefused('unreadable_file', said, { cause })

const createTooLargeError = (): SheetRefused => createRefusal(say('workbook_too_large'))

const createDamagedError = (cause?: unknown): SheetRefused => createRefusal(say('workbook_cut_off'), cause)

const otherArchives: readonly { has: RegExp; advice: Said }[] = [
  { has: /^xl\/workbook\.bin$/, advice: say('workbook_is_binary') },
  { has: /^content\.xml$/, advice: say('file_is_ods') },
  { has: /^Index\/.*\.iwa$|^Index\.zip$/, advice: say('file_is_numbers') },
  { has: /^word\//, advice: say('file_is_word') },
]

function checkDirectory(entries: readonly ZipEntry[], fileBytes: number): void {
  const inflatedBytes = entries.reduce((sum, entry) => sum + entry.inflatedBytes, 0)
  if (
    inflatedBytes > MAX_INFLATED_BYTES ||
    (inflatedBytes > MIN_RATIO_CHECK_BYTES && inflatedBytes / fileBytes > MAX_RATIO)
  )
    throw createTooLargeError()
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw createRefusal(say('archive_has_password'))
  if (entries.some(({ name }) => name === WORKBOOK)) return
  const archiveKind = otherArchives.find(({ has }) => entries.some(({ name }) => has.test(name)))
  throw createRefusal(archiveKind?.advice ?? say('archive_without_workbook'))
}

const DOCTYPE = Buffer.from('<!DOCTYPE')

const WORKBOOK = 'xl/workbook.xml'
/** Programs that do not calculate write this (ECMA-376 part 1, section 18.2.2), and often 0 for each formula. */
const CALCULATES_LATER = /\sfullCalcOnLoad=["'](?:1|true)["']/
/** Bytes that are scanned again with the next chunk, so that no searched text is cut. */
const TAIL_BYTES = 30

/** Matches the root of a worksheet; its file name varies. */
const WORKSHEET = /<(?:\w+:)?worksheet[\s>]/
/** The root element starts within these bytes, after the declaration and a comment. */
const ROOT_BYTES = 4096
const ROW_TAG = /<(?:\w{1,40}:)?row(?=[\s>/])(?:[^>]{0,200}?\sr=["'](\d{1,9})["'])?/g
/** Number of bytes to scan again with the next chunk. A row tag is shorter up to its row number. */
const OVERLAP_BYTES = 200
/** A longer tag is scanned in parts. Otherwise one tag without an end would be scanned again with each chunk. */
const MAX_OVERLAP_BYTES = 4096

/**
 * Counts the rows of a worksheet. A row without a number follows the previous row (ECMA-376 part 1, section 18.3.1.73).
 */
function createRowCounter(): {
  take: (piece: Buffer, isLast: boolean) => void
  lastRow: () => number
  reading: () => string | undefined
} {
  let current = 0
  let maxRow = 0
  let reading: string | undefined
  let remainder = ''
  return {
    take: (piece, isLast) => {
      const text = remainder + piece.toString('latin1')
      reading ??= findPhoneticElement(text)
      const tagStart = text.lastIndexOf('<', text.length - OVERLAP_BYTES)
      const scanEnd = isLast ? text.length : Math.max(0, tagStart, text.length - MAX_OVERLAP_BYTES)
      for (const [, number] of text.slice(0, scanEnd).matchAll(ROW_TAG)) {
        current = number === undefined ? current + 1 : Number(number)
        maxRow = Math.max(maxRow, current)
      }
      remainder = text.slice(scanEnd)
    },
    lastRow: () => maxRow,
    reading: () => reading,
  }
}

/**
 * Scans an entry completely and rejects document types, which only attacks contain.
 * @returns number of a worksheet's last row, the element name of phonetic readings, if it has any, and true if a
 * workbook says that its formulas have no values
 */
async function checkEntry(
  file: Uint8Array,
  entry: ZipEntry,
): Promise<{ lastRow: number; reading: string | undefined; needsCalculation: boolean }> {
  const isXml = /\.(xml|rels)$/i.test(entry.name)
  let rows: ReturnType<typeof createRowCounter> | undefined
  let bytes = 0
  let tail: Buffer = Buffer.alloc(0)
  let needsCalculation = false
  for await (const chunk of inflateEntry(file, entry)) {
    bytes += chunk.length
    if (bytes > entry.inflatedBytes) throw createTooLargeError()
    if (!isXml) continue
    const piece = Buffer.concat([tail, chunk])
    if (piece.includes(DOCTYPE)) throw createRefusal(say('workbook_names_documents'))
    if (bytes === chunk.length && WORKSHEET.test(chunk.toString('latin1', 0, ROOT_BYTES))) rows = createRowCounter()
    rows?.take(chunk, false)
    if (entry.name === WORKBOOK) needsCalculation ||= CALCULATES_LATER.test(piece.toString('latin1'))
    tail = piece.subarray(-TAIL_BYTES)
  }
  rows?.take(Buffer.alloc(0), true)
  return { lastRow: rows?.lastRow() ?? 0, reading: rows?.reading(), needsCalculation }
}

export interface CheckedArchive {
  /** Bytes of the file without phonetic readings, which the parser would append to the text. */
  bytes: Uint8Array
  lastRow: number
  /** True if the program that wrote it has calculated no formula. */
  needsCalculation: boolean
}

/** Checks an archive's declared and real content before parsing. @throws SheetRefused unreadable_file */
export async function checkArchive(file: Uint8Array): Promise<CheckedArchive> {
  const entries = readZipDirectory(file)
  if (!entries) throw createDamagedError()
  checkDirectory(entries, file.length)
  let [lastRow, needsCalculation] = [0, false]
  const readings = new Map<ZipEntry, string>()
  for (const entry of entries) {
    try {
      const checked = await checkEntry(file, entry)
      lastRow = Math.max(lastRow, checked.lastRow)
      needsCalculation ||= checked.needsCalculation
      if (checked.reading !== undefined) readings.set(entry, checked.reading)
    } catch (error) {
      throw error instanceof SheetRefused ? error : createDamagedError(error)
    }
  }
  return { bytes: await removePhonetics(file, entries, readings), lastRow, needsCalculation }
}
