import { describe, expect, it } from 'vitest'
import { createAccount } from '../../../support/account.ts'
import { camera, createApi } from '../../../support/api.ts'
import { runSql } from '../../../support/database.ts'
import { checkInvariants } from '../../../support/invariants.ts'
import { createDataFolder, startServer } from '../../../support/server.ts'
import { useServer } from '../../../support/suite.ts'

// Tags that a label shows alike count as one, and are stored as typed.

const suite = useServer()
const find = async (tag: string): Promise<unknown[]> =>
  (await suite.alice.get(`/gear?asset_tag=${encodeURIComponent(tag)}`)).items().map(({ asset_tag: found }) => found)

/** Spellings of `CAM-1 A` by name. */
const spellings: Record<string, string> = {
  'an en dash': 'CAM\u20131 A',
  'an em dash': 'CAM\u20141 A',
  'a hyphen of its own': 'CAM\u20101 A',
  'a hyphen that does not break': 'CAM\u20111 A',
  'a minus sign': 'CAM\u22121 A',
  'a full-width dash': 'CAM\uff0d1 A',
  'a small dash': 'CAM\ufe631 A',
  'full-width letters and digits': '\uff23\uff21\uff2d\uff0d\uff11\u3000\uff21',
  'a space that does not break': 'CAM-1\u00a0A',
  'a thin space': 'CAM-1\u2009A',
  'a zero-width space': 'CAM\u200b-1 A',
  'a zero-width joiner': 'CAM-\u200d1 A',
  'a byte order mark': '\ufeffCAM-1 A',
  'a soft hyphen': 'CA\u00adM-1 A',
  'marks of direction': '\u202dCAM-1 A\u202c',
  'a filler of Hangul': 'CAM-1 \u3164A',
  'a selector of an emoji': 'CAM-1\ufe0f A',
  'invisible tags': 'CAM-1 A\u{e0041}',
  'case and all of these': '\u200bcam\u2014\uff11\u2007a',
}

describe('a tag', () => {
  it.each(Object.entries(spellings))('with %s is that of CAM-1 A', async (_, spelling) => {
    const item = await suite.alice.createItem({ asset_tag: 'CAM-1 A' })
    const other = await suite.alice.createItem({ asset_tag: 'Z-1' })
    expect(await suite.alice.post('/gear', camera({ asset_tag: spelling }))).toBeProblem(409, 'asset_tag_taken')
    expect(await suite.alice.patch(`/gear/${other.id}`, { updates: { asset_tag: spelling } })).toBeProblem(
      409,
      'asset_tag_taken',
    )
    expect(await find(spelling)).toEqual(['CAM-1 A'])
    await suite.alice.patch(`/gear/${item.id}`, { updates: { asset_tag: spelling } })
    const typed = spelling.trim()
    expect(await find('cam-1 a'), 'it is stored as typed').toEqual([typed])
    expect(await suite.alice.post('/gear', camera({ asset_tag: 'CAM-1 A' }))).toBeProblem(409, 'asset_tag_taken')
    for (const { id } of [item, other]) await suite.alice.delete(`/gear/${id}`)
  })

  it('that looks different is another one', async () => {
    const tags = [
      'Q-1',
      'Q1',
      'Q 1',
      'Q_1',
      'Q~1',
      'Q--1',
      'Q-\u00b9',
      'Q-\u2460',
      'Q\u0301-1',
      'Q.1',
      'Q-l',
      'Q\u30fc1',
    ]
    for (const tag of tags) await suite.alice.createItem({ asset_tag: tag })
    for (const tag of tags) expect(await find(tag)).toEqual([tag])
  })

  it('is suggested for any spelling of its beginning', async () => {
    await suite.alice.createItem({ asset_tag: 'RIG\u20137' })
    const reply = await suite.alice.get(
      `/gear/suggestions?field=asset_tag&begins_with=${encodeURIComponent('\uff32ig\u2014')}`,
    )
    expect((JSON.parse(reply.text) as { data: unknown }).data).toEqual([{ value: 'RIG\u20137', items: 1 }])
  })
})

it('items whose tags were different before keep them, and the log names them', async () => {
  using folder = createDataFolder()
  const account = await createAccount(folder.dataDir, 'Pairs')
  const [hyphen, dash, alone, third] = ['CAM-1', 'CAM\u20131', 'LENS\u20131', 'KIT\uff11'] as const
  const ids: string[] = []
  {
    await using server = await startServer(folder.dataDir)
    const api = createApi(server.url, account.api_key)
    for (const index of [0, 1, 2, 3]) ids.push((await api.createItem({ asset_tag: `old-${index}` })).id)
  }
  // The rows of an earlier version, which compared tags by case only.
  for (const [index, tag] of [hyphen, dash, alone, third].entries())
    await runSql(
      folder.databaseFile,
      'update gear set asset_tag_key = ?, tag_fold = ?, record = replace(record, ?, ?) where id = ?',
      tag.toLowerCase(),
      tag.toLowerCase(),
      `"old-${index}"`,
      JSON.stringify(tag),
      ids[index] ?? '',
    )
  await using server = await startServer(folder.dataDir)
  const api = createApi(server.url, account.api_key)
  expect(server.log.filter(({ pairs }) => pairs !== undefined)).toMatchObject([
    { level: 40, account: account.account_id, pairs: [{ key: 'cam-1', ids: [ids[0], ids[1]] }] },
  ])
  const findIds = async (tag: string): Promise<string[]> =>
    (await api.get(`/gear?asset_tag=${encodeURIComponent(tag)}`)).items().map(({ id }) => id)
  expect(await findIds(hyphen)).toEqual([ids[0]])
  expect(new Set(await findIds(dash)), 'the exact tag finds both').toEqual(new Set([ids[0], ids[1]]))
  expect(await findIds('lens-1')).toEqual([ids[2]])
  expect(await findIds('kit1')).toEqual([ids[3]])
  for (const tag of [hyphen, dash, 'CAM\u20141', 'lens-1', 'KIT1'])
    expect(await api.post('/gear', camera({ asset_tag: tag }))).toBeProblem(409, 'asset_tag_taken')
  for (const id of ids)
    expect((await api.patch(`/gear/${id}`, { updates: { status: 'maintenance', brand: 'Other' } })).status).toBe(200)
  expect((await api.patch(`/gear/${ids[1]}`, { updates: { asset_tag: 'CAM-2' } })).status).toBe(200)
  expect(await findIds(dash)).toEqual([ids[0]])
  await server.stop()
  await checkInvariants(folder.databaseFile)
})
