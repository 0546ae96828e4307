import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLocalServer, type LocalServer } from '../support/localServer.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'

let server: LocalServer

const kitroom = (...args: string[]): Promise<CommandResult> =>
  runCli(args, { ...server.env, KITROOM_URL: server.url, KITROOM_API_KEY: server.apiKey })

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const result = await kitroom(...args, '--json')
  if (result.code !== 0) throw new Error(`kitroom ${args.join(' ')} ended with ${result.code}: ${result.err}`)
  return (JSON.parse(result.out) as { data: Record<string, unknown> }).data
}

beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.stop())

it('gear creates, changes and deletes an item by its tag, and restores it', async () => {
  const lensOptions = ['--max-aperture', '1.4', '--stabilized', 'false', '--warranty-expires-on', '2031-01-01']
  const madeItem = await json(
    'gear',
    'create',
    '--type',
    'lens',
    '--brand',
    'Sigma',
    '--model',
    '35',
    '--asset-tag',
    'L-1',
    ...lensOptions,
  )
  expect(madeItem).toMatchObject({ gear_type: 'lens', model: '35', max_aperture: 1.4, stabilized: false })
  expect(
    await json('gear', 'set', 'L-1', '--status', 'in_use', '--purchase-price', '899.5', '--warranty-provider', 'Sigma'),
  ).toMatchObject({
    id: madeItem['id'],
    status: 'in_use',
    purchase_price: 899.5,
  })
  expect(await json('gear', 'set', 'L-1', '--purchase-price', '')).toMatchObject({ purchase_price: null })
  expect(await kitroom('gear', 'set', 'L-1')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Say what to change: --brand'),
  })
  expect(await kitroom('gear', 'set', 'L-9', '--status', 'ready')).toMatchObject({
    code: 1,
    err: 'No item has the asset tag "L-9".\n',
  })
  expect((await kitroom('gear', 'create', '--type', 'lens', '--brand', 'Sigma')).err).toMatch(
    /\[validation_failed\][^]*#\/model/,
  )
  await json('maintenance', 'create', '--tag', 'L-1', '--service-type', 'Cleaning', '--service-date', '2030-01-01')
  const unconfirmedRun = await kitroom('gear', 'delete', 'L-1')
  expect(unconfirmedRun.code).toBe(1)
  expect(unconfirmedRun.err).toContain(
    'Delete L-1 Sigma 35, with its 1 maintenance records and 1 documents?\nNo terminal to ask on: use --yes.',
  )
  expect(await kitroom('gear', 'delete', 'L-1', '--yes')).toMatchObject({
    code: 0,
    out: 'Deleted: L-1 Sigma 35, 1 maintenance records, 1 documents\n',
  })
  expect(await kitroom('gear', 'get', 'L-1')).toMatchObject({ code: 1 })
  expect(await kitroom('gear', 'restore', String(madeItem['id']))).toMatchObject({
    code: 0,
    out: 'Restored: L-1 Sigma 35, 1 maintenance records, 1 documents\n',
  })
  expect(await json('gear', 'get', 'L-1')).toMatchObject({ id: madeItem['id'] })
})

