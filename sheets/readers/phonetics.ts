import { buffer } from 'node:stream/consumers'
import { inflateEntry } from './inflateEntry.ts'
import { replaceEntries } from './replaceEntries.ts'
import type { ZipEntry } from './zipDirectory.ts'

/** A reading (furigana) of a cell's text: ECMA-376 part 1, section 18.4.6. Programs show it above the text or not at all; the parser appends it. */
const READING = /<((?:\w+:)?rPh)(?=[\s>/])/

/** The element's name, maybe with a prefix, where XML holds readings. */
export const findReading = (xml: string): string | undefined => (xml.includes('rPh') ? READING.exec(xml)?.[1] : undefined)

/** XML without its readings; as bytes, because a worksheet can be too long for a string. */
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

/**
 * The archive without the readings in its worksheets.
 * @param names by entry, the name of its elements with readings.
 */
export async function withoutReadings(file: Uint8Array, entries: readonly ZipEntry[], names: ReadonlyMap<ZipEntry, string>): Promise<Uint8Array> {
  if (names.size === 0) return file
  const changed = new Map<ZipEntry, Buffer>()
  for (const [entry, name] of names) changed.set(entry, dropReadings(await buffer(inflateEntry(file, entry)), name))
  return replaceEntries(file, entries, changed)
}
