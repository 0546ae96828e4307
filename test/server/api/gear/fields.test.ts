import { describe, expect, it } from 'vitest'
import { camera } from '../../../support/api.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer()

/** Creates an item with one field. @returns the stored value, or the codes of the faults */
async function outcome(field: string, value: unknown, type = 'camera'): Promise<unknown> {
  const reply = await suite.alice.post('/gear', { ...camera({ gear_type: type }), [field]: value })
  if (reply.status === 201) return { stored: reply.item()[field] }
  expect(reply.status).toBe(422)
  expect(reply.problem().errors?.every((fault) => fault.pointer?.startsWith(`#/${field}`))).toBe(true)
  return reply
    .problem()
    .errors?.map((fault) => fault.code)
    .join(' ')
}

describe('money', () => {
  it.each([0, 0.01, 0.07, 1.1, 1234.56, 99_999_999.99, 999_999_999.99, 1e9])('stores %d', async (value) => {
    expect(await outcome('purchase_price', value)).toEqual({ stored: value })
  })
  it('stores minus zero as zero', async () => {
    const reply = await suite.alice.send('POST', '/gear', {
      headers: { 'content-type': 'application/json' },
      body: '{"gear_type":"camera","brand":"A","model":"B","purchase_price":-0,"replacement_value":-0.0,"weight_g":-0}',
    })
    expect(reply.text).toMatch(/"purchase_price":0,.*"replacement_value":0,"weight_g":0,/)
  })
  it.each([-0.01, -1, 0.001, 1.005, 1e9 + 0.01, 1e12])('refuses %d', async (value) => {
    expect(await outcome('replacement_value', value)).toMatch(/^invalid_value/)
  })
  it.each(['12', '', true, [], {}])('refuses %j', async (value) => {
    expect(await outcome('purchase_price', value)).toBe('invalid_type')
  })
})

describe('dates', () => {
  it.each(['1900-01-01', '2000-02-29', '2024-02-29', '2200-12-31'])('stores %s', async (value) => {
    expect(await outcome('purchase_date', value)).toEqual({ stored: value })
  })
  it.each([
    '1899-12-31',
    '2201-01-01',
    '1900-02-29',
    '2023-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '',
    '٢٠٢٦-٠١-٠١',
  ])('refuses %j', async (value) => {
    expect(await outcome('warranty_expires_on', value)).toBe('invalid_value')
  })
  it('refuses a number', async () => {
    expect(await outcome('purchase_date', 20_260_101)).toBe('invalid_type')
  })
})

describe('texts', () => {
  it('counts code points', async () => {
    expect(await outcome('brand', '📷'.repeat(120))).toEqual({ stored: '📷'.repeat(120) })
    expect(await outcome('brand', '📷'.repeat(121))).toBe('too_long')
    expect(await outcome('model', 'é'.normalize('NFD').repeat(60))).toEqual({ stored: 'é'.normalize('NFD').repeat(60) })
    expect(await outcome('model', 'é'.normalize('NFD').repeat(61))).toBe('too_long')
    expect(await outcome('serial_number', 'x'.repeat(200))).toEqual({ stored: 'x'.repeat(200) })
    expect(await outcome('serial_number', 'x'.repeat(201))).toBe('too_long')
    expect(await outcome('notes', '📷'.repeat(10_000))).toEqual({ stored: '📷'.repeat(10_000) })
  })
  it('trims, then counts', async () => {
    expect(await outcome('brand', `  \n${'x'.repeat(120)}\t \u00a0`)).toEqual({ stored: 'x'.repeat(120) })
  })
  it('stores blank optional text as null and refuses blank required text', async () => {
    for (const blankText of ['', '   ', '\t\n', '\u3000']) {
      expect(await outcome('storage_location', blankText)).toEqual({ stored: null })
      expect(await outcome('notes', blankText)).toEqual({ stored: null })
      expect(await outcome('mount', blankText)).toEqual({ stored: null })
      expect(await outcome('asset_tag', blankText)).toEqual({ stored: null })
      expect(await outcome('brand', blankText)).toBe('required')
    }
  })
  it('refuses control characters, except tab and line feed in notes', async () => {
    for (const control of ['\u0000', '\u0008', '\u000b', '\r', '\u001f']) {
      expect(await outcome('notes', `a${control}b`)).toBe('invalid_value')
      expect(await outcome('model', `a${control}b`)).toBe('invalid_value')
    }
    expect(await outcome('notes', 'a\tb\nc')).toEqual({ stored: 'a\tb\nc' })
    for (const control of ['\t', '\n']) expect(await outcome('asset_tag', `a${control}b`)).toBe('invalid_value')
  })
  it('refuses a lone surrogate', async () => {
    for (const loneSurrogate of ['\ud83d', '\udcf7', '\udcf7\ud83d']) {
      expect(await outcome('brand', `a${loneSurrogate}`)).toBe('invalid_value')
      expect(await outcome('notes', `a${loneSurrogate}b`)).toBe('invalid_value')
    }
  })
  it('keeps the Unicode normal form', async () => {
    expect(await outcome('brand', 'Café'.normalize('NFD'))).toEqual({ stored: 'Café'.normalize('NFD') })
  })
})

