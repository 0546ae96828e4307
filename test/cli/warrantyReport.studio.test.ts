import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WarrantyCounts, WarrantyFinding } from '../../contract/control/warrantyReport.ts'
import { createApi, type Api, type Item } from '../support/api.ts'
import { runCli } from '../support/cli.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import type { CommandResult } from '../support/run.ts'
import { createSettings } from '../support/settings.ts'

let studio: LocalStudio
let api: Api
let settings: Api
const report = (...args: string[]): Promise<CommandResult> => runCli(['warranty', 'report', ...args], studio.env)

beforeAll(async () => {
  studio = await startLocalStudio('', 'EUR')
  api = createApi(studio.apiUrl, studio.account.api_key)
  settings = createSettings(studio.apiUrl, studio.account.owner_key)
})
afterAll(() => studio.stop())

const dayIn = (days: number): string => Temporal.Now.plainDateISO('UTC').add({ days }).toString()
const makeDocument = async (fields: Record<string, unknown>): Promise<Item> =>
  (await settings.post('/documents', fields)).item()
const makeService = (item: Item, fields: Record<string, unknown>): Promise<unknown> =>
  api.post('/maintenance', {
    item_type: item['gear_type'],
    item_id: item.id,
    service_type: 'Repair',
    status: 'completed',
    ...fields,
  })

it('an empty inventory has no findings', async () => {
  expect(await report()).toMatchObject({
    code: 0,
    out:
      [
        'Paid although covered: 0 services, 0.00 EUR',
        'Ending: 0 within 30 days, 0 within 60 days, 0 within 90 days, 0 within 180 days',
        'In force without a receipt: 0',
        'Items without a warranty or insurance in force: 0 of 0',
        '',
      ]
        .join('\n\n')
        .trimEnd() + '\n',
  })
})

it('gaps, ends and payments are found; retired items have no gaps', async () => {
  const covered = await api.createItem({
    asset_tag: 'CAM-1',
    warranty_expires_on: dayIn(45),
    warranty_provider: 'Canon',
    purchase_date: dayIn(-300),
  })
  const ended = await api.createItem({ asset_tag: 'CAM-2', warranty_expires_on: dayIn(-1) })
  const insured = await api.createItem({ asset_tag: '=CAM-3' })
  const bare = await api.createItem({ asset_tag: 'CAM-4' })
  await api.createItem({ asset_tag: 'CAM-5', warranty_expires_on: dayIn(10), status: 'retired' })
  const insurance = await makeDocument({
    type: 'insurance',
    title: 'All risks',
    gear_id: insured.id,
    issued_on: dayIn(-10),
    expires_on: dayIn(181),
    provider: 'Ada',
    reference_number: 'P-7',
  })
  await makeDocument({ type: 'receipt', title: 'Invoice', gear_id: insured.id })
  const studioCover = await makeDocument({ type: 'insurance', title: 'The studio', expires_on: dayIn(180) })
  const lifetime = await makeDocument({ type: 'warranty', title: 'For life', gear_id: ended.id, issued_on: dayIn(-5) })
  await makeService(covered, { service_date: dayIn(-1), cost: 100.1 })
  await makeService(covered, { service_date: dayIn(-2), cost: 0 })
  await makeService(covered, { service_date: dayIn(-301), cost: 11 })
  await makeService(covered, { service_date: dayIn(-3), cost: 12, status: 'scheduled' })
  await makeService(insured, { service_date: dayIn(-10), cost: 200.2 })
  await makeService(insured, { service_date: dayIn(-11), cost: 13 })
  await makeService(bare, { service_date: dayIn(-1), cost: 14 })
  const { data, counts, currency, day } = JSON.parse((await report('--json')).out) as {
    data: WarrantyFinding[]
    counts: WarrantyCounts
    currency: string
    day: string
  }
  expect({ currency, day }).toEqual({ currency: 'EUR', day: dayIn(0) })
  const found = (kind: string): unknown[] =>
    data.filter((one) => one.kind === kind).map(({ asset_tag: tag, document: title, paid }) => [tag, title, paid])
  const gearWarranty = data.find(({ kind, asset_tag: tag }) => kind === 'ending' && tag === 'CAM-1')
  expect(found('paid')).toEqual([
    ['CAM-1', gearWarranty?.document, 100.1],
    ['=CAM-3', 'All risks', 200.2],
  ])
  expect(found('ending')).toEqual([
    ['CAM-1', gearWarranty?.document, null],
    [null, 'The studio', null],
  ])
  expect(gearWarranty).toMatchObject({
    provider: 'Canon',
    ends_on: dayIn(45),
    days_left: 45,
    within_days: 60,
    document_type: 'warranty',
  })
  expect(data.find(({ document_id: id }) => id === studioCover.id)).toMatchObject({
    item: null,
    days_left: 180,
    within_days: 180,
  })
  expect(data.find(({ paid }) => paid === 200.2)).toMatchObject({
    document_id: insurance.id,
    document_type: 'insurance',
    provider: 'Ada',
    reference_number: 'P-7',
    service_date: dayIn(-10),
    service_type: 'Repair',
  })
  expect(found('no_receipt')).toEqual([
    ['CAM-1', gearWarranty?.document, null],
    ['CAM-2', 'For life', null],
  ])
  expect(data.find(({ document_id: id }) => id === lifetime.id)).toMatchObject({ kind: 'no_receipt', ends_on: null })
  expect(found('not_covered')).toEqual([['CAM-4', null, null]])
  expect(counts).toEqual({
    paid: 2,
    paid_sum: 300.3,
    ending: [30, 60, 90, 180].map((days, index) => ({ within_days: days, documents: [0, 1, 1, 2][index] })),
    no_receipt: 2,
    not_covered: 1,
    items: 4,
  })
})

it('the text, the table and a file have the same findings', async () => {
  const { out } = await report()
  expect(out).toMatch(
    /^Paid although covered: 2 services, 300\.30 EUR\ndate +item +service +paid +document +provider +reference +ends on\n/,
  )
  expect(out).toMatch(/Repair +200\.20 EUR +All risks +Ada +P-7 +/)
  expect(out).toContain('\n\nEnding: 0 within 30 days, 1 within 60 days, 1 within 90 days, 2 within 180 days\n')
  expect(out).toMatch(/For life +- +- +no end\n/)
  const path = join(studio.dataFolder, 'report.csv')
  expect(await report('--csv', '--out', path)).toMatchObject({ code: 0, err: `Written: ${path}\n` })
  const text = readFileSync(path, 'utf8')
  expect((await report('--csv')).out).toBe(text)
  expect(text.trimEnd().split('\r\n')).toHaveLength(1 + 7)
  expect(text).toContain("\r\npaid,'=CAM-3,")
  expect((await report('--out', path)).err).toContain('Say what to write: --csv.')
})
