import { describe, expect, it } from 'vitest'
import { americas } from './americas.ts'
import { asia } from './asia.ts'
import { columns } from './columns.ts'
import { parts } from './parts.ts'
import { east } from './east.ts'
import { europe } from './europe.ts'
import { expectations, mapOdd, outcomes, refusalOf, type OddSheet } from './oddSheet.ts'
import { workbooks } from './workbooks.ts'
import { regressions } from './regressions.ts'

const sheets: readonly OddSheet[] = [
  ...americas,
  ...europe,
  ...east,
  ...asia,
  ...workbooks,
  ...regressions,
  ...columns,
  ...parts,
]

/** The verbs with which messages say what to do. */
const ADVICE =
  /\b(write|repair|correct|format|set|say|give|add|fill|empty|convert|remove|save|open|put|use|name|rename|shorten|choose|round|type|split|move|change|take|known are)\b/i

it('there are 60 sheets in ten languages and eight encodings', () => {
  expect(sheets.length).toBeGreaterThanOrEqual(60)
  expect(new Set(sheets.map(({ name }) => name)).size).toBe(sheets.length)
  expect(new Set(sheets.map(({ language }) => language)).size).toBeGreaterThanOrEqual(10)
  expect(new Set(sheets.flatMap(({ encoding }) => encoding ?? [])).size).toBeGreaterThanOrEqual(8)
})

describe('a sheet is read as its owner means it:', () => {
  const usableSheets = sheets.filter(({ refused }) => refused === undefined)
  it.each(usableSheets.map((sheet): [string, OddSheet] => [sheet.name, sheet]))('%s', async (_name, sheet) => {
    const table = await mapOdd(sheet)
    expect(Object.fromEntries(outcomes(table))).toEqual(Object.fromEntries(expectations(sheet)))
    for (const { errors } of table.rows) for (const { message } of errors) expect(message).toMatch(ADVICE)
  })
})

describe('an unusable sheet is refused with advice:', () => {
  const unusableSheets = sheets.filter(({ refused }) => refused !== undefined)
  it.each(unusableSheets.map((sheet): [string, OddSheet] => [sheet.name, sheet]))('%s', async (_name, sheet) => {
    const refusal = await refusalOf(sheet)
    expect({ code: refusal?.code, message: refusal?.message }).toEqual({
      code: sheet.refused,
      message: expect.stringMatching(ADVICE),
    })
  })
})