describe('numbers', () => {
  it.each([
    ['weight_g', 10_000_000, 'camera'],
    ['weight_g', 0, 'camera'],
    ['shutter_count', 1_000_000_000, 'camera'],
    ['resolution_mp', 45.7, 'camera'],
    ['max_aperture', 0.95, 'lens'],
    ['nd_stops', 0, 'filter'],
    ['max_flight_minutes', 46, 'drone'],
    ['flight_hours', 0.1, 'drone'],
  ])('stores %s %d', async (field, value, type) => {
    expect(await outcome(field, value, type)).toEqual({ stored: value })
  })
  it.each([
    ['weight_g', 10_000_001, 'camera', 'invalid_value'],
    ['weight_g', -1, 'camera', 'invalid_value'],
    ['weight_g', 0.5, 'camera', 'invalid_type'],
    ['weight_g', '5', 'camera', 'invalid_type'],
    ['battery_count', 1.5, 'drone', 'invalid_type'],
    ['max_aperture', 0, 'lens', 'invalid_value'],
    ['thread_mm', -3, 'filter', 'invalid_value'],
    ['flight_hours', 1e7, 'drone', 'invalid_value'],
  ])('refuses %s %j', async (field, value, type, code) => {
    expect(await outcome(field, value, type)).toBe(code)
  })
})

describe('lists and enums', () => {
  it('stores an empty list as null and refuses bad entries one by one', async () => {
    expect(await outcome('compatible_with', [], 'accessory')).toEqual({ stored: null })
    expect(await outcome('compatible_with', [' R5 ', 'R6'], 'accessory')).toEqual({ stored: ['R5', 'R6'] })
    expect(await outcome('compatible_with', 'R5', 'accessory')).toBe('invalid_type')
    expect(await outcome('compatible_with', Array(101).fill('x'), 'accessory')).toBe('too_long')
    const reply = await suite.alice.post('/gear', {
      ...camera({ gear_type: 'accessory' }),
      compatible_with: ['ok', '', 5, null, 'x'.repeat(201)],
    })
    expect(reply.faults()).toEqual([
      '#/compatible_with/1 required',
      '#/compatible_with/2 invalid_type',
      '#/compatible_with/3 invalid_type',
      '#/compatible_with/4 too_long',
    ])
  })
  it('compares enum values exactly', async () => {
    expect(await outcome('status', 'Available')).toBe('invalid_value')
    expect(await outcome('condition', 'mint')).toBe('invalid_value')
    expect(await outcome('stabilized', 'true', 'lens')).toBe('invalid_type')
    expect(await outcome('stabilized', 1, 'lens')).toBe('invalid_type')
    expect(await outcome('sensor_format', 'aps-c')).toBe('invalid_value')
  })
})
