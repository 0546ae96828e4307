import { beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '../../../support/api.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ bob: true })
const models = (items: Item[]): string[] => items.map((item) => item.model).toSorted()

describe('GET /gear', () => {
  const madeItems: Item[] = []

  beforeAll(async () => {
    const fields = [
      {
        gear_type: 'camera',
        brand: 'Canon',
        model: 'EOS R5',
        status: 'available',
        asset_tag: 'Cam-1',
        serial_number: 'A1',
        storage_location: 'Shelf É',
      },
      {
        gear_type: 'camera',
        brand: 'Canon',
        model: 'EOS R6 II',
        status: 'ready',
        asset_tag: 'ÉTUI',
        serial_number: 'A1',
        condition: 'new',
        storage_location: 'SHELF é',
      },
      {
        gear_type: 'lens',
        brand: 'Canon',
        model: 'RF 50 mm',
        status: 'maintenance',
        condition: 'poor',
        storage_location: 'shelf e',
      },
      { gear_type: 'lens', brand: 'Sigma', model: '85 mm ƒ/1.4 Größe', status: 'available', serial_number: 'a1' },
      { gear_type: 'filter', brand: 'B+W', model: '100 % ND_8', status: 'retired' },
      { gear_type: 'filter', brand: 'Bxw', model: '100 x NDX8', status: 'retired' },
      { gear_type: 'accessory', brand: 'Røde', model: 'Vidéo Mic Ærlig', status: 'in_use' },
      { gear_type: 'accessory', brand: 'ŁÓDŹ', model: 'ĐẶC œuvre ΚΟΣΜΟΣ', status: 'in_use' },
      { gear_type: 'drone', brand: 'DJI', model: 'Mavic 3 Pro', status: 'available' },
    ]
    for (const one of fields) madeItems.push(await suite.alice.createItem(one))
    await suite.bob.createItem({ brand: 'Canon', model: 'Of a stranger', asset_tag: 'Cam-1', serial_number: 'A1' })
  })

  it('returns all items, newest first, fifty per page', async () => {
    const reply = await suite.alice.get('/gear')
    expect(reply.items()).toEqual(madeItems.toReversed())
    expect(reply.pagination()).toEqual({ limit: 50, offset: 0, returned: 9, total: 9 })
  })

  it('echoes the type filter, and only that', async () => {
    const reply = await suite.alice.get('/gear?type=lens&limit=1')
    expect(reply.pagination()).toEqual({ limit: 1, offset: 0, returned: 1, total: 2, type: 'lens' })
    expect((await suite.alice.get('/gear?status=ready')).pagination()).toEqual({
      limit: 50,
      offset: 0,
      returned: 1,
      total: 1,
    })
  })

  it.each([
    ['type=camera', ['EOS R5', 'EOS R6 II']],
    ['status=available', ['85 mm ƒ/1.4 Größe', 'EOS R5', 'Mavic 3 Pro']],
    ['type=camera&status=available', ['EOS R5']],
    ['type=drone&status=retired', []],
    ['asset_tag=cam-1', ['EOS R5']],
    ['asset_tag=%20CAM-1%20', ['EOS R5']],
    ['asset_tag=%C3%A9tui', ['EOS R6 II']],
    ['asset_tag=E%CC%81TUI', ['EOS R6 II']],
    ['asset_tag=etui', []],
    ['asset_tag=cam', []],
    ['asset_tag=cam-1&type=lens', []],
    ['asset_tag=cam-1&status=available&q=eos', ['EOS R5']],
    ['serial_number=A1', ['EOS R5', 'EOS R6 II']],
    ['serial_number=a1', ['85 mm ƒ/1.4 Größe']],
    ['serial_number=A1&status=ready', ['EOS R6 II']],
    ['serial_number=A1&q=sigma', []],
    ['condition=new', ['EOS R6 II']],
    ['condition=fair', []],
    ['condition=good&type=camera', ['EOS R5']],
    ['condition=poor&q=canon&status=maintenance', ['RF 50 mm']],
    ['storage_location=shelf+%C3%A9', ['EOS R5', 'EOS R6 II']],
    ['storage_location=SHELF+E%CC%81', ['EOS R5', 'EOS R6 II']],
    ['storage_location=%20Shelf+E%20', ['RF 50 mm']],
    ['storage_location=shelf', []],
    ['storage_location=shelf+%C3%A9&condition=good', ['EOS R5']],
    ['storage_location=shelf+%C3%A9&q=r6&serial_number=A1', ['EOS R6 II']],
  ])('filters by %s', async (query, expected) => {
    const reply = await suite.alice.get(`/gear?${query}`)
    expect(models(reply.items())).toEqual(expected.toSorted())
    expect(reply.pagination()).toMatchObject({ returned: expected.length, total: expected.length })
  })

  it.each([
    ['canon', ['EOS R5', 'EOS R6 II', 'RF 50 mm']],
    ['CANON eos', ['EOS R5', 'EOS R6 II']],
    ['eos canon', ['EOS R5', 'EOS R6 II']],
    ['  r6   canon ', ['EOS R6 II']],
    ['canon\u00a0r5', ['EOS R5']],
    ['anon os', ['EOS R5', 'EOS R6 II']],
    ['canon sigma', []],
    ['canoneos', []],
    ['rode', ['Vidéo Mic Ærlig']],
    ['RØDE', ['Vidéo Mic Ærlig']],
    ['video aerlig', ['Vidéo Mic Ærlig']],
    ['vidéo æ', ['Vidéo Mic Ærlig']],
    ['grosse', ['85 mm ƒ/1.4 Größe']],
    ['GRÖSSE', ['85 mm ƒ/1.4 Größe']],
    ['gro\u0308ße', ['85 mm ƒ/1.4 Größe']],
    ['GROẞE', ['85 mm ƒ/1.4 Größe']],
    ['łodz', ['ĐẶC œuvre ΚΟΣΜΟΣ']],
    ['dac OEUVRE', ['ĐẶC œuvre ΚΟΣΜΟΣ']],
    ['κοσμος', ['ĐẶC œuvre ΚΟΣΜΟΣ']],
    ['ΚΟΣ', ['ĐẶC œuvre ΚΟΣΜΟΣ']],
    ['σ', ['ĐẶC œuvre ΚΟΣΜΟΣ']],
    ['ΜΟΣ ΚΟΣ', ['ĐẶC œuvre ΚΟΣΜΟΣ']],
    ['100 %', ['100 % ND_8']],
    ['d_8', ['100 % ND_8']],
    ['%', ['100 % ND_8']],
    ['_', ['100 % ND_8']],
    ['\\', []],
    ["' or 1=1 --", []],
    ['b+w', ['100 % ND_8']],
  ])('finds %j', async (q, expected) => {
    const reply = await suite.alice.get(`/gear?q=${encodeURIComponent(q)}`)
    expect(models(reply.items())).toEqual(expected.toSorted())
    expect(reply.pagination().total).toBe(expected.length)
  })

  it.each([
    ['cam', ['EOS R5']],
    ['M-1', ['EOS R5']],
    ['etui', ['EOS R6 II']],
    ['ÉTUI', ['EOS R6 II']],
    ['a1', ['85 mm ƒ/1.4 Größe', 'EOS R5', 'EOS R6 II']],
    ['canon a1', ['EOS R5', 'EOS R6 II']],
    ['cam-1 canon A1 r5', ['EOS R5']],
    ['cam-1 sigma', []],
    ['cam-1a1', []],
    ['1', ['100 % ND_8', '100 x NDX8', '85 mm ƒ/1.4 Größe', 'EOS R5', 'EOS R6 II']],
    ['canon', ['EOS R5', 'EOS R6 II', 'RF 50 mm']],
    ['grosse', ['85 mm ƒ/1.4 Größe']],
    ['100 %', ['100 % ND_8']],
    ['_', ['100 % ND_8']],
    ["' or 1=1 --", []],
  ])('search finds %j in name, tag and serial number', async (search, expected) => {
    const reply = await suite.alice.get(`/gear?search=${encodeURIComponent(search)}`)
    expect(models(reply.items())).toEqual(expected.toSorted())
    expect(reply.pagination().total).toBe(expected.length)
  })

  it.each([
    ['search=a1&type=lens', ['85 mm ƒ/1.4 Größe']],
    ['search=a1&q=canon', ['EOS R5', 'EOS R6 II']],
    ['search=a1&condition=new', ['EOS R6 II']],
    ['search=a1&asset_tag=cam-1', ['EOS R5']],
    ['search=etui&serial_number=A1', ['EOS R6 II']],
    ['search=canon&storage_location=shelf+e&status=maintenance', ['RF 50 mm']],
  ])('combines search with the other filters: %s', async (query, expected) => {
    const reply = await suite.alice.get(`/gear?${query}`)
    expect(models(reply.items())).toEqual(expected.toSorted())
    expect(reply.pagination()).toMatchObject({ returned: expected.length, total: expected.length })
  })

  it('finds nothing by an invalid search', async () => {
    const faults = async (query: string) => (await suite.alice.get(`/gear?${query}`)).faults()
    expect(await faults('search=&q=canon')).toEqual(['search required'])
    expect(await faults('search=%CC%81')).toEqual(['search invalid_value'])
    expect(await faults(`search=${'x'.repeat(201)}`)).toEqual(['search too_long'])
  })

  it('combines q with the other filters', async () => {
    expect(models((await suite.alice.get('/gear?q=canon&type=lens')).items())).toEqual(['RF 50 mm'])
    expect(models((await suite.alice.get('/gear?q=canon&status=ready')).items())).toEqual(['EOS R6 II'])
    expect(models((await suite.alice.get('/gear?q=canon&type=lens&status=ready')).items())).toEqual([])
  })

  it('finds a renamed item by its new name only, and deletes unused names', async () => {
    const item = await suite.alice.createItem({ brand: 'Oldname', model: 'X' })
    const sameName = await suite.alice.createItem({ brand: 'OLDNAME', model: 'x' })
    expect((await suite.alice.get('/gear?q=oldname')).pagination().total).toBe(2)
    await suite.alice.patch(`/gear/${item.id}`, { updates: { brand: 'Newname' } })
    expect((await suite.alice.get('/gear?q=oldname')).items().map(({ id }) => id)).toEqual([sameName.id])
    expect((await suite.alice.get('/gear?q=newname')).items().map(({ id }) => id)).toEqual([item.id])
    await suite.alice.delete(`/gear/${sameName.id}`)
    expect((await suite.alice.get('/gear?q=oldname')).pagination().total).toBe(0)
    await suite.alice.delete(`/gear/${item.id}`)
    expect(
      await suite.sql(
        'select * from gear_name where account_id = ? and fold like ?',
        suite.aliceAccount.account_id,
        '%name%',
      ),
    ).toEqual([])
  })

  it('answers 200 with an empty page for an offset beyond the end', async () => {
    for (const query of [
      'offset=9',
      'offset=10',
      'offset=2147483647',
      'offset=9&type=camera',
      'offset=3&q=canon',
      'offset=1&asset_tag=cam-1',
    ]) {
      const reply = await suite.alice.get(`/gear?${query}`)
      expect(reply).toHaveStatus(200)
      expect({ items: reply.items(), returned: reply.pagination().returned }).toEqual({ items: [], returned: 0 })
      expect(reply.pagination().total).toBeGreaterThan(0)
    }
  })

  it('never shows the gear of another account', async () => {
    for (const query of [
      '',
      '?asset_tag=Cam-1',
      '?serial_number=A1',
      '?q=canon',
      '?search=a1',
      '?search=canon',
      '?condition=good',
      '?type=camera',
    ]) {
      const items = (await suite.bob.get(`/gear${query}`)).items()
      expect(models(items)).toEqual(['Of a stranger'])
    }
  })
})
