import { expect, it } from 'vitest'
import type { IssuedKey } from '../../../../contract/settings/keys.ts'
import { createAccount } from '../../../support/account.ts'
import { createApi } from '../../../support/api.ts'
import { checkInvariants } from '../../../support/invariants.ts'
import { createSettings } from '../../../support/settings.ts'
import { startServer, createDataFolder } from '../../../support/server.ts'
import { dropDatabase } from '../../../support/testDatabase.ts'

it('a key that one server revokes or rotates is refused by another from the next request on', async () => {
  using folder = createDataFolder()
  const [firstServer, secondServer] = [await startServer(folder.dataDir), await startServer(folder.dataDir)]
  const account = await createAccount(folder.dataDir, 'Alice')
  const owner = createSettings(firstServer.url, account.owner_key)
  const make = async (): Promise<IssuedKey> =>
    (await owner.post('/keys', { name: 'Robot', scopes: ['gear:read'] })).item() as unknown as IssuedKey
  const status = async (key: string | null): Promise<number> =>
    (await createApi(secondServer.url, key ?? '').get('/gear')).status
  for (let round = 0; round < 5; round++) {
    const [revokedKey, rotatedKey] = [await make(), await make()]
    expect(await status(revokedKey.key)).toBe(200)
    expect(await status(rotatedKey.key)).toBe(200)
    await owner.delete(`/keys/${revokedKey.id}`)
    expect(await status(revokedKey.key)).toBe(401)
    const nextKey = (
      await owner.post(`/keys/${rotatedKey.id}/rotate`, { overlap_seconds: 0 })
    ).item() as unknown as IssuedKey
    expect(await status(rotatedKey.key)).toBe(401)
    expect(await status(nextKey.key)).toBe(200)
  }
  await Promise.all([firstServer.stop(), secondServer.stop()])
  await checkInvariants(folder.databaseFile)
  await dropDatabase(folder.databaseFile)
})
