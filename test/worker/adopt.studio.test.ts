// A source takes over the items of an earlier one.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { adoptSource, type Adoption } from '../../contract/control/controlAdopt.ts'
import { runCli } from '../support/cli.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv, type Row } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config: '' })
})
afterAll(() => studio[Symbol.asyncDispose]())

/** Each test has two sources of its own. */
let old = ''
let next = ''
let count = 0
beforeEach(() => {
  count += 1
  old = `old-${count}`
  next = `next-${count}`
})

const configure = (ids: readonly string[], more = ''): void =>
  studio.configure(`sources:\n${ids.map((id) => `  - id: ${id}\n    file: ${id}.csv\n${more}`).join('')}`)
const rowsOf = (number: number): Row[] =>
  cameras(number).map((row) => ({
    ...row,
    'Asset Tag': `${count}-${row['Asset Tag']}`,
    Status: 'available',
    Notes: '',
  }))
const tagOf = (number: number): string => `${count}-K-000${number}`
const write = (id: string, rows: readonly Row[]): void => studio.writeSheet(`${id}.csv`, csv(rows))
const adopt = async (source = next, from = old): Promise<Adoption> =>
  (await studio.sync.client.call(adoptSource, { params: { source }, body: { from } })).body.data
const refusalOf = (source: string, from: string): Promise<unknown> =>
  adopt(source, from).then(
    () => 'adopted',
    ({ code, detail }: { code: string; detail: string }) => `${code}: ${detail}`,
  )
const runAdopt = (...args: string[]) => runCli(['sync', 'adopt', ...args], { KITROOM_DATA_DIR: studio.folder.dataDir })
const findItem = async (tag: string) => (await studio.api.get(`/gear?asset_tag=${tag}`)).items()[0] ?? { id: '' }
const update = (id: string, updates: object) => studio.api.patch(`/gear/${id}`, { updates })
const countEvents = () => studio.apiSql('select count(*) as events from event')
const bindingsOf = (source: string) =>
  studio.stateSql<{ key_fold: string; gear_id: string; absences: number }>(
    'select key_fold, gear_id, absences from binding where source = ? order by key_fold',
    source,
  )

/** Syncs rows into the earlier source, then replaces it in kitroom.yaml. */
async function replaceSource(rows: readonly Row[], more = ''): Promise<void> {
  configure([old], more)
  write(old, rows)
  write(next, rows)
  expect(await studio.sync.syncAll(old)).toMatchObject({ status: 'completed' })
  configure([next], more)
}

it('the last synced values go with the items: what was edited in Kitroom since stays, and an edit of the sheet is an update', async () => {
  const rows = rowsOf(4)
  await replaceSource(rows)
  const item = await findItem(tagOf(1))
  expect((await update(item.id, { notes: 'Edited in Kitroom' })).status).toBe(200)
  write(next, rows.with(1, { ...rows[1], Notes: 'Edited in the sheet' }))
  const events = await countEvents()
  expect(await adopt()).toEqual({
    source: next,
    from: old,
    taken_over: 4,
    already_bound: 0,
    left: 0,
    from_is_configured: false,
  })
  expect(await countEvents()).toEqual(events)
  const run = await studio.sync.syncAll(next)
  expect(run).toMatchObject({ status: 'completed', results: { unchanged: 3, updated: 1 } })
  expect(await findItem(tagOf(1))).toMatchObject({ notes: 'Edited in Kitroom' })
  expect(await findItem(tagOf(2))).toMatchObject({ notes: 'Edited in the sheet' })
})

it('an automatic source may change what it has taken over within its guard', async () => {
  const rows = rowsOf(10)
  await replaceSource(rows, '    approve: auto\n')
  await adopt()
  write(next, rows.with(0, { ...rows[0], Notes: 'New' }))
  const { run_id: runId } = await studio.sync.start({ source: next, decide: 'policy' })
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'completed', results: { updated: 1 } })
})

