import { expect, it } from 'vitest'
import { createAccount, runOperatorCommand } from '../../support/account.ts'
import { camera, createApi } from '../../support/api.ts'
import { fakeClock, startInProcessServer, startServer, createDataFolder } from '../../support/server.ts'
import { createSettings } from '../../support/settings.ts'
import { dropDatabase, hasPostgres, newDatabaseUrl, withoutPostgres } from '../../support/testDatabase.ts'
import { verifyAudit } from '../settings/audit/support.ts'

const DAY_MS = 86_400_000

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  const isLeftOut = database === 'PostgreSQL' && !hasPostgres
  it.skipIf(isLeftOut)(
    `repair-clock repairs an account that a wrong clock has moved ahead on ${database}${isLeftOut ? withoutPostgres : ''}`,
    async () => {
      const startMs = Date.now()
      using folder = createDataFolder(database === 'PostgreSQL' ? newDatabaseUrl() : undefined)
      const account = await createAccount(folder.dataDir, 'Ahead')
      const clock = fakeClock(Date.now() + 200 * DAY_MS)
      const aheadServer = await startInProcessServer(folder.databaseFile, clock)
      const aheadApi = createApi(aheadServer.url, account.api_key)
      const oldItem = await aheadApi.createItem({ model: 'Old' })
      await aheadApi.post('/gear', camera({ model: 'Kept' }), { 'idempotency-key': 'ahead' })
      const settings = createSettings(aheadServer.url, account.owner_key)
      const { id: keyId } = (await settings.post('/keys', { name: 'Robot', scopes: ['gear:read'] })).item()
      await settings.post(`/keys/${keyId}/rotate`, { overlap_seconds: 3600 })
      await aheadServer.stop()

      await using server = await startServer(folder.dataDir)
      const api = createApi(server.url, account.api_key)
      const stuck = await api.createItem({ model: 'Stuck' })
      expect(Date.parse(stuck.created_at)).toBeGreaterThan(Date.now() + 199 * DAY_MS)

      const repair = (): Promise<unknown> =>
        runOperatorCommand(folder.dataDir, 'accountRepairClock', '--account', account.account_id)
      expect(await repair()).toEqual({ account_id: account.account_id, ahead_seconds: expect.any(Number), records: 3 })
      const itemAfter = await api.createItem({ model: 'After' })
      // The clocks of both databases differ from this one by less than a second.
      const isNow = (time: string): boolean =>
        Date.parse(time) >= startMs - 1000 && Date.parse(time) <= new Date().getTime() + 1000
      const listedItems = (await api.get('/gear')).items()
      expect(listedItems.map((item) => item['model'])).toEqual(['After', 'Stuck', 'Kept', 'Old'])
      expect(listedItems.map((item) => isNow(item.created_at) && isNow(item.updated_at))).toEqual([
        true,
        true,
        true,
        true,
      ])
      expect(listedItems.map((item) => item.id)).toEqual(
        listedItems
          .map((item) => item.id)
          .toSorted()
          .toReversed(),
      )
      const changedReply = await api.patch(`/gear/${oldItem.id}`, { updates: { notes: 'now' } })
      expect(changedReply).toHaveStatus(200)
      expect(isNow(changedReply.item().updated_at)).toBe(true)
      expect(
        (
          await api.patch(
            `/gear/${itemAfter.id}`,
            { updates: { notes: 'now' } },
            { 'if-match': `"${itemAfter.updated_at}"` },
          )
        ).status,
      ).toBe(200)
      const owner = createSettings(server.url, account.owner_key)
      const key = (await owner.get(`/keys/${keyId}`)).item()
      expect(Date.parse(String(key['expires_at']))).toBeLessThan(Date.now() + 3_700_000)
      expect(await verifyAudit(owner)).toMatchObject({ ok: true, fault: null })
      const [row] = (await owner.get('/audit?key_id=00000000-0000-0000-0000-000000000000')).items()
      expect(row).toMatchObject({
        key: 'operator',
        route: '/account/repair-clock',
        status: 200,
        object_type: 'account',
        object_id: account.account_id,
      })
      expect(isNow(String(row?.['at']))).toBe(true)
      expect(await repair()).toMatchObject({ ahead_seconds: 0, records: 0 })
      await expect(runOperatorCommand(folder.dataDir, 'accountRepairClock', '--account', 'nobody')).rejects.toThrow(
        'There is no account with this id',
      )
      await server.stop()
      await dropDatabase(folder.databaseFile)
    },
  )
}
