import { describe, expect, it } from 'vitest'
import { MonthlyFigures } from '../../../../contract/api/analytics.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ bob: true })

const monthsOf = async (from: string, to: string) =>
  MonthlyFigures.parse((await suite.alice.get(`/analytics/months?from=${from}&to=${to}`)).item()).months

describe('GET /analytics/months', () => {
  it('sums completed services by their day and counts shoots that are not cancelled', async () => {
    const { id } = await suite.alice.createItem({ gear_type: 'camera' })
    const service = { item_type: 'camera', item_id: id, service_type: 'Cleaning' }
    for (const [day, status, cost] of [
      ['2026-01-31', 'completed', 0.1],
      ['2026-01-01', 'completed', 0.2],
      ['2026-01-15', 'scheduled', 500],
      ['2026-02-28', 'completed', null],
      ['2026-03-01', 'completed', 80],
    ] as const)
      expect((await suite.alice.post('/maintenance', { ...service, service_date: day, status, cost })).status).toBe(201)
    for (const shoot_date of ['2026-01-31', '2026-02-01', '2026-02-28'])
      await suite.alice.post('/shoots', { title: 'Shoot', shoot_date })
    const cancelled = (
      await suite.alice.post('/shoots', { title: 'Cancelled', shoot_date: '2026-02-02', shoot_time: '09:00' })
    ).item()
    await suite.alice.patch(`/shoots/${cancelled.id}`, { updates: { status: 'cancelled' } })
    expect(await monthsOf('2025-12', '2026-02')).toEqual([
      { month: '2025-12', services: 0, service_cost: 0, shoots: 0 },
      { month: '2026-01', services: 2, service_cost: 0.3, shoots: 1 },
      { month: '2026-02', services: 1, service_cost: 0, shoots: 2 },
    ])
    const others = MonthlyFigures.parse((await suite.bob.get('/analytics/months?from=2026-01&to=2026-01')).item())
    expect(others.months).toEqual([{ month: '2026-01', services: 0, service_cost: 0, shoots: 0 }])
  })

  it('takes up to 36 months, in order', async () => {
    expect(await monthsOf('2023-03', '2026-02')).toHaveLength(36)
    const faults = async (query: string) => (await suite.alice.get(`/analytics/months?${query}`)).faults()
    expect(await faults('from=2023-02&to=2026-02')).toEqual(['to invalid_value'])
    expect(await faults('from=2026-02&to=2026-01')).toEqual(['to invalid_value'])
    expect(await faults('from=2026-13&to=2026-1')).toEqual(['from invalid_value', 'to invalid_value'])
    expect(await faults('from=2026-02')).toEqual(['to required'])
  })

  it('has an ETag of its figures', async () => {
    const path = '/analytics/months?from=2026-01&to=2026-01'
    const etag = (await suite.alice.get(path)).headers['etag'] ?? ''
    expect((await suite.alice.get(path, { 'if-none-match': etag })).status).toBe(304)
    await suite.alice.post('/shoots', { title: 'More', shoot_date: '2026-01-01' })
    expect((await suite.alice.get(path, { 'if-none-match': etag })).status).toBe(200)
  })
})