it('absences are counted anew', async () => {
  const missing = '    missing: mark\n    mark: { status: retired }\n'
  const rows = rowsOf(60)
  await replaceSource(rows, missing)
  configure([old], missing)
  write(old, rows.slice(1))
  await studio.sync.syncAll(old)
  expect((await bindingsOf(old))[0]).toMatchObject({ absences: 1 })
  configure([next], missing)
  write(next, rows.slice(1))
  await adopt()
  expect((await bindingsOf(next))[0]).toMatchObject({ absences: 0 })
  expect(await studio.sync.syncAll(next)).toMatchObject({ counts: { unchanged: 59, missing: 1 } })
  expect(await studio.sync.syncAll(next)).toMatchObject({ results: { unchanged: 59, marked: 1 } })
})

it('items and keys that the source has bound already stay as they are', async () => {
  const [first, second, third] = rowsOf(3) as [Row, Row, Row]
  await replaceSource([first, second, third])
  const [one, two] = [await findItem(tagOf(1)), await findItem(tagOf(2))]
  // Another item gets the tag of the second one.
  await update(two.id, { asset_tag: `${count}-moved` })
  await studio.api.post('/gear', { gear_type: 'camera', brand: 'Canon', model: 'Another', asset_tag: tagOf(2) })
  write(next, [first, { ...second, Model: 'Another' }])
  expect(await studio.sync.syncAll(next)).toMatchObject({ status: 'completed' })
  const before = await bindingsOf(next)

  const { out } = await runAdopt(next, '--from', old)
  expect(out.split('\n').slice(0, 3)).toEqual([
    `${next}: took over 1 item from ${old}. Nothing was written to the inventory.`,
    `  Bound to ${next} already, and now to it alone: 1 item.`,
    `  Left with ${old}: 1 item, because ${next} has bound the same key to another item.`,
  ])
  const { id: thirdId } = await findItem(tagOf(3))
  expect(await bindingsOf(next)).toEqual([
    ...before,
    { key_fold: tagOf(3).toLowerCase(), gear_id: thirdId, absences: 0 },
  ])
  expect(before.map(({ gear_id: id }) => id)).toContain(one.id)
  expect(await bindingsOf(old)).toMatchObject([{ gear_id: two.id }])
})

it('an earlier source that is still in kitroom.yaml is refused its rows, until it takes them back', async () => {
  await replaceSource(rowsOf(2))
  configure([old, next])
  expect(await studio.sync.syncAll(next)).toMatchObject({ results: { refused: 2 } })
  expect(await adopt()).toMatchObject({ taken_over: 2, from_is_configured: true })
  expect(await studio.sync.syncAll(next)).toMatchObject({ status: 'completed', results: { unchanged: 2 } })
  const run = await studio.sync.syncAll(old)
  expect(
    (await studio.sync.report(run.run_id)).rows.flatMap(({ errors = [] }) => errors.map(({ code }) => code)),
  ).toEqual(['owned_by_other_source', 'owned_by_other_source'])
  expect(await adopt(old, next)).toMatchObject({ taken_over: 2, from_is_configured: true })
  expect(await studio.sync.syncAll(old)).toMatchObject({ status: 'completed', results: { unchanged: 2 } })
})

it('what cannot be taken over is refused, with the reason', async () => {
  await replaceSource(rowsOf(2))
  expect(await refusalOf('none', old)).toBe(
    `unknown_source: There is no source "none" in kitroom.yaml. It has: ${next}.`,
  )
  expect(await refusalOf(next, next)).toMatch(
    /^invalid_request: from: "next-\d" is the source itself\. Name the source that /,
  )
  expect(await refusalOf(next, 'none')).toMatch(
    new RegExp(
      `^no_bindings: "none" has no bound items that ${next} could take over\\. Other sources that have bound items: .*\\b${old} \\(2\\)`,
    ),
  )
  studio.configure('sources:\n  - id: main\n')
  expect(await refusalOf(next, old)).toMatch(/^invalid_request: kitroom\.yaml cannot be used/)
})