it('maintenance creates, completes and deletes a record by the tag of its item', async () => {
  await json('gear', 'create', '--type', 'camera', '--brand', 'Sony', '--model', 'FX3', '--asset-tag', 'CAM-1')
  const noServiceRun = await kitroom('maintenance', 'complete', '--tag', 'CAM-1')
  expect(noServiceRun).toMatchObject({
    code: 1,
    err: 'CAM-1 Sony FX3 has no maintenance that is scheduled or in progress.\n',
  })
  const madeRecord = await json(
    'maintenance',
    'create',
    '--tag',
    'CAM-1',
    '--service-type',
    'Sensor cleaning',
    '--service-date',
    '2027-01-31',
  )
  expect(madeRecord).toMatchObject({ item_type: 'camera', status: 'scheduled', cost: null })
  expect(await json('maintenance', 'set', '--tag', 'CAM-1', '--status', 'in_progress')).toMatchObject({
    id: madeRecord['id'],
    status: 'in_progress',
  })
  expect(await json('maintenance', 'complete', '--tag', 'CAM-1', '--cost', '80')).toMatchObject({
    id: madeRecord['id'],
    status: 'completed',
    cost: 80,
  })
  const listRun = await kitroom('maintenance', 'list', '--tag', 'CAM-1')
  expect(listRun.out).toMatch(/completed +camera +Sensor cleaning +- +80\n1 of 1\n$/)
  for (const date of ['2027-02-01', '2027-03-01'])
    await json('maintenance', 'create', '--tag', 'CAM-1', '--service-type', 'Check', '--service-date', date)
  const severalServicesRun = await kitroom('maintenance', 'complete', '--tag', 'CAM-1')
  expect(severalServicesRun.code).toBe(1)
  expect(severalServicesRun.err).toMatch(
    /CAM-1 Sony FX3 has 2 of them\. Give the id of one:\nid[^]*2027-02-01[^]*2027-03-01/,
  )
  const id = /^(\S+) +2027-03-01/m.exec(severalServicesRun.err)?.[1] ?? ''
  expect(await kitroom('maintenance', 'delete', id, '--yes')).toMatchObject({
    code: 0,
    out: 'Deleted: Check of 2027-03-01\n',
  })
  expect(await json('maintenance', 'get', '--tag', 'CAM-1')).toMatchObject({ service_date: '2027-02-01' })
  expect(await kitroom('maintenance', 'get')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Say which: the id of the record, or --tag'),
  })
})

it('shoot creates, changes, completes and deletes a shoot by its title', async () => {
  const madeRecord = await json(
    'shoot',
    'create',
    '--title',
    'Album cover',
    '--shoot-date',
    '2027-05-01',
    '--shoot-time',
    '09:30',
    '--locations',
    'Studio A, Roof',
  )
  expect(madeRecord).toMatchObject({ status: 'planning', locations: ['Studio A', 'Roof'] })
  expect(await json('shoot', 'set', 'album cover', '--status', 'confirmed', '--duration-minutes', '90')).toMatchObject({
    duration_minutes: 90,
  })
  expect(await json('shoot', 'complete', 'Album cover')).toMatchObject({
    id: madeRecord['id'],
    status: 'completed',
    completion_progress: 100,
  })
  expect((await kitroom('shoot', 'list', '--status', 'completed', '--from', '2027-01-01')).out).toMatch(
    /Album cover +- +Studio A\n1 of 1\n$/,
  )
  expect(await kitroom('shoot', 'get', 'Album')).toMatchObject({
    code: 1,
    err: expect.stringContaining('No shoot has the title "Album".'),
  })
  await json('shoot', 'create', '--title', 'Album cover', '--shoot-date', '2027-06-01')
  expect((await kitroom('shoot', 'delete', 'Album cover', '--yes')).err).toMatch(
    /^2 shoots have this title\. Give the id of one:\nid/,
  )
  expect(await kitroom('shoot', 'delete', String(madeRecord['id']), '--yes')).toMatchObject({
    code: 0,
    out: 'Deleted: Album cover of 2027-05-01\n',
  })
})

it('help marks required options', async () => {
  const markedOptions = async (...args: string[]): Promise<string[]> =>
    [...(await kitroom(...args, '--help')).out.matchAll(/^ +(?:-\w, )?(--[\w-]+) .*\(required\)/gm)].map(
      ([, flag = '']) => flag,
    )
  expect(await markedOptions('gear', 'create')).toEqual(['--type', '--brand', '--model'])
  expect(await markedOptions('maintenance', 'create')).toEqual(['--tag', '--service-type', '--service-date'])
  expect(await markedOptions('shoot', 'create')).toEqual(['--title', '--shoot-date'])
  expect(await markedOptions('document', 'create')).toEqual(['--type', '--title'])
  expect(await markedOptions('account', 'create')).toEqual(['--name', '--email'])
  expect(await markedOptions('key', 'create')).toEqual(['--name', '--scope'])
  expect(await markedOptions('sync', 'tag')).toEqual(['--out'])
})
