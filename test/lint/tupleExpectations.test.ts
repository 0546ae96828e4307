import { beforeAll, expect, it } from 'vitest'
import { lintTree, type Finding } from './lintTree.ts'

const refused = [
  "expect([a.status, a.code]).toEqual([409, 'x'])",
  'expect([a.status, a.code], a.text).toMatchObject([409, {}])',
  'expect.soft([a.status, a.code]).toStrictEqual([a.code, a.status])',
  'void expect.poll(() => [a.status, a.code], {}).toEqual([409, 1])',
]
const accepted = [
  'expect({ status: a.status, code: a.code }).toEqual({ status: 409, code: 1 })',
  'expect([a.status]).toEqual([409])',
  'expect([a.status, a.code]).toEqual(a.list)',
  "expect(['a', 'b'].map(String)).toEqual(['a', 'b'])",
  'expect([...a.list, a.code]).toEqual([1, 2])',
]
const fileOf = (line: string, index: number): [string, string] => [
  `test/${index}.ts`,
  `import { expect } from 'vitest'\ndeclare const a: { status: number; code: number; text: string; list: number[] }\n${line}\n`,
]
const lines = [...refused, ...accepted]
let findings: Finding[]
beforeAll(() => {
  findings = lintTree(Object.fromEntries(lines.map(fileOf)))
})
const tuplesIn = (line: string): Finding[] =>
  findings.filter(
    ({ file, code }) => file === `test/${lines.indexOf(line)}.ts` && code.includes('no-tuple-expectations'),
  )

it.each(refused)('%s is refused', (line) => {
  expect(tuplesIn(line)).toHaveLength(1)
})

it.each(accepted)('%s passes', (line) => {
  expect(tuplesIn(line)).toEqual([])
})
