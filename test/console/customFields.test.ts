import { flattenFields, nestFields } from '../../contract/api/fieldKeys.ts'
import { expect, it } from 'vitest'
import type { CustomField } from '../../contract/api/customFields.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { foldFieldName } from '../../contract/settings/foldFieldName.ts'
import { toCsv } from '../../console/pages/inventory/csv.ts'
import { readInventorySearch, withFilter } from '../../console/pages/inventory/search.ts'

const define = (name: string, label: string, unit: string | null = null): CustomField => ({
  id: '01900000-0000-7000-8000-000000000000',
  name,
  label,
  gear_type: null,
  type: unit === null ? 'text' : 'number',
  unit,
  choices: null,
  unique: false,
  filterable: false,
  help: null,
  state: 'active',
  created_at: '2026-03-28T09:15:00.000Z',
  updated_at: '2026-03-28T09:15:00.000Z',
})

it.each([
  ['Lieferant', 'lieferant'],
  ['Größe (cm)', 'groesse_cm'],
  ['Prêt à l’usage', 'pret_a_l_usage'],
  ['2. Łódź', 'lodz'],
  ['  MAC-Adresse  ', 'mac_adresse'],
  ['Ｆｕｌｌ', 'full'],
  ['日本', ''],
  [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
])('the name proposed for %j is %j', (label, name) => {
  expect(foldFieldName(label)).toBe(name)
})

it('own fields of a record are flattened, and changes of them nested', () => {
  expect(flattenFields({ fields: { supplier: 'Teltec' } })).toMatchObject({ 'fields.supplier': 'Teltec' })
  expect(nestFields({ brand: 'Canon', 'fields.supplier': null, 'fields.load': 2 })).toEqual({
    brand: 'Canon',
    fields: { supplier: null, load: 2 },
  })
  expect(nestFields({ brand: 'Canon' })).toEqual({ brand: 'Canon' })
})

it('the CSV has a column for each chosen own field, whose head is no formula and no other head', () => {
  const item = { id: '1', brand: 'Canon', fields: { a: '=1+1', b: 'two', c: 1.5, hidden: 'x' } } as unknown as Gear
  const csv = toCsv([item], [define('a', '=A'), define('b', 'Brand'), define('c', 'Load', 'kg')])
  const [head = '', row = ''] = csv.split('\r\n')
  expect(head.split(',').slice(-3)).toEqual(["'=A", 'Brand (b)', 'Load (kg)'])
  expect(row.split(',').slice(-3)).toEqual(["'=1+1", 'two', '1.5'])
  expect(csv).not.toContain('hidden')
})

it('an address has filters by own fields, and nothing else that looks like one', () => {
  const search = readInventorySearch({ 'field.load': 12, 'field.sold': true, 'field.Bad': 'x', other: 'x', sort: '' })
  expect(search).toEqual({ 'field.load': '12', 'field.sold': 'true' })
  expect(withFilter(search, 'field.sold', null)).toEqual({ 'field.load': '12' })
})
