import { describe, expect, it } from 'vitest'
import { NEWER_STEPS_MESSAGE } from '../../platform/sql/migrate.ts'
import { runOperatorCommandIn } from '../support/account.ts'
import type { Item } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { startServer } from '../support/server.ts'
import { hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { RECORD_SCHEMA } from '../../server/db/recordSchema.ts'
import { folderOn, hasNoHood, lens, startSideBySide, type SideBySide } from './sideBySide.ts'

// A later version adds an optional field to lenses, while a server of this version runs on the same database.

const SELECT_LENSES =
  "select record from gear where gear_type = 'lens' union all select record from deleted_record where kind = 'gear'"
const SELECT_WRITES = "select entry from audit where method <> 'GET' order by seq"
const SELECT_EVENTS = 'select id, body from event order by seq'
const messages = (log: readonly Record<string, unknown>[]): string => log.map(({ msg }) => String(msg)).join('\n')

async function checkFieldIsNull({ ask, api }: SideBySide, oldLens: Item, camera: Item): Promise<void> {
  const { item: madeLens } = await ask('POST', '/gear', { body: lens('35mm F1.4', { asset_tag: 'L-2' }) })
  expect(hasNoHood(madeLens)).toBe(true)
  const { id, asset_tag, created_at, updated_at } = oldLens
  expect((await ask('GET', `/gear/${id}`)).text, 'the record is as the later version creates it').toBe(
    JSON.stringify({ data: Object.assign(madeLens, { id, asset_tag, created_at, updated_at }) }),
  )
  for (const list of ['/gear', '/gear?type=lens', '/gear?q=35mm', '/gear?asset_tag=l-1', '/gear?limit=1&offset=2'])
    expect({ list, hasNoHood: hasNoHood((await ask('GET', list)).items.find((one) => one.id === id)) }).toEqual({
      list,
      hasNoHood: true,
    })
  expect((await ask('GET', `/gear/${camera.id}`)).text, 'records of other types are unchanged').toBe(
    (await api.get(`/gear/${camera.id}`)).text,
  )
}

async function checkNullIsNoChange({ ask, sql }: SideBySide, oldLens: Item): Promise<void> {
  const headers = { 'if-match': `"${oldLens.updated_at}"` }
  const unchangedReply = await ask('PATCH', `/gear/${oldLens.id}`, { body: { updates: { hood_model: null } }, headers })
  expect({
    status: unchangedReply.status,
    etag: unchangedReply.etag,
    hasNoHood: hasNoHood(unchangedReply.item),
  }).toEqual({
    status: 200,
    etag: headers['if-match'],
    hasNoHood: true,
  })
  expect(await sql("select seq from event where type = 'gear.updated'")).toEqual([])
  const patchedReply = await ask('PATCH', `/gear/${oldLens.id}`, { body: { updates: { hood_model: 'LH-1' } }, headers })
  expect({ status: patchedReply.status, hood_model: patchedReply.item['hood_model'] }).toEqual({
    status: 200,
    hood_model: 'LH-1',
  })
  const [event] = await sql<{ body: string }>("select body from event where type = 'gear.updated'")
  expect(JSON.parse(event?.body ?? '{}')).toMatchObject({
    data: { changes: { hood_model: { from: null, to: 'LH-1' } } },
  })
}

async function checkListTags({ ask, askOld }: SideBySide, tags: { gear: string; shoots: string }): Promise<void> {
  expect((await ask('GET', '/gear', { headers: { 'if-none-match': tags.gear } })).status).toBe(200)
  expect(
    (await ask('GET', '/shoots', { headers: { 'if-none-match': tags.shoots } })).status,
    'shoots have no new field',
  ).toBe(304)
  const [laterList, oldList] = [await ask('GET', '/gear'), await askOld('GET', '/gear')]
  expect(laterList.etag, 'the two servers have different ETags for one version').toBe(`${oldList.etag.slice(0, -1)}.1"`)
  expect((await ask('GET', '/gear', { headers: { 'if-none-match': laterList.etag } })).status).toBe(304)
}

async function checkWritesOfOldServer({ ask, make, sql, progress }: SideBySide): Promise<void> {
  const newLens = await make(lens('85mm F1.4', { asset_tag: 'L-3' }))
  expect(await progress()).toEqual({ schema: RECORD_SCHEMA + 1, cursor: '', behind: 1 })
  expect((await sql<{ record: string }>('select record from gear where id = ?', newLens.id))[0]?.record).not.toContain(
    'hood_model',
  )
  for (const list of ['/gear', '/gear?type=lens&status=available', '/gear?q=85mm', '/gear?asset_tag=L-3'])
    expect({ list, hasNoHood: hasNoHood((await ask('GET', list)).items.find((one) => one.id === newLens.id)) }).toEqual(
      { list, hasNoHood: true },
    )
  expect(hasNoHood((await ask('GET', `/gear/${newLens.id}`)).item)).toBe(true)
  const unchangedReply = await ask('PATCH', `/gear/${newLens.id}`, { body: { updates: { hood_model: null } } })
  expect({ etag: unchangedReply.etag, hasNoHood: hasNoHood(unchangedReply.item) }).toEqual({
    etag: `"${newLens.updated_at}"`,
    hasNoHood: true,
  })
}

async function checkValueSurvives({ ask, askOld }: SideBySide, { id }: Item): Promise<void> {
  expect((await askOld('PATCH', `/gear/${id}`, { body: { updates: { notes: 'by the old server' } } })).status).toBe(200)
  expect((await ask('GET', `/gear/${id}`)).item).toMatchObject({ hood_model: 'LH-1', notes: 'by the old server' })
}

async function checkRestoreOfDeleted({ ask, api, make, sql }: SideBySide, deletedLens: Item): Promise<void> {
  const [byOld, byLater] = [await make(lens('105mm F1.4')), await make(lens('135mm F1.8'))]
  expect((await api.delete(`/gear/${byOld.id}`)).status).toBe(200)
  expect((await ask('DELETE', `/gear/${byLater.id}`)).status).toBe(200)
  const [event] = await sql<{ body: string }>(
    "select body from event where type = 'gear.deleted' and record_id = ?",
    byLater.id,
  )
  expect(hasNoHood((JSON.parse(event?.body ?? '{}') as { data: { record: Item } }).data.record)).toBe(true)
  for (const { id } of [deletedLens, byOld, byLater])
    expect(hasNoHood((await ask('POST', `/gear/${id}/restore`)).item)).toBe(true)
}

async function checkSweepAtNextStart(servers: SideBySide): Promise<void> {
  const { ask, api, make, sql, progress } = servers
  await make(lens('20mm F1.4'))
  await api.delete(`/gear/${(await make(lens('24mm F1.4'))).id}`)
  await servers.later?.stop()
  expect(messages((await servers.startLater()).log)).toMatch(/^stored records are upgraded: 3 of \d+ were changed$/m)
  expect(await progress()).toEqual({ schema: RECORD_SCHEMA + 1, cursor: '', behind: 0 })
  const storedLenses = await sql<{ record: string }>(SELECT_LENSES)
  for (const { record } of storedLenses) expect(record).toContain('"hood_model":')
  await ask('POST', '/gear', { body: lens('14mm F1.8') })
  expect(await progress(), 'writes of the later server need no migration').toEqual({
    schema: RECORD_SCHEMA + 1,
    cursor: '',
    behind: 0,
  })
  await servers.later?.stop()
  expect(messages((await servers.startLater()).log)).not.toContain('stored records')
}

async function checkOldServerStartsAgain({ old, folder, ask, askAt }: SideBySide): Promise<void> {
  await old.stop()
  await using server = await startServer(folder.dataDir)
  expect(server.log).toContainEqual(
    expect.objectContaining({ steps: ['9000_lens_hood', '9001_later'], msg: NEWER_STEPS_MESSAGE }),
  )
  const { item } = await askAt(server.url, 'POST', '/gear', { body: lens('28mm F1.4') })
  expect(hasNoHood((await ask('GET', `/gear/${item.id}`)).item)).toBe(true)
}

async function checkRestoreOfOlderBackup(
  { tree }: SideBySide,
  kind: 'sqlite' | 'postgres',
  backup: string,
): Promise<void> {
  using target = folderOn(kind)
  await runOperatorCommandIn(tree.root, target.dataDir, 'restore', '--from', backup, '--yes')
  const rows = await runSql<{ record: string }>(target.databaseFile, SELECT_LENSES)
  expect(rows.map(({ record }) => hasNoHood(JSON.parse(record) as Item))).toEqual([true, true])
  await using server = await startServer(target.dataDir, { root: tree.root })
  expect(messages(server.log), 'the restore has migrated all records').not.toContain('stored records')
}

describe.each([
  ['sqlite', true, ''],
  ['postgres', hasPostgres, withoutPostgres],
] as const)('a field that a later version adds to lenses, on %s', (kind, isRun, suffix) => {
  it.skipIf(!isRun)(`is null in every old record, also while the old server writes${suffix}`, async () => {
    await using servers = await startSideBySide(kind)
    const { api, make, sql } = servers
    const oldLens = await make(lens('35mm F1.4', { asset_tag: 'L-1' }))
    const deletedLens = await make(lens('50mm F1.4'))
    const camera = await make({ gear_type: 'camera', brand: 'Sony', model: 'A7 IV' })
    await api.delete(`/gear/${deletedLens.id}`)
    const tagOf = async (list: string): Promise<string> => (await api.get(list)).headers['etag'] ?? ''
    const tags = { gear: await tagOf('/gear'), shoots: await tagOf('/shoots') }
    const backup = await servers.backup()
    const rowsBefore = { events: await sql(SELECT_EVENTS), writes: await sql(SELECT_WRITES) }
    await servers.startLater()
    expect({ events: await sql(SELECT_EVENTS), writes: await sql(SELECT_WRITES) }).toEqual(rowsBefore)
    await checkFieldIsNull(servers, oldLens, camera)
    await checkNullIsNoChange(servers, oldLens)
    await checkListTags(servers, tags)
    await checkWritesOfOldServer(servers)
    await checkValueSurvives(servers, oldLens)
    await checkRestoreOfDeleted(servers, deletedLens)
    await checkSweepAtNextStart(servers)
    await checkOldServerStartsAgain(servers)
    await checkRestoreOfOlderBackup(servers, kind, backup)
  })
})
