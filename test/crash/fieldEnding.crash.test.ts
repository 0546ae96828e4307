import { expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { fullOrSmall } from '../support/counts.ts'
import { runSql } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { createDataFolder, startServer } from '../support/server.ts'
import { createSettings } from '../support/settings.ts'
import { dropDatabase } from '../support/testDatabase.ts'
import { until } from '../support/wait.ts'
import { defineField, listFields } from '../server/settings/fields/support.ts'

const ITEMS = fullOrSmall(5000, 1000)
const KILLS = fullOrSmall(5, 2)

async function createItems(api: Api): Promise<void> {
  for (let index = 0; index < ITEMS; index += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, offset) =>
        api.createItem({ asset_tag: `E-${index + offset}`, fields: { supplier: `S${offset}`, owner: 'Anna' } }),
      ),
    )
}

it('the deletion of a field goes on after each kill, beside writes and on two servers, with one event for each item', async () => {
  using folder = createDataFolder()
  const account = await createAccount(folder.dataDir, 'Alice')
  let server = await startServer(folder.dataDir)
  const apiOf = (): Api => createApi(server.url, account.api_key)
  const ownerOf = (): Api => createSettings(server.url, account.owner_key)
  const field = await defineField(ownerOf(), { name: 'supplier', filterable: true })
  await defineField(ownerOf(), { name: 'owner' })
  await createItems(apiOf())
  const [first] = (await apiOf().get('/gear?sort=created_at&limit=1')).items()
  expect((await ownerOf().delete(`/fields/${field.id}?values=discard`)).status).toBe(200)

  const countCleared = async (): Promise<number> =>
    (
      await runSql(
        folder.databaseFile,
        'select seq from event where type = \'gear.updated\' and body like \'%"fields.supplier":{"from":%\'',
      )
    ).length
  let cleared = 0
  for (let kill = 0; kill < KILLS; kill++) {
    cleared = await until('a batch is done', async () => {
      const count = await countCleared()
      return (count > cleared || count === ITEMS) && count
    })
    await server.kill()
    server = await startServer(folder.dataDir)
  }
  await using other = await startServer(folder.dataDir)
  const patched = await createApi(other.url, account.api_key).patch(`/gear/${first?.id}`, {
    updates: { fields: { owner: 'Bernd' } },
  })
  expect(patched).toHaveStatus(200)
  await until('the field is gone', async () => (await listFields(ownerOf())).length === 1)
  expect(await countCleared()).toBe(ITEMS)
  const records = await runSql<{ record: string }>(folder.databaseFile, 'select record from gear')
  const fields = records.map(({ record }) => JSON.stringify((JSON.parse(record) as { fields: object }).fields))
  expect(new Set(fields)).toEqual(new Set(['{"owner":"Anna"}', '{"owner":"Bernd"}']))
  expect(await runSql(folder.databaseFile, 'select gear_id from gear_field_value')).toEqual([])
  expect((await listFields(ownerOf()))[0]).toMatchObject({ name: 'owner', items: ITEMS })
  await server.stop()
  await other.stop()
  await checkInvariants(folder.databaseFile)
  await dropDatabase(folder.databaseFile)
})
