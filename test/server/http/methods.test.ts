import { beforeAll, expect, it } from 'vitest'
import type { Key } from '../../../contract/settings/keys.ts'
import { apiPlane, settingsPlane } from '../../../contract/planes.ts'
import type { Api, Reply } from '../../support/api.ts'
import { requiredQueries } from '../../support/requiredQueries.ts'
import { useServer } from '../../support/suite.ts'
import { until } from '../../support/wait.ts'

const suite = useServer({ fakeClock: true })

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE', 'PROPFIND'] as const
/** Headers that differ between requests, or describe the transfer of a body. */
const PER_REQUEST = new Set(['request-id', 'date', 'connection', 'keep-alive', 'ratelimit', 'transfer-encoding'])
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

const paths = [apiPlane, settingsPlane].flatMap((plane) => {
  const allowedMethods = new Map<string, Set<string>>()
  for (const { path, method } of plane.operations) {
    const methods = allowedMethods.get(path) ?? new Set(['OPTIONS'])
    methods.add(method)
    if (method === 'GET') methods.add('HEAD')
    allowedMethods.set(path, methods)
  }
  return [...allowedMethods].map(([path, methods]) => ({
    plane: plane.name,
    path: `${plane.base}${path}`,
    allowed: [...methods].toSorted(),
  }))
})

const stable = ({ headers }: Reply): object =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !PER_REQUEST.has(name)))

const omitLength = (headers: object): object => ({ ...headers, 'content-length': undefined })

const targetOf = (path: string): string =>
  `//${path.slice(1).replace(/\{\w+\}/g, UNKNOWN_ID)}${requiredQueries[path] ?? ''}`
const caller = (plane: string): Api =>
  suite.alice.as(plane === 'settings' ? suite.aliceAccount.owner_key : suite.aliceAccount.api_key)

// A key's last use is stored once a minute, seconds later. Here that is done before the lists of keys are compared.
beforeAll(() =>
  until('the last use of both keys is stored', async () => {
    await caller('api').get('/gear')
    const keys = (await caller('settings').get('//settings/v1/keys')).items() as unknown as Key[]
    return keys.every((key) => key.last_used_at !== null)
  }),
)

it.each(paths)('$path allows $allowed and lists them', async ({ path, allowed }) => {
  const allow = allowed.join(', ')
  const anonymousApi = suite.alice.as(undefined)
  const options = await anonymousApi.send('OPTIONS', targetOf(path))
  expect({ status: options.status, allow: options.headers['allow'], text: options.text }).toEqual({
    status: 204,
    allow,
    text: '',
  })
  const otherMethods = METHODS.filter((method) => !allowed.includes(method))
  const refusedReplies = await Promise.all(otherMethods.map((method) => anonymousApi.send(method, targetOf(path))))
  expect(refusedReplies.map((reply) => [reply.status, reply.headers['allow']])).toEqual(
    otherMethods.map(() => [405, allow]),
  )
})

/** Audit rows of reads are written up to a second later. Two requests see the same rows only if they list writes. */
const stableTarget = (path: string): string =>
  path === '/settings/v1/audit' ? `${targetOf(path)}?method=POST` : targetOf(path)

/** The verification counts the rows, so its length depends on those that were written in between. */
const stableOf = (path: string, reply: Reply): object =>
  path === '/settings/v1/audit/verify' ? omitLength(stable(reply)) : stable(reply)

it.each(paths.filter(({ allowed }) => allowed.includes('GET')))(
  '$path answers HEAD like GET, without a body',
  async ({ plane, path }) => {
    const getReply = await caller(plane).get(stableTarget(path))
    const headReply = await caller(plane).send('HEAD', stableTarget(path))
    expect({ status: headReply.status, stable: stableOf(path, headReply), text: headReply.text }).toEqual({
      status: getReply.status,
      stable: stableOf(path, getReply),
      text: '',
    })
    expect(getReply.status).toBeOneOf([200, 404])
  },
)
