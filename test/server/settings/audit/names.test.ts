import { expect, it } from 'vitest'
import type { AuditEntry } from '../../../../contract/settings/audit.ts'
import type { Api } from '../../../support/api.ts'
import { openBrowser, type Browser, type ConsoleReply } from '../../../support/console.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { until } from '../../../support/wait.ts'
import { entriesOf, walkAudit } from './support.ts'

const suite = useServer({ bob: true })
const settings = (): Api => createSettings(suite.server.url, suite.aliceAccount.owner_key)

it('rows name the record, by its present name or the last one of a deleted item', async () => {
  const shoot = await suite.alice.post('/shoots', { title: 'Wedding', shoot_date: '2030-05-16' })
  const made = await suite.alice.post('/gear', { gear_type: 'camera', brand: 'Canon', model: 'R5' })
  const { id } = made.item()
  const service = { item_type: 'camera', item_id: id, service_type: 'Clean', service_date: '2030-01-01' }
  const serviced = await suite.alice.post('/maintenance', service)
  const paper = await settings().post('/documents', { type: 'receipt', title: 'Bill', gear_id: id })
  const renamed = await suite.alice.patch(`/gear/${id}`, { updates: { model: 'EOS R5' } })
  const key = await settings().post('/keys', { name: 'Ada', kind: 'api', scopes: ['gear:read'] })
  const list = await suite.alice.get('/gear')
  const unknown = await suite.alice.get(`/gear/019d33aa-9b10-7000-8000-00000000000a`)
  const replies = [shoot, made, serviced, paper, renamed, key, list, unknown]
  const namesOf = async (): Promise<unknown[]> =>
    (await entriesOf(settings(), replies)).map(({ object_name: name }) => name)
  const expected = ['Wedding', 'Canon EOS R5', 'Clean', 'Bill', 'Canon EOS R5', 'Ada', null, null]
  expect(await namesOf()).toEqual(expected)
  await suite.alice.delete(`/gear/${id}`)
  expect(await namesOf()).toEqual(expected)
  const exported = await settings().get(`/audit/export?format=ndjson&object_id=${id}`)
  const lines = exported.text.trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as AuditEntry).object_name)).toEqual(Array(3).fill('Canon EOS R5'))
})

it('console_reads=exclude leaves out what pages read with success, and nothing else', async () => {
  const browser: Browser = openBrowser(suite.server.url)
  const { api_key, owner_key } = suite.aliceAccount
  await browser.signIn({ api_key, owner_key })
  const { id } = (await suite.alice.post('/gear', { gear_type: 'camera', brand: 'Seen', model: 'One' })).item()
  const path = `/console/api/v1/gear/${id}`
  const idOf = ({ headers }: ConsoleReply): string => headers['request-id'] ?? ''
  const read = await browser.send('GET', path)
  const ownersRead = await browser.send('GET', '/console/api/settings/v1/keys')
  const refused = await browser.send('GET', '/console/api/v1/gear?limit=0')
  const written = await browser.send('PATCH', path, { updates: { notes: 'x' } })
  const byKey = (await suite.alice.get(`/gear/${id}`)).headers['request-id'] ?? ''
  const all = [read, ownersRead, refused, written].map(idOf).concat(byKey)
  await until('all requests are audited', async () => {
    const found = new Set((await walkAudit(settings(), 'limit=200')).map((entry) => entry.request_id))
    return all.every((request) => found.has(request))
  })
  const foundBy = async (query: string): Promise<string[]> => {
    const found = new Set((await walkAudit(settings(), `limit=200${query}`)).map((entry) => entry.request_id))
    return all.filter((request) => found.has(request))
  }
  const kept = [refused, written].map(idOf).concat(byKey)
  expect(await foundBy('')).toEqual(all)
  expect(await foundBy('&console_reads=include')).toEqual(all)
  expect(await foundBy('&console_reads=exclude')).toEqual(kept)
  expect(await foundBy(`&console_reads=exclude&request_id=${idOf(read)}`)).toEqual([idOf(read)])
  expect(await foundBy('&console_reads=exclude&method=GET')).toEqual(all.filter((one) => one !== idOf(written)))
  const exported = await settings().get('/audit/export?format=ndjson&console_reads=exclude')
  const requests = new Set(
    exported.text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as AuditEntry).request_id),
  )
  expect(all.filter((request) => requests.has(request))).toEqual(kept)
})
