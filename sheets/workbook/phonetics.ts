import { buffer } from 'node:stream/consumers'
import { inflateEntry } from './inflateEntry.ts'
import { replaceZipEntries } from './replaceZipEntries.ts'
import type { ZipEntry } from './zipDirectory.ts'

/**
 * Matches a phonetic reading such as furigana (ECMA-376 part 1, section 18.4.6). The parser would append it to the
 * text.
 */
const READING = /<((?:\w+:)?rPh)(?=[\s>/])/

/** Finds the element name of phonetic readings, possibly with a namespace prefix. */
export const findPhoneticElement = (xml: string): string | undefined =>
  xml.includes('rPh') ? READING.exec(xml)?.[1] : undefined

/** Removes readings from bytes, because a worksheet can exceed the maximum length of a string. */
function dropReadings(xml: Buffer, name: string): Buffer {
  const kept: Buffer[] = []
  let from = 0
  for (let at = xml.indexOf(`<${name}`); at >= 0; at = xml.indexOf(`<${name}`, from)) {
    const closing = xml.indexOf(`</${name}`, at)
    const end = closing < 0 ? -1 : xml.indexOf('>', closing)
    if (end < 0) break
    kept.push(xml.subarray(from, at))
    from = end + 1
  }
  return Buffer.concat([...kept, xml.subarray(from)])
}

/** Removes readings from the worksheets. @param names element name by entry */
export async function removePhonetics(
  file: Uint8Array,
  entries: readonly ZipEntry[],
  names: ReadonlyMap<ZipEntry, string>,
): Promise<Uint8Array> {
  if (names.size === 0) return file
  const changed = new Map<ZipEntry, Buffer>()
  for (const [entry, name] of names) changed.set(entry, dropReadings(await buffer(inflateEntry(file, entry)), name))
  return replaceZipEntries(file, entries, changed)
}
