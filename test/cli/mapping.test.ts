import { expect, it } from 'vitest'
import type { PlanSummary, PlanRow } from '../../contract/control/control.ts'
import { Source } from '../../sheets/sources/settings.ts'
import { explainSheet, toSheetFile } from '../../sheets/parseSheet.ts'
import { formatExplanation } from '../../cli/show/explanation.ts'
import { formatPlan } from '../../cli/show/plan.ts'
import { createTerminal, type Terminal } from '../../cli/base/terminal.ts'
import { emptyAccount, planIn, mapText, source } from '../sheets/support.ts'

const plainTerminal: Terminal = createTerminal(process, { NO_COLOR: '1' })

const sheet = `#,Kategorie,Marke,Modell,Seriennummer,Gekauft,Horoskop,Zustand
1,Kamera,Sony,FX3,S-1,13.04.2024,rot,gut
2,Stuhl,Ikea,Poäng,S-2,,rot,gut
3,stuhl,Ikea,Nisse,S-3,,blau,gut
4,Kamera,Canon,R5,S-4,,,guht

Lieferant,Telefon
Calumet,030 1
`

function planOf(text: string): { head: PlanSummary; rows: PlanRow[] } {
  const table = mapText(text)
  const { rows, counts } = planIn(emptyAccount(), table)
  const headFields = {
    plan_id: '01980000-0000-7000-8000-000000000001',
    source: 'main',
    file: './kit.csv',
    sha256: '',
    settings: {},
    missing: [],
  }
  return { head: { ...headFields, status: 'waiting', counts, read: table.read, mapping: table.mapping }, rows }
}

it('the head of a plan names file, rows, tables, key, columns with evidence, ignored columns and unknown words', () => {
  const { head, rows } = planOf(sheet)
  const lines = formatPlan(head, rows, plainTerminal, false).split('\n')
  expect(lines.slice(0, 21)).toEqual([
    'Plan 01980000-0000-7000-8000-000000000001 for main from ./kit.csv',
    expect.stringMatching(/^encoding {3}utf-8/),
    'rows       8: 1 header, 4 items, 1 blank, 1 headers of other tables, 1 in other tables',
    'tables     2',
    'table 1    gear; header in row 1, columns A to H, rows 2 to 5',
    'key        E "Seriennummer" → serial_number; there is no column of asset tags, and no serial number occurs twice; A "#" is not the key: it counts the rows',
    'columns    B "Kategorie" → gear_type, C "Marke" → brand, D "Modell" → model, E "Seriennummer" → serial_number, H "Zustand" → condition; the header means it',
    '           F "Gekauft" → purchase_date; the header means it; its cells say: day-month-year',
    'left out   A "#" (counts the rows), G "Horoskop" (not known)',
    'own fields "Horoskop" (text); to keep one: sync keep <source> <column>, or all: --all',
    'table 2    not gear, not read; header in row 7, columns A to B, rows 8 to 8. The table with the header "Lieferant, Telefon" in row 7 is no list of gear, so its rows are not read.',
    'not known  gear_type "Stuhl" (2 cells, row 3, 4)',
    'not known  condition "guht" (1 cell, row 5), nearest: good',
    '           To say what they mean, paste this below the source in kitroom.yaml:',
    '    values:',
    expect.stringMatching(/^ {6}gear_type: # camera, lens, accessory, filter, drone, /),
    '        "Stuhl": CHOOSE',
    expect.stringMatching(/^ {6}condition: # /),
    '        "guht": good',
    'x 2 rows  refused: rows 3, 4',
    expect.stringContaining('"Stuhl" is not a known gear_type'),
  ])
})

it('a header in the settings that the sheet lacks is a warning in plans and explanations', async () => {
  const settings = source('ignore: [Horoskope]', 'notes_from: [Lager]')
  const expectedLines = [
    'warning    no column is called "Horoskope", which ignore: names; nearest: "Horoskop"',
    'warning    no column is called "Lager", which notes_from: names',
  ]
  const table = mapText(sheet, settings)
  const headFields = {
    plan_id: '01980000-0000-7000-8000-000000000001',
    source: 'main',
    file: './kit.csv',
    sha256: '',
    settings: {},
    missing: [],
  }
  const head = { ...headFields, status: 'waiting' as const, counts: {}, read: table.read, mapping: table.mapping }
  expect(formatPlan(head, [], plainTerminal, false).split('\n')).toEqual(expect.arrayContaining(expectedLines))
  const { read, mapping } = await explainSheet(toSheetFile(Buffer.from(sheet), 'kit.csv'), settings, {
    currency: 'USD',
  })
  const printedText = formatExplanation(
    { source: 'main', file: './kit.csv', read, mapping, rows: {}, refused: null },
    plainTerminal,
  )
  expect(printedText.split('\n')).toEqual(expect.arrayContaining(expectedLines))
})

it('the block of values can be pasted: a word near a value is mapped, the others are left to choose', () => {
  const { values_block } = mapText('Tag,Type,Brand,Model,Condition\nA-1,camera,Sony,FX3,guht\n').mapping
  const pastedSettings = source(...values_block.split('\n'))
  expect(pastedSettings.values).toEqual({ condition: { guht: 'good' } })
  expect(Source.safeParse({ id: 'main', file: 'a.csv', values: { gear_type: { Stuhl: 'CHOOSE' } } }).success).toBe(
    false,
  )
})

it('an unknown word in eight rows is one line, and --all shows each row', () => {
  const text = `Tag,Type,Brand,Model\n${Array.from({ length: 8 }, (_, index) => `A-${index},Furniture,Ikea,Chair`).join('\n')}\nB-1,camera,Sony,FX3\n`
  const { head, rows } = planOf(text)
  const printedText = formatPlan(head, rows, plainTerminal, false)
  expect(printedText.match(/is not a known gear_type/g)).toHaveLength(1)
  expect(printedText).toContain('gear_type "Furniture" (8 cells, row 2, 3, 4, 5, 6, 7, 8, 9)')
  expect(formatPlan(head, rows, plainTerminal, true).match(/is not a known gear_type/g)).toHaveLength(8)
})

it('a plan prints no control characters of headers and words', () => {
  const { head, rows } = planOf('Tag,Type,Brand,Model,\u001b[2J\nA-1,Fu\u001b[2Jrniture,a,b,c\n')
  expect(formatPlan(head, rows, plainTerminal, false)).not.toContain('\u001b')
})

it('an explanation has the same lines, and the known words', async () => {
  const { read, mapping } = await explainSheet(toSheetFile(Buffer.from(sheet), 'kit.csv'), source(), {
    currency: 'EUR',
  })
  const text = formatExplanation(
    { source: 'main', file: 'kit.csv', read, mapping, rows: { item: 1, refused: 3, skipped: 2 }, refused: null },
    plainTerminal,
  )
  expect(text).toContain('key        E "Seriennummer" → serial_number; there is no column of asset tags')
  expect(text).toContain('left out   A "#" (counts the rows), G "Horoskop" (not known)')
  expect(text).toContain('"Stuhl": CHOOSE')
  expect(text).toMatch(/Kamera → camera {3}2 cells/)
})
