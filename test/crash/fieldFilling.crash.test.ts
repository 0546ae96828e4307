import { expect, it } from 'vitest'
import type { CustomField } from '../../contract/api/customFields.ts'
import { createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { createDataFolder, startServer } from '../support/server.ts'
import { createSettings } from '../support/settings.ts'
import { dropDatabase } from '../support/testDatabase.ts'
import { until } from '../support/wait.ts'
import { defineField, listFields } from '../server/settings/fields/support.ts'

/** More items than one write collects. */
const ITEMS = 6000

/** Creates one item through the API and copies its row. The copies have greater ids and other codes. */
async function fillInventory(databaseFile: string, api: Api): Promise<void> {
  const item = await api.createItem({ fields: { code: 'C-0', grade: 'A' } })
  const copyId = 'substr(g.id, 1, 24) || cast(100000000000 + n.i as text)'
  const record = `replace(replace(g.record, g.id, ${copyId}), '"C-0"', '"C-' || cast(n.i as text) || '"')`
  const fold = `replace(g.fields_fold, 'c-0', 'c-' || cast(n.i as text))`
  await runSql(
    databaseFile,
    `insert into gear (account_id, id, gear_type, status, name_id, record, condition, fields_fold)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ITEMS - 1})
      select g.account_id, ${copyId}, g.gear_type, g.status, g.name_id, ${record}, g.condition, ${fold}
      from gear g, n where g.id = '${item.id}'`,
  )
  await runSql(databaseFile, `update gear_name set items = ${ITEMS}`)
  const counters = { 'gear.camera.available': ITEMS, 'fields.code': ITEMS, 'fields.grade': ITEMS }
  await runSql(
    databaseFile,
    'update account_state set counters = ?, gear_version = gear_version + 1',
    JSON.stringify(counters),
  )
}

it('values of a large inventory are collected in the background, also after a kill, and filters wait for them', async () => {
  using folder = createDataFolder()
  const { databaseFile } = folder
  const account = await createAccount(folder.dataDir, 'Alice')
  let server = await startServer(folder.dataDir)
  const api = (): Api => createApi(server.url, account.api_key)
  const owner = (): Api => createSettings(server.url, account.owner_key)
  const find = async (name: string): Promise<CustomField | undefined> =>
    (await listFields(owner())).find((field) => field.name === name)
  const code = await defineField(owner(), { name: 'code' })
  const grade = await defineField(owner(), { name: 'grade', type: 'choice', choices: ['A', 'B'] })
  await fillInventory(databaseFile, api())

  const tooMany = await owner().patch(`/fields/${code.id}`, { updates: { unique: true } })
  expect(tooMany.problem()).toMatchObject({ code: 'field_not_ready', reason: 'field_filterable_first' })
  const choice = await owner().patch(`/fields/${grade.id}`, { updates: { choices: ['A'] } })
  expect(choice.problem()).toMatchObject({ code: 'field_not_ready', reason: 'field_filterable_first' })

  const changed = await owner().patch(`/fields/${code.id}`, { updates: { filterable: true } })
  expect(changed.item()).toMatchObject({ state: 'filling', filterable: true })
  expect((await api().get('/gear?field.code=C-7')).faults()).toEqual(['field.code invalid_value'])
  await until(
    'a batch is collected',
    async () => (await runSql(databaseFile, 'select key from gear_field_value')).length > 0,
  )
  await server.kill()
  server = await startServer(folder.dataDir)
  const [newest] = (await api().get('/gear?limit=1')).items()
  await api().patch(`/gear/${newest?.id}`, { updates: { fields: { code: 'Changed' } } })
  const made = await api().createItem({ fields: { code: 'c-7' } })
  await until('all values are collected', async () => (await find('code'))?.state === 'active')
  expect((await api().get('/gear?field.code=C-7')).pagination().total).toBe(2)
  expect((await api().get('/gear?field.code=changed')).items().map(({ id }) => id)).toEqual([newest?.id])
  const repeated = await owner().patch(`/fields/${code.id}`, { updates: { unique: true } })
  expect(repeated.problem()).toMatchObject({ code: 'field_in_use', values: { known: ['C-7'] } })
  await api().delete(`/gear/${made.id}`)
  expect((await owner().patch(`/fields/${code.id}`, { updates: { unique: true } })).item()).toMatchObject({
    unique: true,
  })
  expect(
    (await api().post('/gear', { gear_type: 'lens', brand: 'a', model: 'b', fields: { code: 'c-9' } })).status,
  ).toBe(409)

  await owner().patch(`/fields/${grade.id}`, { updates: { filterable: true } })
  await until('the choices are collected', async () => (await find('grade'))?.state === 'active')
  const used = await owner().patch(`/fields/${grade.id}`, { updates: { choices: ['B'] } })
  expect(used.problem()).toMatchObject({ code: 'field_in_use', values: { known: ['A'] } })
  expect((await owner().patch(`/fields/${grade.id}`, { updates: { choices: ['A'] } })).status).toBe(200)
  await server.stop()
  const rows = await runSql(
    databaseFile,
    "select gear_id from gear_field_value where field = 'code' and unique_key is not null",
  )
  expect(rows).toHaveLength(ITEMS)
  await dropDatabase(databaseFile)
})