it('an unfinished run of either source is named, with what ends it', async () => {
  await replaceSource(rowsOf(2))
  configure([old, next])
  // A row more, since a plan that writes nothing does not wait.
  for (const source of [old, next]) write(source, rowsOf(3))
  const { run_id: runId } = await studio.sync.start({ source: next })
  await studio.sync.follow(runId)
  configure([next])
  const waiting = `its plan waits for a decision. First apply it, with kitroom sync approve --plan ${runId}, or reject it, with kitroom sync reject --plan ${runId}.`
  expect(String(await refusalOf(next, old)).toLowerCase()).toBe(
    `run_not_ended: ${next} has the run ${runId}, which has not ended. ${waiting}`.toLowerCase(),
  )
  for (const status of ['planning', 'applying']) {
    await studio.stateSql('update run set status = ? where run_id = ?', status, runId)
    expect(await refusalOf(next, old)).toContain(
      `It is ${status}. Wait until it has ended, or end it with kitroom sync abort ${next}.`,
    )
  }
  await studio.stateSql('update run set status = ? where run_id = ?', 'waiting', runId)
  await studio.sync.reject(runId)

  configure([old, next])
  const earlier = await studio.sync.start({ source: old })
  await studio.sync.follow(earlier.run_id)
  expect(await refusalOf(next, old)).toMatch(new RegExp(`^run_not_ended: ${old} has the run ${earlier.run_id}`))
  expect(await bindingsOf(old)).toHaveLength(2)
  await studio.sync.reject(earlier.run_id)
  expect(await adopt()).toMatchObject({ taken_over: 2 })
})

it('a plan that a restore of the inventory has ended is no obstacle', async () => {
  await replaceSource(rowsOf(2))
  const { run_id: runId } = await studio.sync.start({ source: next })
  await studio.sync.follow(runId)
  await studio.stateSql("update fact set value = 'of an earlier history' where name = 'epoch'")
  expect(await adopt()).toMatchObject({ taken_over: 2 })
  expect(await studio.sync.get(runId)).toMatchObject({ status: 'expired', reason: { code: 'inventory_restored' } })
})

it('of two adoptions in opposite directions at once, each is complete', async () => {
  await replaceSource(rowsOf(5))
  configure([old, next])
  const results = await Promise.allSettled([adopt(next, old), adopt(old, next), adopt(next, old), adopt(old, next)])
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
  const [mine, others] = [await bindingsOf(next), await bindingsOf(old)]
  expect([mine.length, others.length].toSorted((a, b) => a - b)).toEqual([0, 5])
})

it('kitroom sync adopt says what happened and how to take it back', async () => {
  await replaceSource(rowsOf(3))
  expect(await runAdopt(next, '--from', old)).toMatchObject({
    code: 0,
    out:
      `${next}: took over 3 items from ${old}. Nothing was written to the inventory.\n` +
      `To take this back: npm run kitroom -- sync adopt ${old} --from ${next}, with ${old} in kitroom.yaml again\n`,
  })
  configure([old, next])
  const back = await runAdopt(old, '--from', next)
  expect(back.out).toContain(
    `${next} is still in kitroom.yaml. Its rows of these items are refused from now on, so remove it there.\n`,
  )
  expect(back.out).toContain(`To take this back: npm run kitroom -- sync adopt ${next} --from ${old}\n`)
  const json = await runAdopt(next, '--from', old, '--json')
  expect(JSON.parse(json.out)).toEqual({
    source: next,
    from: old,
    taken_over: 3,
    already_bound: 0,
    left: 0,
    from_is_configured: true,
  })
  expect(await runAdopt(next, '--from', old)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/has no bound items.*\[no_bindings\]/s) as string,
  })
  expect(await runAdopt(next)).toMatchObject({
    code: 1,
    err: expect.stringContaining("'--from <source>' not specified") as string,
  })
})
