import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { renderCalendarText } from '../../calendars/ical/calendar.ts'
import { foldLine } from '../../calendars/ical/foldLine.ts'
import { removeControlCharacters, escapeCalendarText } from '../../calendars/text.ts'
import { createSeededRandom } from '../support/random.ts'
import { readIcalJs, readNodeIcal, type ReadEvent } from './readers.ts'
import { entryOf, inputOf, shootOf } from './support.ts'
import { textOf } from './texts.ts'

const octets = (text: string): number => Buffer.byteLength(text)
const unfold = (text: string): string => text.replaceAll('\r\n ', '')

it('5,000 random texts are read back unchanged, in lines of at most 75 octets', () => {
  const random = createSeededRandom(5545)
  const count = 5000
  const texts = Array.from({ length: count }, () => textOf(random))
  const shoots = texts.map((text, number) => entryOf(shootOf(number, { title: `.${text}.`, notes: `.${text}.` })))
  const calendar = renderCalendarText(inputOf(shoots, { include: ['notes'] }))
  const lines = calendar.split('\r\n')
  expect(Math.max(...lines.map(octets))).toBe(75)
  expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const parsedEvents = readIcalJs(calendar)
  expect(parsedEvents).toHaveLength(count)
  // node-ical reads an escaped backslash before an n as a line end, so texts are not compared.
  const otherFields = ({ uid, start, end, sequence }: ReadEvent): unknown => [uid, start, end, sequence]
  expect(readNodeIcal(calendar).map(otherFields)).toEqual(parsedEvents.map(otherFields))
  const expectedTexts = texts.map((text) => `.${removeControlCharacters(text)}.`)
  for (const part of ['summary', 'description'] as const)
    expect(parsedEvents.map((event) => event[part])).toEqual(expectedTexts)
})

it('folding does not split a grapheme cluster that fits into a line', () => {
  const family = '👩‍👩‍👧‍👦'
  const foldedLine = foldLine(`SUMMARY:${'x'.repeat(60)}${family.repeat(12)}`)
  for (const line of foldedLine.split('\r\n')) {
    expect(octets(line)).toBeLessThanOrEqual(75)
    expect(line.replaceAll(family, '')).toMatch(/^(?:SUMMARY:x*| )$/)
  }
  expect(unfold(foldedLine)).toBe(`SUMMARY:${'x'.repeat(60)}${family.repeat(12)}`)
})

it('folding splits a grapheme cluster longer than a line between code points', () => {
  const zalgo = `a${'\u0301'.repeat(200)}`
  const foldedLine = foldLine(`SUMMARY:${zalgo}`)
  const lines = foldedLine.split('\r\n')
  expect(lines.map(octets).every((length) => length <= 75)).toBe(true)
  expect(foldedLine.isWellFormed()).toBe(true)
  expect(foldedLine).not.toContain('\ufffd')
  expect(unfold(foldedLine)).toBe(`SUMMARY:${zalgo}`)
})

it.each([74, 75, 76, 149, 150, 151])('a line of %i octets is folded into as few lines as possible', (length) => {
  const line = 'x'.repeat(length)
  const lines = foldLine(line).split('\r\n')
  expect(unfold(foldLine(line))).toBe(line)
  // Each continuation line has 74 octets of content, because it begins with a space.
  expect(lines).toHaveLength(length <= 75 ? 1 : 1 + Math.ceil((length - 75) / 74))
})

it('text is escaped, and its control characters are removed', () => {
  expect(escapeCalendarText('a\\b;c,d\ne\r\nf\rg"h:i')).toBe(String.raw`a\\b\;c\,d\ne\nf\ng"h:i`)
  expect(removeControlCharacters('bell\u0007 tab\t escape\u001b next\u0085line \ud800')).toBe(
    'bell tab\t escape next\nline \ufffd',
  )
})

it('a URL is not escaped', () => {
  const url = 'https://studio.example/calendars/a;b,c.ics'
  const calendar = renderCalendarText(inputOf([], { url }))
  expect(unfold(calendar)).toContain(`\r\nSOURCE;VALUE=URI:${url}\r\n`)
  expect(new ICAL.Component(ICAL.parse(calendar)).getFirstPropertyValue('source')).toBe(url)
})
