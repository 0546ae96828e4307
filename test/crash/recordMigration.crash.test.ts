import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fullOrSmall } from '../support/counts.ts'
import { startFile } from '../support/run.ts'
import { buildDataFolderEnvironment } from '../support/server.ts'
import { hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { pause, until } from '../support/wait.ts'
import { hasNoHood, lens, startSideBySide, type SideBySide } from '../upgrade/sideBySide.ts'
import { RECORD_SCHEMA } from '../../server/db/recordSchema.ts'

const LENS_COUNT = fullOrSmall(30_000, 5000)
const KILL_COUNT = fullOrSmall(8, 2)

const STORED_LENSES = "select id, record from gear where gear_type = 'lens' order by id"

interface Stored {
  id: string
  record: string
}

/** Creates one lens through the API and copies its row. The copies have greater ids. */
async function fillWithLenses({ make, sql }: SideBySide): Promise<void> {
  const { id } = await make(lens('35mm F1.4'))
  const copyId = 'substr(g.id, 1, 24) || cast(100000000000 + n.i as text)'
  await sql(`insert into gear (account_id, id, gear_type, status, name_id, record)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${LENS_COUNT - 1})
    select g.account_id, ${copyId}, g.gear_type, g.status, g.name_id, replace(g.record, g.id, ${copyId}) from gear g, n where g.id = '${id}'`)
  await sql(`update gear_name set items = ${LENS_COUNT}`)
  await sql(
    'update account_state set counters = ?, gear_version = gear_version + 1',
    JSON.stringify({ 'gear.lens.available': LENS_COUNT }),
  )
}

/** Starts the later server and kills it when its cursor has passed `minCursor`. @returns the new cursor */
async function killHalfway({ tree, folder, progress }: SideBySide, minCursor: string): Promise<string> {
  const env = {
    ...process.env,
    ...(await buildDataFolderEnvironment(folder.dataDir)),
    KITROOM_PORT: '0',
    NODE_ENV: 'production',
  }
  const startedServer = startFile(join(tree.root, 'server/main.ts'), [], env)
  await until('a batch is migrated', async () => {
    const { cursor } = await progress()
    if (cursor < minCursor) throw new Error(`it went back from ${minCursor} to ${cursor}`)
    if (startedServer.child.exitCode !== null)
      throw new Error(`no batch came: ${startedServer.out()}\n${startedServer.err()}`)
    return cursor > minCursor && cursor !== 'gear '
  })
  startedServer.child.kill('SIGKILL')
  await startedServer.ended
  expect(startedServer.out(), 'it does not listen before the migration has ended').not.toContain('"listening"')
  return (await progress()).cursor
}

/**
 * Creates lenses on the old server and deletes some of them, until the signal aborts.
 * @returns the ids of those that remain
 */
async function writeMeanwhile({ make, api }: SideBySide, stopSignal: AbortSignal): Promise<string[]> {
  const ids: string[] = []
  for (let count = 0; !stopSignal.aborted; count++) {
    const { id } = await make(lens('85mm F1.4'))
    if (count % 5 === 4) await api.delete(`/gear/${id}`)
    else ids.push(id)
    await pause(20, 'the old server is used, not flooded')
  }
  return ids
}

const withoutHood = (rows: readonly Stored[]): Stored[] =>
  rows.map(({ id, record }) => ({ id, record: record.replace('"hood_model":null,', '') }))

describe.each([
  ['sqlite', true, ''],
  ['postgres', hasPostgres, withoutPostgres],
] as const)('a record migration on %s', (kind, isRun, suffix) => {
  it.skipIf(!isRun)(`resumes from its cursor after each kill, while the old server writes${suffix}`, async () => {
    await using servers = await startSideBySide(kind)
    const { ask, sql, progress } = servers
    await fillWithLenses(servers)
    const storedBefore = await sql<Stored>(STORED_LENSES)
    const stopController = new AbortController()
    const writtenLenses = writeMeanwhile(servers, stopController.signal)
    let cursor = ''
    for (let kill = 0; kill < KILL_COUNT; kill++) cursor = await killHalfway(servers, cursor)
    const { log } = await servers.startLater()
    expect(log.map(({ msg }) => msg)).toContainEqual(
      expect.stringMatching(/^upgrading stored records: [\d,]+ of at most [\d,]+ read$/),
    )
    for (const offset of [0, LENS_COUNT / 2, LENS_COUNT - 100])
      expect((await ask('GET', `/gear?limit=100&offset=${offset}`)).items.filter((item) => !hasNoHood(item))).toEqual(
        [],
      )
    stopController.abort()
    const writtenIds = await writtenLenses
    expect(writtenIds.length).toBeGreaterThan(0)
    for (const id of writtenIds) expect(hasNoHood((await ask('GET', `/gear/${id}`)).item)).toBe(true)
    await servers.later?.stop()
    await servers.startLater()
    expect(await progress()).toEqual({ schema: RECORD_SCHEMA + 1, cursor: '', behind: 0 })
    const storedAfter = await sql<Stored>(STORED_LENSES)
    expect(storedAfter.filter(({ record }) => !record.includes('"hood_model":null,"filter_thread_mm"'))).toEqual([])
    expect(withoutHood(storedAfter.slice(0, LENS_COUNT)), 'the rest of each record is unchanged').toEqual(storedBefore)
    expect(
      storedAfter
        .slice(LENS_COUNT)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(writtenIds.toSorted())
    expect(await sql("select type, count(*) as n from event where type like '%updated' group by type")).toEqual([])
  })
})
