import { describe, expect, it } from 'vitest'
import { applyPlan, emptyAccount, mapText, outcomeOf, planIn, source, toCsv, type Account } from './support.ts'

const HEAD = ['Asset Tag', 'Type', 'Brand', 'Model', 'Purchase Date', 'Location']

const sheetOf = (purchased: string, place = 'A'): string =>
  toCsv([HEAD, ['I-1', 'camera', 'Sony', 'FX3', purchased, place]])

const readDay = (value: string, timeZone: string, ...settings: string[]): unknown =>
  outcomeOf(mapText(sheetOf(value), source(...settings), 'USD', timeZone).rows[0], 'purchase_date')

describe('a date and time with a zone', () => {
  it.each([
    // Midnight in the studio.
    ['2023-11-02T23:00:00.000Z', 'Europe/Berlin', '2023-11-03'],
    ['2025-06-14T22:00:00.000Z', 'Europe/Berlin', '2025-06-15'],
    ['2023-11-03 00:00:00+01', 'Europe/Berlin', '2023-11-03'],
    ['2025-11-03T00:00:00+01:00', 'Europe/Berlin', '2025-11-03'],
    ['2025-11-03T00:00:00+0100', 'Europe/Berlin', '2025-11-03'],
    ['2025-11-02 23:00:00 UTC', 'Europe/Berlin', '2025-11-03'],
    ['02.11.2025 23:00:00 GMT', 'Europe/Berlin', '2025-11-03'],
    ['Nov 2, 2025, 11:00:00 PM UTC', 'Europe/Berlin', '2025-11-03'],
    ['Thu Nov 02 2023 23:00:00 GMT+0000', 'Europe/Berlin', '2023-11-03'],
    ['Fri Nov 03 2023 00:00:00 GMT+0100 (Central European Standard Time)', 'Europe/Berlin', '2023-11-03'],
    ['2023-11-02 23:00:00 +0000 UTC', 'Europe/Berlin', '2023-11-03'],
    ['2023-11-02T23:00:00.000+0000', 'Europe/Berlin', '2023-11-03'],
    ['2023-11-02 23:00:00.000000+00:00', 'Europe/Berlin', '2023-11-03'],
    ['Thu, 02 Nov 2023 23:00:00 +0000', 'Europe/Berlin', '2023-11-03'],
    ['2023-11-02T05:00:00Z', 'America/New_York', '2023-11-02'],
    ['2023-11-02T04:00:00Z', 'America/New_York', '2023-11-02'],
    ['2023-11-01T18:30:00Z', 'Asia/Kolkata', '2023-11-02'],
    ['2023-11-01T13:00:00Z', 'Pacific/Auckland', 'ambiguous_date'],
    ['2023-11-01T11:00:00Z', 'Pacific/Auckland', '2023-11-02'],
    // This day began at 01:00, because clocks skipped midnight.
    ['2018-11-04T03:00:00Z', 'America/Sao_Paulo', '2018-11-04'],
    ['2024-03-31T00:00:00+02:00', 'Asia/Beirut', '2024-03-31'],
    // Midnight in UTC.
    ['2023-11-02T00:00:00Z', 'America/New_York', '2023-11-02'],
    ['2023-11-02T00:00:00.000Z', 'Asia/Tokyo', '2023-11-02'],
    ['2023-11-02T24:00:00Z', 'Asia/Tokyo', '2023-11-03'],
    ['2023-11-02 00:00:00+00', 'Pacific/Honolulu', '2023-11-02'],
    // Another time of day.
    ['2024-03-28T12:15:00Z', 'Europe/Berlin', '2024-03-28'],
    ['2024-03-28T16:30:00+01:00', 'Europe/Berlin', '2024-03-28'],
    ['2024-03-28T23:30:00Z', 'Europe/Berlin', 'ambiguous_date'],
    ['2024-03-28T23:59:59.999Z', 'Europe/Berlin', 'ambiguous_date'],
    ['2023-11-02T23:00:00.500Z', 'Europe/Berlin', 'ambiguous_date'],
    ['2024-07-01T00:00:00+01:00', 'Europe/Berlin', 'ambiguous_date'],
    ['2024-03-28T03:00:00Z', 'America/New_York', 'ambiguous_date'],
    ['2024-03-28T23:30:00-11:00', 'Europe/Berlin', 'ambiguous_date'],
  ])('%j in %s', (value, timeZone, outcome) => {
    expect(readDay(value, timeZone)).toBe(outcome)
  })

  it.each([
    ['28.03.2024 11:00-12:00', '2024-03-28'],
    ['28.03.2024 14:00-16:00', '2024-03-28'],
    ['2024-03-28 23:30', '2024-03-28'],
    ['2024-03-28T23:30:00', '2024-03-28'],
    ['2024-03-28T25:70:00Z', '2024-03-28'],
  ])('%j has no zone, so it stays the day that is written', (value, outcome) => {
    expect(readDay(value, 'Europe/Berlin')).toBe(outcome)
  })

  it.each(['1698966000000', '1698966000', '2023-11-02T23:00:00+19:00X'])('%j is not a date', (value) => {
    expect(readDay(value, 'Europe/Berlin')).toBe('not_a_date')
  })

  it('is read in the zone of date_zone only if its day is uncertain', () => {
    const late = '2024-03-28T23:30:00Z'
    expect(readDay(late, 'Europe/Berlin', 'date_zone: studio')).toBe('2024-03-29')
    expect(readDay(late, 'Europe/Berlin', 'date_zone: UTC')).toBe('2024-03-28')
    expect(readDay(late, 'Europe/Berlin', 'date_zone: Asia/Tokyo')).toBe('2024-03-29')
    expect(readDay('2023-11-02T23:00:00Z', 'Europe/Berlin', 'date_zone: UTC')).toBe('2023-11-03')
    expect(() => source('date_zone: Mars')).toThrow('must be studio or a time zone such as Europe/Berlin')
  })

  it('is explained', () => {
    const notesOf = (value: string) => {
      const row = mapText(sheetOf(value), source(), 'USD', 'Europe/Berlin').rows[0]
      return [...(row?.errors ?? []), ...(row?.warnings ?? [])].map(({ code, message }) => [code, message])
    }
    expect(notesOf('2023-11-02T23:00:00Z')).toEqual([
      [
        'time_dropped',
        'Only the date of "2023-11-02T23:00:00Z" is used. It is 2023-11-03 in Europe/Berlin, so that day is used.',
      ],
    ])
    expect(notesOf('2024-03-28T23:30:00Z')).toEqual([
      [
        'ambiguous_date',
        '"2024-03-28T23:30:00Z" is 2024-03-29 in Europe/Berlin, the time zone of the studio, and 2024-03-28 in UTC. Set date_zone: studio or UTC for this source, or write the day alone.',
      ],
    ])
  })
})

