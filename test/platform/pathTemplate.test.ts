import { expect, it } from 'vitest'
import { compilePath } from '../../platform/http/pathTemplate.ts'
import { measureOwnLoopTimeMs } from '../support/loopTime.ts'

it('a path without parameters matches only itself', () => {
  const match = compilePath('/healthz')
  expect(match('/healthz')).toEqual({})
  expect(match('/healthz/')).toBe(undefined)
  expect(match('/a/healthz')).toBe(undefined)
  expect(match('/health')).toBe(undefined)
})

it('a parameter is a whole segment or a part of one, never empty, never with a slash, as sent', () => {
  const match = compilePath('/sources/{id}/runs/{run}.json')
  expect(match('/sources/main/runs/7.json')).toEqual({ id: 'main', run: '7' })
  expect(match('/sources/a%2Fb/runs/7.8.json')).toEqual({ id: 'a%2Fb', run: '7.8' })
  for (const path of [
    '/sources//runs/7.json',
    '/sources/a/b/runs/7.json',
    '/sources/main/runs/.json',
    '/sources/main/runs/7xjson',
  ])
    expect({ path, match: match(path) }).toEqual({ path, match: undefined })
})

it('a hostile path takes linear time', async () => {
  const match = compilePath('/calendars/{token}.ics')
  const matchMs = (count: number): Promise<number> =>
    measureOwnLoopTimeMs(() => expect(match(`/calendars/${'.ics'.repeat(count)}x`)).toBeUndefined())
  // Quadratic time would be a hundred times as long. A millisecond covers what the call itself costs.
  expect(await matchMs(500_000)).toBeLessThan(30 * ((await matchMs(50_000)) + 1))
})
