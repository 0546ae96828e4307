import { describe, expect, it } from 'vitest'
import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { SETTINGS_BASE, settingsOperations } from '../../contract/settingsOperations.ts'
import type { Api, Reply } from '../support/api.ts'
import { useServer } from '../support/suite.ts'

// Texts that a database may take otherwise than another: NUL, which PostgreSQL cannot store, halves of characters, wildcards of LIKE.

const suite = useServer()
const anyId = '0192f3a4-0000-7000-8000-000000000000'
const NULS = ['%00', 'a%00b', `${anyId}%00`]
const TEXTS = [...NULS, '%25', '_', '%5C', '%27', '%22', '%7E', '%ED%A0%80', '%F0%9F%93%B7', 'a%0Ab']

const places: [string, Operation, () => Api, (path: string) => string][] = [
  ...operations.map((one): (typeof places)[number] => [one.id, one, () => suite.alice, (path) => path]),
  ...settingsOperations.map((one): (typeof places)[number] => [
    one.id,
    one,
    () => suite.alice.as(suite.aliceAccount.owner_key),
    (path) => `/${SETTINGS_BASE}${path}`,
  ]),
]

const call = (api: Api, { method, body }: Operation, path: string): Promise<Reply> =>
  api.send(method, path, body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: '{"updates":{"notes":"x"}}' })

const withFilters = places.filter(([, operation]) => Object.keys(operation.query ?? {}).length > 0)
const withId = places.filter(([, operation]) => operation.path.includes('{id}'))

describe('strange texts in a query', () => {
  it.each(withFilters)('of %s are answered or refused, and never more than that', async (_id, operation, api, place) => {
    for (const name of Object.keys(operation.query ?? {}))
      for (const text of TEXTS) {
        const reply = await api().get(`${place(operation.path.replace('{id}', anyId))}?${name}=${text}`)
        const answers = NULS.includes(text) ? ['invalid_query', 'not_found'] : ['', 'invalid_query', 'not_found']
        expect(answers, `${name}=${text}: ${reply.text}`).toContain(reply.status === 200 ? '' : reply.problem().code)
      }
  })
})

describe('strange texts instead of an id', () => {
  it.each(withId)('in the path of %s are the 404 of an id that nothing has', async (_id, operation, api, place) => {
    const missing = await call(api(), operation, place(operation.path.replace('{id}', anyId)))
    for (const text of [...NULS, '%25', '_', '~', 'none', `${anyId}x`]) {
      const reply = await call(api(), operation, place(operation.path.replace('{id}', text)))
      expect([text, reply.status, reply.problem().code, reply.problem().detail]).toEqual([
        text,
        missing.status,
        missing.problem().code,
        missing.problem().detail,
      ])
    }
  })
})
