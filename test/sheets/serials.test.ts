import { expect, it } from 'vitest'
import type { MappedRow } from '../../sheets/types.ts'
import { emptyAccount, planIn, mapText, source } from './support.ts'

const head = 'Asset Tag,Type,Brand,Model,Serial\n'
const warningsOf = (rows: readonly MappedRow[]): unknown[] =>
  rows.flatMap(({ warnings }) => warnings.map(({ cell, code, raw, rows: group }) => [cell, code, raw, group]))

it('equal serial numbers under two tags are a warning on each row and refuse nothing', () => {
  const table = mapText(
    `${head}A-1,camera,Sony,FX3,S-77\nA-2,camera,Sony,FX6,S-78\nA-3,camera,Sony,FX3,s-77\nA-4,camera,Sony,FX3,\nA-5,camera,Sony,FX3,\n`,
  )
  expect(warningsOf(table.rows)).toEqual([
    ['E2', 'same_serial', 'S-77', [2, 4]],
    ['E4', 'same_serial', 's-77', [2, 4]],
  ])
  const plan = planIn(emptyAccount(), table)
  expect(plan.counts).toEqual({ create: 5 })
  expect(plan.rows[0]?.warnings?.[0]?.message).toBe(
    'The same serial number stands in row 4 under another tag. Correct one of the two, or remove the row that is there twice.',
  )
})

it('equal serial numbers in two tables are a warning in the cell of each table', () => {
  const { rows } = mapText(`${head}A-1,camera,Sony,FX3,S-77\nSerial,Tag,Type,Brand,Model\nS-77,B-1,camera,Sony,FX6\n`)
  expect(warningsOf(rows).map((warning) => (warning as unknown[])[0])).toEqual(['E2', 'A4'])
})

it('equal serial numbers under one tag are only the fault duplicate_key, without a warning', () => {
  expect(warningsOf(mapText(`${head}A-1,camera,Sony,FX3,S-77\nA-1,camera,Sony,FX3,S-77\n`).rows)).toEqual([])
})

it('equal serial numbers are refused when they are the key', () => {
  const { rows } = mapText('Serial,Type,Brand,Model\n1,camera,a,b\n1,camera,c,d\n', source('key: serial_number'))
  expect(rows.map(({ errors, warnings }) => [errors[0]?.code, warnings])).toEqual([
    ['duplicate_key', []],
    ['duplicate_key', []],
  ])
})

it('thousands of equal serial numbers list only a few rows', () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `T-${index},camera,Sony,FX3,box-1`)
  const [firstRow] = mapText(head + lines.join('\n')).rows
  expect(firstRow?.warnings[0]?.rows).toHaveLength(10)
  expect(firstRow?.warnings[0]?.message).toContain('rows 3, 4, 5, 6, 7 and 2,994 more under other tags')
})
