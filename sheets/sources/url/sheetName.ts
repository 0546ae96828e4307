import { withoutSlashesAtEnd } from '../../../platform/withoutSlashesAtEnd.ts'

const EXTENSION = /\.(?:xlsx|xlsm|csv|tsv|ods|xls|xlsb|numbers|pdf)$/i
const MAX_NAME_LENGTH = 200
const ZIP_START = [0x50, 0x4b, 0x03, 0x04]

const extensionByType: Readonly<Record<string, string>> = {
  'text/csv': '.csv',
  'application/csv': '.csv',
  'text/tab-separated-values': '.tsv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.ms-excel.sheet.macroenabled.12': '.xlsm',
}

function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the last part of a path, without control characters. */
const plainName = (text: string): string =>
  text
    .replace(/^.*[\\/]/s, '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(-MAX_NAME_LENGTH)

/** Reads the file name of a Content-Disposition header (RFC 6266); `filename*` takes precedence. */
function readDisposition(header: string): string {
  const extended = /filename\*\s*=\s*(?:UTF-8|ISO-8859-1)'[^']*'([^;\s]+)/i.exec(header)?.[1]
  if (extended !== undefined) return plainName(decodePercents(extended))
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? []
  return plainName((quoted ?? bare ?? '').replaceAll(/\\(.)/g, '$1'))
}

const lastSegment = ({ pathname }: URL): string => plainName(decodePercents(withoutSlashesAtEnd(pathname)))

export interface NamedAnswer {
  /** Address in kitroom.yaml. */
  address: URL
  /** Address after redirects. */
  url: URL
  contentType: string
  disposition: string
  bytes: Uint8Array
}

/**
 * Names a sheet with an extension: from Content-Disposition, else the path, else Content-Type, else the first bytes.
 */
export function nameSheet({ address, url, contentType, disposition, bytes }: NamedAnswer): string {
  const given = readDisposition(disposition)
  const names = [given, lastSegment(address), lastSegment(url)]
  const complete = names.find((name) => EXTENSION.test(name))
  if (complete !== undefined) return complete
  const isZip = ZIP_START.every((byte, index) => bytes[index] === byte)
  const extension = extensionByType[contentType] ?? (isZip ? '.xlsx' : '.csv')
  return (given || lastSegment(address) || address.hostname) + extension
}
