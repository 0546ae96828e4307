import { expect, it } from 'vitest'
import { apiPlane, settingsPlane } from '../../contract/planes.ts'
import type { Api, Reply } from '../support/api.ts'
import { useServer } from '../support/suite.ts'

const suite = useServer()

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE', 'PROPFIND'] as const
/** Headers that differ from call to call, or speak of how a body is sent. */
const PER_CALL = new Set(['request-id', 'date', 'connection', 'keep-alive', 'ratelimit', 'transfer-encoding'])
const NOBODY = '00000000-0000-7000-8000-000000000000'

const places = [apiPlane, settingsPlane].flatMap((plane) => {
  const allowed = new Map<string, Set<string>>()
  for (const { path, method } of plane.operations) {
    const methods = allowed.get(path) ?? new Set(['OPTIONS'])
    methods.add(method)
    if (method === 'GET') methods.add('HEAD')
    allowed.set(path, methods)
  }
  return [...allowed].map(([path, methods]) => ({ plane: plane.name, path: `${plane.base}${path}`, allowed: [...methods].toSorted() }))
})

const stable = ({ headers }: Reply): object => Object.fromEntries(Object.entries(headers).filter(([name]) => !PER_CALL.has(name)))

const targetOf = (path: string): string => `//${path.slice(1).replace(/\{\w+\}/g, NOBODY)}`
const caller = (plane: string): Api => suite.alice.as(plane === 'settings' ? suite.aliceAccount.owner_key : suite.aliceAccount.api_key)

it.each(places)('$path takes $allowed and says so', async ({ path, allowed }) => {
  const allow = allowed.join(', ')
  const nobody = suite.alice.as(undefined)
  const options = await nobody.send('OPTIONS', targetOf(path))
  expect([options.status, options.headers['allow'], options.text]).toEqual([204, allow, ''])
  const others = METHODS.filter((method) => !allowed.includes(method))
  const refused = await Promise.all(others.map((method) => nobody.send(method, targetOf(path))))
  expect(refused.map((reply) => [reply.status, reply.headers['allow']])).toEqual(others.map(() => [405, allow]))
})

/** The audit has rows of reads that arrive up to a second late: two readings of it may differ, but not of its writes. */
const unchanging = (path: string): string => (path === '/settings/v1/audit' ? `${targetOf(path)}?method=POST` : targetOf(path))

it.each(places.filter(({ allowed }) => allowed.includes('GET')))('$path answers HEAD as GET, without a body', async ({ plane, path }) => {
  const got = await caller(plane).get(unchanging(path))
  const head = await caller(plane).send('HEAD', unchanging(path))
  expect([head.status, stable(head), head.text]).toEqual([got.status, stable(got), ''])
  expect([200, 404]).toContain(got.status)
})
