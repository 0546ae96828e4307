import { describe, expect, it } from 'vitest'
import type { Operation } from '../../../contract/operation.ts'
import { operations } from '../../../contract/api/operations.ts'
import { SETTINGS_BASE, settingsOperations } from '../../../contract/settings/operations.ts'
import type { Api, Reply } from '../../support/api.ts'
import { useServer } from '../../support/suite.ts'

// Texts that databases treat differently: NUL, which PostgreSQL cannot store, lone surrogates, wildcards of LIKE.

const suite = useServer()
const anyId = '0192f3a4-0000-7000-8000-000000000000'
const NUL_TEXTS = ['%00', 'a%00b', `${anyId}%00`]
const ODD_TEXTS = [...NUL_TEXTS, '%25', '_', '%5C', '%27', '%22', '%7E', '%ED%A0%80', '%F0%9F%93%B7', 'a%0Ab']

const targets: [string, Operation, () => Api, (path: string) => string][] = [
  ...operations.map((one): (typeof targets)[number] => [one.id, one, () => suite.alice, (path) => path]),
  ...settingsOperations.map((one): (typeof targets)[number] => [
    one.id,
    one,
    () => suite.alice.as(suite.aliceAccount.owner_key),
    (path) => `/${SETTINGS_BASE}${path}`,
  ]),
]

const call = (api: Api, { method, body }: Operation, path: string): Promise<Reply> =>
  api.send(
    method,
    path,
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: '{"updates":{"notes":"x"}}' },
  )

const withFilters = targets.filter(([, operation]) => Object.keys(operation.query ?? {}).length > 0)
const withId = targets.filter(([, operation]) => operation.path.includes('{id}'))

describe('unusual texts in a query', () => {
  it.each(withFilters)(
    'of %s are answered or refused, never an internal error',
    async (_id, operation, api, pathOf) => {
      for (const name of Object.keys(operation.query ?? {}))
        for (const text of ODD_TEXTS) {
          const reply = await api().send(
            operation.method,
            `${pathOf(operation.path.replace('{id}', anyId))}?${name}=${text}`,
          )
          const answers = NUL_TEXTS.includes(text) ? ['invalid_query', 'not_found'] : ['', 'invalid_query', 'not_found']
          expect(answers, `${name}=${text}: ${reply.text}`).toContain(reply.status === 200 ? '' : reply.problem().code)
        }
    },
  )
})

describe('unusual texts as an id', () => {
  it.each(withId)('in the path of %s get the 404 of an unknown id', async (_id, operation, api, pathOf) => {
    const missingReply = await call(api(), operation, pathOf(operation.path.replace('{id}', anyId)))
    for (const text of [...NUL_TEXTS, '%25', '_', '~', 'none', `${anyId}x`]) {
      const reply = await call(api(), operation, pathOf(operation.path.replace('{id}', text)))
      expect({ text, status: reply.status, code: reply.problem().code, detail: reply.problem().detail }).toEqual({
        text,
        status: missingReply.status,
        code: missingReply.problem().code,
        detail: missingReply.problem().detail,
      })
    }
  })
})
