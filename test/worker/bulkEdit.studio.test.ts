// @postgres-long
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ControlAccess, type PlanRow, type Run } from '../../contract/control/control.ts'
import { createBulkEdit, type NewBulkEdit } from '../../contract/control/controlBulkEdit.ts'
import { runCli } from '../support/cli.ts'
import { addKey } from '../support/account.ts'
import type { Item } from '../support/api.ts'
import { openBrowser } from '../support/console.ts'
import { startInProcessServer } from '../support/server.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal())
})
afterAll(() => studio[Symbol.asyncDispose]())

const add = async (fields: Record<string, unknown>): Promise<Item> =>
  (await studio.api.post('/gear', { gear_type: 'camera', brand: 'Sony', model: 'FX3', ...fields })).item()
const read = async ({ id }: Item): Promise<Item> => (await studio.api.get(`/gear/${id}`)).item()
const seen = ({ id, updated_at: at }: Item): { id: string; etag: string } => ({ id, etag: `"${at}"` })
const create = async (body: NewBulkEdit): Promise<Run> => {
  const started = (await studio.sync.client.call(createBulkEdit, { body })).body.data
  return studio.sync.follow(started.run_id)
}
const approve = async ({ run_id: id }: Run): Promise<Run> => {
  await studio.sync.approve(id)
  return studio.sync.follow(id)
}
const rowOf = (rows: readonly PlanRow[], { id }: Item): PlanRow | undefined => rows.find((row) => row.gear_id === id)

