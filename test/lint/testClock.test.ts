import { beforeAll, expect, it } from 'vitest'
import { lintTree, type Finding } from './lintTree.ts'

const refused: Record<string, string> = {
  'a sleep by a promise': 'await new Promise((resolve) => setTimeout(resolve, 100))',
  'a sleep by a promise with a body':
    'await new Promise<void>((resolve) => {\n  setTimeout(() => resolve(), 100).unref()\n})',
  'a sleep of timers/promises': "import { setTimeout as wait } from 'node:timers/promises'\nawait wait(100)",
  'a duration by performance.now()': 'const startMs = performance.now()\nexport const x = startMs',
  'a duration by process.hrtime': 'export const x = process.hrtime.bigint()',
  'a duration by Date.now()': 'const startMs = Date.now()\nexport const x = Date.now() - startMs',
  'a time that is compared with now': 'export const isOld = (atMs: number): boolean => Date.now() > atMs + 1000',
  'a time that is subtracted from': 'export const leftMs = (atMs: number): number => atMs - Date.now()',
  'a poll with its own limit': "import { expect } from 'vitest'\nawait expect.poll(() => 1, { timeout: 5000 }).toBe(1)",
}

const allowed: Record<string, string> = {
  'a fixed time before or after now':
    'const DAY_MS = 86_400_000\nexport const times = [Date.now() - 3 * DAY_MS, Date.now() - 1, Date.now() + DAY_MS]',
  'a timer that does something': 'export const x = setTimeout(() => process.stdout.write(""), 20)',
  'a promise that a timer rejects':
    "export const late = (): Promise<never> => new Promise((_, reject) => {\n  setTimeout(() => reject(new Error('late')), 20)\n})",
  'the next turn of the loop': "import { setImmediate as turn } from 'node:timers/promises'\nawait turn()",
  'CPU time': 'export const x = process.cpuUsage()',
}

let findings: Finding[]
const messagesOf = (file: string): string[] =>
  findings
    .filter((finding) => finding.file === file && finding.code.includes('no-test-clock'))
    .map(({ message }) => message)
const fileOf = (name: string): string => `test/server/${name.replaceAll(/[^a-z]+/gi, '-')}.ts`

beforeAll(() => {
  findings = lintTree({
    ...Object.fromEntries(
      Object.entries({ ...refused, ...allowed }).map(([name, text]) => [fileOf(name), `${text}\n`]),
    ),
    'test/server/speed.measure.test.ts': `${refused['a duration by performance.now()']}\n`,
    'server/clock.ts': `${refused['a duration by performance.now()']}\n`,
  })
})

it.each(Object.keys(refused))('refused in a test: %s', (name) => {
  expect(messagesOf(fileOf(name))).toEqual([expect.stringMatching(/^Test clock: /)])
})

it.each(Object.keys(allowed))('allowed in a test: %s', (name) => {
  expect(messagesOf(fileOf(name))).toEqual([])
})

it('measures and the product may read clocks', () => {
  expect(messagesOf('test/server/speed.measure.test.ts')).toEqual([])
  expect(messagesOf('server/clock.ts')).toEqual([])
})
