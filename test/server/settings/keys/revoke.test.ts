import { describe, expect, it } from 'vitest'
import type { IssuedKey, Key } from '../../../../contract/settings/keys.ts'
import { createApi } from '../../../support/api.ts'
import { addKey } from '../../../support/account.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer()
const owner = () => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const make = async (): Promise<IssuedKey> =>
  (await owner().post('/keys', { name: 'Robot', scopes: ['gear:read'] })).item() as unknown as IssuedKey
const ownerKeyId = async (): Promise<string> => {
  const keys = (await owner().get('/keys?limit=200')).items() as unknown as Key[]
  return keys.find((key) => key.hint.endsWith(suite.aliceAccount.owner_key.slice(-4)))?.id ?? ''
}

describe('DELETE /keys/{id}', () => {
  it('revokes a key from the next request on, with others in flight, and keeps its record', async () => {
    const key = await make()
    const api = createApi(suite.server.url, key.key ?? '')
    expect((await api.get('/gear')).status).toBe(200)
    const runningReads = Array.from({ length: 50 }, () => api.get('/gear'))
    expect((await owner().delete(`/keys/${key.id}`)).item()).toEqual({ id: key.id, revoked: true })
    const statusesAfter = await Promise.all(Array.from({ length: 50 }, async () => (await api.get('/gear')).status))
    expect(new Set(statusesAfter)).toEqual(new Set([401]))
    await Promise.all(runningReads)
    const record = (await owner().get(`/keys/${key.id}`)).item()
    expect(record['revoked_at']).toMatch(/Z$/)
  })

  it('changes nothing the second time', async () => {
    const { id } = await make()
    await owner().delete(`/keys/${id}`)
    const textBefore = (await owner().get(`/keys/${id}`)).text
    expect((await owner().delete(`/keys/${id}`)).item()).toEqual({ id, revoked: true })
    expect((await owner().get(`/keys/${id}`)).text).toBe(textBefore)
  })

  it('checks If-Match', async () => {
    const { id } = await make()
    const etag = (await owner().get(`/keys/${id}`)).headers['etag'] ?? ''
    expect((await owner().delete(`/keys/${id}`, { 'if-match': '"0"' })).problem().code).toBe('precondition_failed')
    expect((await owner().delete(`/keys/${id}`, { 'if-match': etag })).status).toBe(200)
  })
})

describe('an owner key', () => {
  it('cannot be revoked if it is the last one, even while a rotated one still works', async () => {
    const id = await ownerKeyId()
    const refusal = await owner().delete(`/keys/${id}`)
    expect(refusal).toBeProblem(409, 'last_owner_key')
    const nextKey = (await owner().post(`/keys/${id}/rotate`, {})).item() as unknown as IssuedKey
    expect(nextKey.key).toMatch(/^ok_studio_[0-9A-Za-z]{49}$/)
    expect(nextKey).toMatchObject({ kind: 'owner', scopes: [], expires_at: null })
    expect((await owner().delete(`/keys/${nextKey.id}`)).problem().code).toBe('last_owner_key')
    const renewed = createSettings(suite.server.url, nextKey.key ?? '')
    expect((await renewed.get('/keys')).status).toBe(200)
    expect((await owner().delete(`/keys/${id}`)).status).toBe(200)
    expect((await owner().get('/keys')).status).toBe(401)
    expect((await renewed.get('/keys')).status).toBe(200)
  })

  it('can be revoked while there is another one', async () => {
    const { account_id: account } = suite.aliceAccount
    const [firstKey, secondKey] = [
      await addKey(suite.folder.databaseFile, account, { kind: 'owner' }),
      await addKey(suite.folder.databaseFile, account, { kind: 'owner' }),
    ]
    const settings = createSettings(suite.server.url, firstKey)
    const keys = (await settings.get('/keys?limit=200')).items() as unknown as Key[]
    const otherKey = keys.find((key) => key.hint.endsWith(secondKey.slice(-4)) && key.kind === 'owner')
    expect((await settings.delete(`/keys/${otherKey?.id}`)).status).toBe(200)
    expect((await createSettings(suite.server.url, secondKey).get('/keys')).status).toBe(401)
  })
})