describe('a later change of the time zone of the studio', () => {
  const plan = (account: Account, text: string, timeZone: string, ...settings: string[]) =>
    planIn(account, mapText(text, source(...settings), 'USD', timeZone), source(...settings))
  const synced = (text: string, timeZone: string, ...settings: string[]): Account =>
    applyPlan(emptyAccount(), plan(emptyAccount(), text, timeZone, ...settings))
  const midnight = '2023-11-02T23:00:00Z'
  const account = synced(sheetOf(midnight), 'Europe/Berlin')

  it.each(['America/New_York', 'Asia/Tokyo', 'UTC', 'Pacific/Auckland'])('to %s dates no cell anew', (timeZone) => {
    const planned = plan(account, sheetOf(midnight), timeZone)
    expect({ counts: planned.counts, bindings: planned.bindings }).toEqual({ counts: { unchanged: 1 }, bindings: [] })
    const moved = plan(account, sheetOf(midnight, 'B'), timeZone)
    expect(moved.rows[0]?.changed).toEqual({ storage_location: { from: 'A', to: 'B' } })
    expect(plan(applyPlan(account, moved), sheetOf(midnight, 'B'), 'Europe/Berlin').counts).toEqual({ unchanged: 1 })
  })

  it('does not hide an edit of the cell', () => {
    const edited = plan(account, sheetOf('2023-11-02T04:00:00Z'), 'America/New_York')
    expect(edited.rows[0]?.changed).toEqual({ purchase_date: { from: '2023-11-03', to: '2023-11-02' } })
    const plain = plan(account, sheetOf('2023-11-02'), 'America/New_York')
    expect(plain.rows[0]?.changed).toEqual({ purchase_date: { from: '2023-11-03', to: '2023-11-02' } })
    expect(plan(applyPlan(account, plain), sheetOf(midnight), 'Europe/Berlin').rows[0]?.changed).toEqual({
      purchase_date: { from: '2023-11-02', to: '2023-11-03' },
    })
  })

  it('does not date cells anew that date_zone decided, but a change of date_zone does', () => {
    const late = sheetOf('2024-03-28T23:30:00Z')
    const decided = synced(late, 'Europe/Berlin', 'date_zone: studio')
    expect(plan(decided, late, 'America/New_York', 'date_zone: studio').counts).toEqual({ unchanged: 1 })
    expect(plan(decided, late, 'Europe/Berlin', 'date_zone: UTC').rows[0]?.changed).toEqual({
      purchase_date: { from: '2024-03-29', to: '2024-03-28' },
    })
  })
})