describe('a bulk edit', () => {
  it('previews old and new values, refuses with reasons, applies with If-Match, and is undone but for what others changed', async () => {
    const camera = await add({ asset_tag: 'B-1', storage_location: 'Shelf' })
    const lens = await add({ gear_type: 'lens', model: '50 mm', asset_tag: 'B-2' })
    const same = await add({ asset_tag: 'B-3', status: 'maintenance', notes: 'Sent away' })
    const changed = await add({ asset_tag: 'B-4' })
    const gone = await add({ asset_tag: 'B-5' })
    const crossed = await add({ asset_tag: 'B-6' })
    await studio.api.patch(`/gear/${changed.id}`, { updates: { weight_g: 700 } })
    await studio.api.delete(`/gear/${gone.id}`)
    const updates = { status: 'maintenance', notes: 'Sent away' } as const
    const planned = await create({ items: [camera, lens, same, changed, gone, crossed, camera].map(seen), updates })
    expect(planned).toMatchObject({
      status: 'waiting',
      counts: { update: 3, unchanged: 1, refused: 2 },
      edit: { items: 6, updates, by: null },
    })
    expect(await read(camera), 'a preview writes nothing').toEqual(camera)
    const { rows } = await studio.sync.plan(planned.run_id)
    expect(rowOf(rows, camera)).toMatchObject({
      outcome: 'update',
      key: 'B-1',
      fields: { gear_type: 'camera', brand: 'Sony', model: 'FX3' },
      changed: { status: { from: 'available', to: 'maintenance' }, notes: { from: null, to: 'Sent away' } },
    })
    expect(rowOf(rows, changed)).toMatchObject({ outcome: 'refused', errors: [{ code: 'changed_since_seen' }] })
    expect(rowOf(rows, gone)).toMatchObject({ outcome: 'refused', errors: [{ code: 'item_gone' }] })

    await studio.api.patch(`/gear/${crossed.id}`, { updates: { storage_location: 'Van' } })
    const run = await approve(planned)
    const [event] = (await studio.settings.get(`/events?object_id=${camera.id}&limit=1`)).items()
    expect(event).toMatchObject({ data: { actor: { kind: 'worker', run_id: run.run_id } } })
    expect(run).toMatchObject({
      status: 'completed_with_errors',
      results: { updated: 2, stale: 1, unchanged: 1, refused: 2 },
    })
    expect(await read(crossed), 'another person’s change is kept').toMatchObject({
      status: 'available',
      storage_location: 'Van',
    })
    expect(await read(lens)).toMatchObject(updates)
    const shown = await runCli(['sync', 'status'], { KITROOM_DATA_DIR: studio.folder.dataDir })
    expect(shown.out).toContain('Bulk edit of 6 items: status → maintenance, notes → Sent away: plan')
    const table = await runCli(['sync', 'show', run.run_id, '--format', 'csv'], {
      KITROOM_DATA_DIR: studio.folder.dataDir,
    })
    expect(table.out).toMatch(
      /^,B-4,refused,refused,,"?Somebody changed the item after it was shown\..* \[changed_since_seen\]"?,/m,
    )

    await studio.api.patch(`/gear/${camera.id}`, { updates: { notes: 'Back on Monday' } })
    const undo = await studio.sync.follow((await studio.sync.undo(run.run_id)).run_id)
    expect(undo).toMatchObject({
      status: 'waiting',
      undoes: run.run_id,
      edit: { items: 6 },
      counts: { update: 2, conflict: 1 },
    })
    const undone = await approve(undo)
    expect(undone.results).toEqual({ updated: 2, conflict: 1 })
    const { rows: report } = await studio.sync.report(undone.run_id)
    expect(report.find(({ outcome }) => outcome === 'conflict')).toMatchObject({
      key: 'B-1',
      fields: { model: 'FX3' },
      conflicts: { notes: { base: 'Sent away', sheet: null, api: 'Back on Monday' } },
      notes: ['changed_since'],
    })
    expect(await read(camera)).toMatchObject({ status: 'available', notes: 'Back on Monday' })
    expect(await read(lens)).toMatchObject({ status: 'available', notes: null })
  })

  it('refuses fields and values that an item’s type does not allow', async () => {
    const camera = await add({ shutter_count: 10 })
    const lens = await add({ gear_type: 'lens', focal_length_min_mm: 24, focal_length_max_mm: 70 })
    const counted = await create({ items: [seen(camera), seen(lens)], updates: { shutter_count: 0 } })
    const { rows } = await studio.sync.plan(counted.run_id)
    expect(rowOf(rows, camera)).toMatchObject({ changed: { shutter_count: { from: 10, to: 0 } } })
    expect(rowOf(rows, lens)).toMatchObject({ errors: [{ cell: 'shutter_count', code: 'field_not_for_gear_type' }] })
    const focal = await create({ items: [seen(lens)], updates: { focal_length_min_mm: 85 } })
    expect(rowOf((await studio.sync.plan(focal.run_id)).rows, lens)).toMatchObject({
      errors: [{ cell: 'focal_length_min_mm', code: 'invalid_value' }],
    })
    expect(focal.status, 'an edit that changes nothing does not wait').toBe('completed_with_errors')
    const other = await create({ items: [seen(camera)], updates: { notes: 'Other' } })
    expect((await studio.sync.reject(other.run_id)).status).toBe('rejected')
    expect((await studio.sync.reject(counted.run_id)).status, 'several bulk edits wait beside each other').toBe(
      'rejected',
    )
  })

  it('takes the matches of a filter less those that were taken out, and clears a field with null', async () => {
    const items = [
      await add({ brand: 'Filtered', notes: 'One' }),
      await add({ brand: 'Filtered', notes: 'Two' }),
      await add({ brand: 'Filtered' }),
    ]
    const [first, second] = items as [Item, Item]
    const planned = await create({
      filter: { search: 'filtered', type: 'camera' },
      except: [second.id],
      updates: { notes: null },
    })
    expect(planned).toMatchObject({
      counts: { update: 1, unchanged: 1 },
      edit: { items: 2, filter: { search: 'filtered' } },
    })
    const run = await approve(planned)
    expect(run).toMatchObject({ status: 'completed', results: { updated: 1, unchanged: 1 } })
    expect({ firstRead: await read(first), secondRead: await read(second) }).toMatchObject({
      firstRead: { notes: null },
      secondRead: { notes: 'Two' },
    })
    const undo = await studio.sync.follow((await studio.sync.undo(run.run_id)).run_id)
    expect(undo.edit).toMatchObject({ items: 2 })
    await approve(undo)
    expect(await read(first)).toMatchObject({ notes: 'One' })
  })

  it('leaves the bindings of sheets alone: the next sync reports the changed item and keeps it', async () => {
    studio.writeSheet('sheet.csv', csv(cameras(3)))
    await studio.sync.syncAll()
    const item = (await studio.api.get('/gear?asset_tag=K-0001')).items()[0] as Item
    await approve(await create({ items: [seen(item)], updates: { storage_location: 'Van' } }))
    const next = await studio.sync.syncAll()
    expect(next.counts).toEqual({ unchanged: 3 })
    const { rows } = await studio.sync.plan(next.run_id)
    expect(rowOf(rows, item)).toMatchObject({ notes: ['api_newer'] })
  })

  it('refuses a request that names nothing, too much, or a field of one item', async () => {
    const refuse = async (body: object): Promise<object> => {
      const call = studio.sync.client.call(createBulkEdit, { body: body as NewBulkEdit })
      const error = (await call.then(
        () => undefined,
        (failure: unknown) => failure,
      )) as { status?: number; detail?: string } | undefined
      return { status: error?.status, detail: error?.detail }
    }
    const items = [{ id: uuidv7() }]
    const updates = { status: 'retired' }
    expect(await refuse({ updates })).toEqual({
      status: 400,
      detail: expect.stringContaining('must have either items or filter'),
    })
    expect(await refuse({ items, filter: {}, updates })).toEqual({
      status: 400,
      detail: expect.stringContaining('must have either items or filter'),
    })
    expect(await refuse({ items, updates: {} })).toEqual({
      status: 400,
      detail: expect.stringContaining('must name at least one field'),
    })
    expect(await refuse({ items, updates: { asset_tag: 'X' } })).toEqual({
      status: 400,
      detail: expect.stringContaining('asset_tag is not known here'),
    })
    expect(await refuse({ items, updates: { status: 'lost' } })).toEqual({
      status: 400,
      detail: expect.stringContaining('updates.status'),
    })
    expect(await refuse({ items, updates: { status: null } })).toEqual({
      status: 400,
      detail: expect.stringContaining('updates.status'),
    })
    const many = Array.from({ length: 5001 }, () => ({ id: uuidv7(), etag: '"2026-01-01T00:00:00.000Z"' }))
    expect(await refuse({ items: many, updates })).toEqual({ status: 400, detail: expect.stringContaining('items') })
    const enough = await create({ items: many.slice(1), updates: { status: 'retired' } })
    expect(enough, 'as many as a request may name').toMatchObject({
      status: 'completed_with_errors',
      counts: { refused: 5000 },
    })
  })

  it('names the key of a console’s session, and a key without automation:write may not start one', async () => {
    const { url } = ControlAccess.parse(JSON.parse(readFileSync(join(studio.folder.dataDir, 'control.json'), 'utf8')))
    const server = await startInProcessServer(studio.folder.databaseFile, undefined, { workerUrl: new URL(url).origin })
    try {
      const apiKey = await addKey(studio.folder.databaseFile, studio.accountId, {})
      const signIn = async (name: string, scopes: string[]) => {
        const key = String((await studio.settings.post('/keys', { name, kind: 'owner', scopes })).item()['key'])
        const browser = openBrowser(server.url)
        expect((await browser.signIn({ api_key: apiKey, owner_key: key })).status).toBe(201)
        return browser
      }
      const body = { items: [seen(await add({}))], updates: { condition: 'fair' } }
      const reader = await signIn('Ben', ['automation:read'])
      expect((await reader.send('POST', '/console/api/worker/v1/bulk-edits', body)).status).toBe(403)
      const anna = await signIn('Anna', ['automation:read', 'automation:write'])
      const started = await anna.send('POST', '/console/api/worker/v1/bulk-edits', body)
      expect({ status: started.status, data: started.data() }).toMatchObject({
        status: 202,
        data: { edit: { by: { name: 'Anna' } } },
      })
      const { run_id: id } = started.data() as Run
      await studio.sync.follow(id)
      expect(await studio.sync.reject(id)).toMatchObject({ status: 'rejected', edit: { by: { name: 'Anna' } } })
    } finally {
      await server.stop()
    }
  })
})
