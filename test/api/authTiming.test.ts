import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { API_PREFIX, newKey } from '../../server/auth/keyFormat.ts'
import { useServer } from '../support/suite.ts'

const suite = useServer()
const ROUNDS = 300
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The checksum of a key's 43 characters, as docs/keys.md describes it. */
function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  while (rest > 0) {
    text = `${BASE62[rest % 62]}${text}`
    rest = Math.floor(rest / 62)
  }
  return text.padStart(6, '0')
}

/** The middle eight tenths of what was measured. */
function middle(times: readonly number[]): { from: number; to: number } {
  const sorted = times.toSorted((a, b) => a - b)
  return { from: sorted[Math.floor(sorted.length * 0.1)] ?? 0, to: sorted[Math.floor(sorted.length * 0.9)] ?? Infinity }
}

it('refusing takes no longer for a key that is nearly right', async () => {
  const { key } = suite.alice
  const body = key.slice(API_PREFIX.length, -6)
  const near = `${body.slice(0, -1)}${body.endsWith('A') ? 'B' : 'A'}`
  const kinds = {
    random: () => newKey(API_PREFIX),
    'last character': () => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
    'one character, checksum right': () => `${API_PREFIX}${near}${checksum(near)}`,
  }
  expect(kinds['one character, checksum right']()).toHaveLength(key.length)
  const times: Record<string, number[]> = {}
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, make] of Object.entries(kinds)) {
      const wrong = make()
      const startedAt = performance.now()
      expect((await suite.alice.as(wrong).get('/gear')).status).toBe(401)
      ;(times[name] ??= []).push(performance.now() - startedAt)
    }
  const ranges = Object.values(times).map(middle)
  expect(Math.max(...ranges.map(({ from }) => from))).toBeLessThan(Math.min(...ranges.map(({ to }) => to)))
})
