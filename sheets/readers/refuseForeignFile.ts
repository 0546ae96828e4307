import { SheetRefused } from '../types.ts'

/** First bytes of unsupported files, with advice. */
const signatures: readonly { name: string; bytes: readonly number[] }[] = [
  { name: 'a PDF', bytes: [0x25, 0x50, 0x44, 0x46] },
  { name: 'a picture', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { name: 'a picture', bytes: [0xff, 0xd8, 0xff] },
  { name: 'a packed file', bytes: [0x1f, 0x8b] },
  { name: 'a packed file', bytes: [0x37, 0x7a, 0xbc, 0xaf] },
  { name: 'a packed file', bytes: [0x52, 0x61, 0x72, 0x21] },
]

const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0]
/** Stream of an encrypted workbook ([MS-OFFCRYPTO] section 2.3.4.4). */
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le')
const WEB_PAGE = /^\s*(?:<!doctype html|<html|<table|<meta)/i
const XML_SPREADSHEET = /^\s*<\?xml[^>]*>\s*(?:<\?mso-application|<(?:\w+:)?Workbook)/

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

function findAdvice(bytes: Uint8Array): string | undefined {
  const signature = signatures.find((signature) => startsWith(bytes, signature.bytes))
  if (signature)
    return `This is ${signature.name}. Save the sheet as .xlsx or "CSV UTF-8" in the program it comes from.`
  if (startsWith(bytes, COMPOUND_FILE))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED_STREAM)
      ? 'The workbook has a password. Save it without one, as .xlsx.'
      : 'This is an old Excel workbook (.xls), whatever its name says. Open it and save it as "Excel Workbook (.xlsx)".'
  const start = Buffer.from(bytes.subarray(0, 300)).toString('latin1')
  if (WEB_PAGE.test(start))
    return 'This is a web page, as some programs export it under the name of a sheet. Open it in a spreadsheet program and save it as .xlsx.'
  if (XML_SPREADSHEET.test(start))
    return 'This is an XML spreadsheet of Excel 2003. Open it and save it as "Excel Workbook (.xlsx)".'
  return undefined
}

/** Rejects unsupported files by their first bytes. @throws SheetRefused unreadable_file with advice */
export function refuseForeignFile(bytes: Uint8Array): void {
  const advice = findAdvice(bytes)
  if (advice !== undefined) throw new SheetRefused('unreadable_file', advice)
}
