import { describe, expect, it } from 'vitest'
import { scopes } from '../../../../contract/scopes.ts'
import { addKey } from '../../../support/account.ts'
import { useServer } from '../../../support/suite.ts'
import { makeShoot, shootBody } from './support.ts'

const suite = useServer()

describe('the scopes of shoots and analytics', () => {
  it.each([
    ['shoots:read', 'GET', '/shoots'],
    ['shoots:read', 'GET', '/shoots/{id}'],
    ['shoots:read', 'HEAD', '/shoots/{id}'],
    ['shoots:write', 'POST', '/shoots'],
    ['shoots:write', 'PATCH', '/shoots/{id}'],
    ['shoots:write', 'DELETE', '/shoots/{id}'],
    ['analytics:read', 'GET', '/analytics'],
    ['analytics:read', 'HEAD', '/analytics'],
  ] as const)('%s alone allows %s %s', async (scope, method, path) => {
    const { id } = await makeShoot(suite.alice)
    const [permittedApi, otherScopesApi] = await Promise.all([
      addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, { scopes: [scope] }),
      addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, {
        scopes: scopes.filter((one) => one !== scope),
      }),
    ])
    const patch = method === 'PATCH' ? { updates: { notes: 'x' } } : undefined
    const body = method === 'POST' ? shootBody() : patch
    const options = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const send = (key: string) => suite.alice.as(key).send(method, path.replace('{id}', id), options)
    const refusedReplies = await send(otherScopesApi)
    expect({ status: refusedReplies.status, 'www-authenticate': refusedReplies.headers['www-authenticate'] }).toEqual({
      status: 403,
      'www-authenticate': expect.stringContaining(`error="insufficient_scope", scope="${scope}"`),
    })
    const acceptedReplies = await send(permittedApi)
    expect(acceptedReplies.status).toBe(method === 'POST' ? 201 : 200)
  })
})
