import { expect, it } from 'vitest'
import { normaliseIdentifier, normaliseLine, normaliseLines } from '../../sheets/cells/normalise.ts'
import { createSeededRandom } from '../support/random.ts'

const CHARACTERS = [
  'a',
  'A',
  ' ',
  '\u00a0',
  '\n',
  '\u0301',
  '\u0319',
  '\u035d',
  '\u009e',
  '\u0007',
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u2028',
  '\ufe0f',
  'é',
  '가',
  '\u1100',
  '\u1161',
]

it.each([
  ['line', normaliseLine],
  ['lines', normaliseLines],
  ['identifier', normaliseIdentifier],
])('a normalised %s is in NFC and stays as it is', (_, normalise) => {
  const random = createSeededRandom(7)
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: 1 + random.int(6) }, () => random.pick(CHARACTERS)).join('')
    const once = normalise(text)
    expect({ text, once: once.normalize('NFC'), normalised: normalise(once) }).toEqual({ text, once, normalised: once })
  }
})

it('an accent that a control character separates from another one is the same text without it', () => {
  expect(normaliseLine('A\u035d\u009e\u0319')).toBe(normaliseLine('A\u035d\u0319'))
})
