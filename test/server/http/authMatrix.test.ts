import { beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../contract/operation.ts'
import { apiPlane, settingsPlane, type Plane } from '../../../contract/planes.ts'
import type { Key } from '../../../contract/settings/keys.ts'
import { API_PREFIX, generateKey, OWNER_PREFIX } from '../../../platform/keyFormat.ts'
import { addKey } from '../../support/account.ts'
import { createApi, type Reply } from '../../support/api.ts'
import { createSettings } from '../../support/settings.ts'
import { useServer } from '../../support/suite.ts'
import { sendRaw } from '../../support/wire.ts'

const suite = useServer()
const anyId = '0192f3a4-0000-7000-8000-000000000000'
const bearer = (parameters: string): string => `Bearer realm="studio"${parameters}`
const invalidToken = { status: 401, code: 'invalid_api_key', challenge: bearer(', error="invalid_token"') }
const denial = (reply: Reply): object => ({
  status: reply.status,
  code: reply.problem().code,
  challenge: reply.headers['www-authenticate'],
})

function call(plane: Plane, operation: Operation, key: string | undefined): Promise<Reply> {
  const path = `/${plane.base}${operation.path.replace('{id}', anyId)}`
  const headers = { 'content-type': 'application/json' }
  return createApi(suite.server.url, key).send(
    operation.method,
    path,
    operation.body === undefined ? {} : { headers, body: '{}' },
  )
}

const withWrongChecksum = (key: string): string => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`

/** A valid key that was then revoked over HTTP. */
async function revokedKey(kind: 'api' | 'owner'): Promise<string> {
  const key = await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, { kind })
  const owner = createSettings(suite.server.url, suite.aliceAccount.owner_key)
  const keys = (await owner.get('/keys?limit=200')).items() as unknown as Key[]
  const id = keys.find((one) => one.hint.endsWith(key.slice(-4)) && one.kind === kind)?.id
  const reply = await owner.delete(`/keys/${id}`)
  if (reply.status !== 200) throw new Error(`not revoked: ${reply.text}`)
  return key
}

const kinds = [
  { plane: apiPlane, kind: 'api', prefix: API_PREFIX, other: 'owner', listPath: '//api/v1/gear' },
  { plane: settingsPlane, kind: 'owner', prefix: OWNER_PREFIX, other: 'api', listPath: '//settings/v1/keys' },
] as const

describe.each(kinds)(
  'every operation of the $plane.name plane',
  ({ plane, kind, prefix, other: otherKind, listPath }) => {
    let validKey = ''
    const invalidKeys: Record<string, string> = {}
    beforeAll(async () => {
      const make = (options: Parameters<typeof addKey>[2]): Promise<string> =>
        addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, options)
      validKey = await make({ kind })
      Object.assign(invalidKeys, {
        'with a wrong checksum': withWrongChecksum(validKey),
        'never issued': generateKey(prefix),
        expired: await make({ kind, expiresAt: new Date(Date.now() - 1).toISOString() }),
        revoked: await revokedKey(kind),
        'of the other plane': await make({ kind: otherKind }),
      })
    })

    it('accepts a valid key', async () => {
      expect((await createApi(suite.server.url, validKey).get(listPath)).status).toBe(200)
      for (const operation of plane.operations)
        expect((await call(plane, operation, validKey)).status).not.toBeOneOf([401, 403])
    })

    it('requires a key', async () => {
      for (const operation of plane.operations)
        expect(denial(await call(plane, operation, undefined))).toEqual({
          status: 401,
          code: 'missing_api_key',
          challenge: bearer(''),
        })
    })

    it.each(['with a wrong checksum', 'never issued', 'expired', 'revoked', 'of the other plane'])(
      'refuses a key %s',
      async (name) => {
        for (const operation of plane.operations)
          expect(denial(await call(plane, operation, invalidKeys[name]))).toEqual(invalidToken)
      },
    )

    it('refuses two Authorization headers, even with the same valid key', async () => {
      for (const secondKey of [validKey, 'sk_studio_x']) {
        const lines = [`Authorization: Bearer ${validKey}`, `Authorization: Bearer ${secondKey}`]
        const [reply] = await sendRaw(
          suite.server.url,
          [`GET ${listPath.slice(1)} HTTP/1.1\r\nHost: x\r\n${lines.join('\r\n')}\r\n\r\n`],
          1,
        )
        const { code } = JSON.parse(reply?.text ?? '{}') as { code?: string }
        expect({ status: reply?.status, code, 'www-authenticate': reply?.headers['www-authenticate'] }).toEqual({
          status: 400,
          code: 'invalid_header',
          'www-authenticate': bearer(', error="invalid_request"'),
        })
      }
    })
  },
)
