import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import { moreRecorded } from './moreRecorded.ts'
import { recorded } from './recorded.ts'
import { readKeptSheets, type KeptSheet } from './keptSheet.ts'

const files = [
  'rental.txt',
  'houses.txt',
  'identities.txt',
  'programs.txt',
  'attacks.txt',
  'odd.txt',
  'more.txt',
  'nordic.txt',
  'fields.txt',
  'habits.txt',
  'strangers.txt',
]
const expected: Readonly<Record<string, number>> = { ...recorded, ...moreRecorded }
const sheets = files.flatMap(readKeptSheets)

it('there are 60 sheets and more, in six languages and more, and in three formats', () => {
  expect(sheets.length).toBeGreaterThanOrEqual(60)
  expect(new Set(sheets.map(({ name }) => name)).size).toBe(sheets.length)
  expect(new Set(sheets.map(({ language }) => language)).size).toBeGreaterThanOrEqual(10)
  expect(new Set(sheets.map(({ format }) => format)).size).toBe(3)
})

describe('a sheet as its owner keeps it has no wrong value in its plan, and as many right ones as before:', () => {
  it.each(sheets.map((sheet): [string, KeptSheet] => [sheet.name, sheet]))('%s', async (name, sheet) => {
    const { right, wrong } = await evaluate(sheet)
    expect({ wrong, right }).toEqual({
      wrong: [],
      right: expect.toSatisfy((count: number) => count >= (expected[name] ?? Infinity)),
    })
  })
})
