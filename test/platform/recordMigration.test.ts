import { describe, expect, it } from 'vitest'
import { addField, recordMigration } from '../../server/db/recordMigration.ts'
import { deriveTables } from '../../platform/sql/rows/tables.ts'

const lens = { id: '1', mount: 'Sony E', max_aperture: 1.4, updated_at: '2026-01-01T00:00:00.000Z' }

describe('addField', () => {
  it('inserts a field after another one', () => {
    expect(JSON.stringify(addField(lens, 'hood_model', 'mount'))).toBe(
      '{"id":"1","mount":"Sony E","hood_model":null,"max_aperture":1.4,"updated_at":"2026-01-01T00:00:00.000Z"}',
    )
    expect(addField(lens, 'autofocus', 'max_aperture', false)).toMatchObject({ autofocus: false })
  })

  it('returns the same record when it has the field, whatever its value', () => {
    const migrated = addField(lens, 'hood_model', 'mount')
    expect(addField(migrated, 'hood_model', 'mount')).toBe(migrated)
    expect(addField(lens, 'mount', 'id')).toBe(lens)
  })

  it('refuses to insert after an unknown field, so that a wrong name fails on the first record', () => {
    expect(() => addField(lens, 'hood_model', 'maximum_aperture')).toThrow(
      'a record has no field maximum_aperture to put hood_model behind',
    )
  })
})

it('a record migration creates no tables, so a backup reads the same ones', () => {
  const migration = recordMigration({
    name: '9000_hood',
    table: 'gear',
    change: (record) => addField(record, 'hood_model', 'mount'),
  })
  expect(deriveTables([migration])).toEqual([])
})
