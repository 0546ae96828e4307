import { say, type Said } from '../../contract/sentences/say.ts'
import { SheetRefused } from '../types.ts'

/** First bytes of unsupported files, with advice. */
const signatures: readonly { is: 'file_is_pdf' | 'file_is_picture' | 'file_is_packed'; bytes: readonly number[] }[] = [
  { is: 'file_is_pdf', bytes: [0x25, 0x50, 0x44, 0x46] },
  { is: 'file_is_picture', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { is: 'file_is_picture', bytes: [0xff, 0xd8, 0xff] },
  { is: 'file_is_packed', bytes: [0x1f, 0x8b] },
  { is: 'file_is_packed', bytes: [0x37, 0x7a, 0xbc, 0xaf] },
  { is: 'file_is_packed', bytes: [0x52, 0x61, 0x72, 0x21] },
]

const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0]
/** Stream of an encrypted workbook ([MS-OFFCRYPTO] section 2.3.4.4). */
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le')
const WEB_PAGE = /^\s*(?:<!doctype html|<html|<table|<meta)/i
const XML_SPREADSHEET = /^\s*<\?xml[^>]*>\s*(?:<\?mso-application|<(?:\w+:)?Workbook)/

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

function findAdvice(bytes: Uint8Array): Said | undefined {
  const signature = signatures.find((signature) => startsWith(bytes, signature.bytes))
  if (signature) return say(signature.is)
  if (startsWith(bytes, COMPOUND_FILE))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED_STREAM)
      ? say('workbook_has_password')
      : say('workbook_is_old')
  const start = Buffer.from(bytes.subarray(0, 300)).toString('latin1')
  if (WEB_PAGE.test(start)) return say('file_is_page')
  if (XML_SPREADSHEET.test(start)) return say('file_is_xml_2003')
  return undefined
}

/** Rejects unsupported files by their first bytes. @throws SheetRefused unreadable_file with advice */
export function refuseForeignFile(bytes: Uint8Array): void {
  const advice = findAdvice(bytes)
  if (advice !== undefined) throw new SheetRefused('unreadable_file', advice)
}
