import { createHash } from 'node:crypto'

/** Ends of lines. Google's editor stores HTML. */
const LINE_END = /(\r\n?|\n|<br\s*\/?>|<\/?(?:blockquote|div|h[1-6]|li|ol|p|ul)(?:\s[^>]*)?>)/i
const HASH_LENGTH = 6
/** Google cuts values of properties at 1,024 characters. */
const HASHES_PER_PROPERTY = 170
const LINES_KEY = /^lines\d*$/

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decodeEntity(match: string, name: string): string {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? match
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return Number.isInteger(code) && code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : match
}

/** Reduces a line to what a reader sees of it. */
const toPlain = (line: string): string =>
  line
    .replaceAll(/<\/?[a-z][^>]*>/gi, '')
    .replaceAll(/&(#?\w{1,10});/g, decodeEntity)
    .replaceAll(/\s+/g, ' ')
    .trim()

const hashLine = (plain: string): string => createHash('sha256').update(plain).digest('base64url').slice(0, HASH_LENGTH)

/** Only tags of lists are kept: a paragraph whose other tag stands beside Kitroom's text would be left open. */
const toEnd = (end: string): string => (end.startsWith('<') && !/^<\/?(?:li|ol|ul)/i.test(end) ? '<br>' : end)

interface Line {
  /** As Google stores it, with the end of the line. */
  raw: string
  plain: string
}

function splitLines(text: string): Line[] {
  const parts = text.split(LINE_END)
  const lines: Line[] = []
  for (let index = 0; index < parts.length; index += 2) {
    const content = parts[index] ?? ''
    lines.push({ raw: content + toEnd(parts[index + 1] ?? ''), plain: toPlain(content) })
  }
  return lines
}

const listPlainLines = (text: string): string[] =>
  splitLines(text).flatMap(({ plain }) => (plain === '' ? [] : [plain]))

const countTexts = (texts: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** True if a description has each line of another one. Lines of people beside them do not matter. */
export function hasLines(description: string, wanted: string): boolean {
  const counts = countTexts(listPlainLines(description))
  return [...countTexts(listPlainLines(wanted))].every(([line, count]) => (counts.get(line) ?? 0) >= count)
}

type Properties = Readonly<Record<string, string>>

/** Creates the properties by which Kitroom later recognises its own lines of a description. */
export function toLineProperties(description: string): Record<string, string> {
  const hashes = listPlainLines(description).map(hashLine)
  const count = Math.ceil(hashes.length / HASHES_PER_PROPERTY)
  const groups = Array.from({ length: count }, (_, index) =>
    hashes.slice(index * HASHES_PER_PROPERTY, (index + 1) * HASHES_PER_PROPERTY),
  )
  return Object.fromEntries(groups.map((group, index) => [`lines${index}`, group.join('')]))
}

/** Lists properties of an earlier description that a new one lacks. */
export const findStaleLineProperties = (stored: Properties, properties: Properties): string[] =>
  Object.keys(stored).filter((key) => LINES_KEY.test(key) && !(key in properties))

function readLineHashes(properties: Properties): string[] {
  const keys = Object.keys(properties)
    .filter((key) => LINES_KEY.test(key))
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return keys.flatMap((key) => properties[key]?.match(/.{6}/g) ?? [])
}

const EDGE_ENDS = /^(?:\s|<br\s*\/?>)+|(?:\s|<br\s*\/?>)+$/gi
const joinRaw = (lines: readonly Line[]): string =>
  lines.some(({ plain }) => plain !== '')
    ? lines
        .map(({ raw }) => raw)
        .join('')
        .replaceAll(EDGE_ENDS, '')
    : ''

/** Finds the lines of people, before and after Kitroom's own. */
function findOthersText(found: string, properties: Properties): { before: string; after: string } {
  const own = countTexts(readLineHashes(properties))
  const lines = splitLines(found)
  let first: number | undefined
  const others = lines.map((line, index) => {
    const hash = line.plain === '' ? '' : hashLine(line.plain)
    const count = own.get(hash) ?? 0
    if (count === 0) return true
    own.set(hash, count - 1)
    first ??= index
    return false
  })
  const select = (from: number, below: number): string =>
    joinRaw(lines.filter((_, index) => index >= from && index < below && others[index]))
  const boundary = first ?? 0
  return { before: select(0, boundary), after: select(boundary, lines.length) }
}

/**
 * Replaces Kitroom's lines of a description and leaves all others. A line of Kitroom's that a person has changed is
 * that person's.
 * @param found the description at Google
 * @param properties private properties of the event, which say which lines Kitroom wrote
 * @param maxLength Kitroom's text is cut where both together are longer
 */
export function mergeDescription(found: string, properties: Properties, wanted: string, maxLength: number): string {
  const { before, after } = findOthersText(found, properties)
  const others = [before, after].filter((text) => text !== '')
  if (others.length === 0) return wanted
  const isHtml = others.some((text) => /<[a-z]/i.test(text))
  const [lineEnd, gap] = isHtml ? ['<br>', '<br><br>'] : ['\n', '\n\n']
  const room = maxLength - others.reduce((sum, text) => sum + text.length + gap.length, 0)
  const own = wanted.replaceAll('\n', lineEnd).slice(0, Math.max(0, room)).toWellFormed()
  return [before, own, after].filter((text) => text !== '').join(gap)
}
