import { describe, expect, it } from 'vitest'
import { useServer } from '../../support/suite.ts'

const suite = useServer()

describe('the query of a list', () => {
  it.each([
    'limit=1',
    'limit=200',
    'offset=0',
    'offset=2147483647',
    'limit=7&offset=3',
    '',
    '&',
    'limit=5&',
    'type=camera',
    'q=a+b',
    'q=a%20b',
  ])('can be "%s"', async (query) => {
    expect((await suite.alice.get(`/gear?${query}`)).status).toBe(200)
  })

  it.each([
    ['limit=0', 'limit invalid_value'],
    ['limit=201', 'limit invalid_value'],
    ['limit=-1', 'limit invalid_value'],
    ['limit=%2B5', 'limit invalid_value'],
    ['limit=+5', 'limit invalid_value'],
    ['limit=1e2', 'limit invalid_value'],
    ['limit=0x10', 'limit invalid_value'],
    ['limit=05', 'limit invalid_value'],
    ['limit=5.0', 'limit invalid_value'],
    ['limit=', 'limit invalid_value'],
    ['limit', 'limit invalid_value'],
    ['limit=ten', 'limit invalid_value'],
    ['limit=%D9%A5', 'limit invalid_value'],
    ['offset=-1', 'offset invalid_value'],
    ['offset=2147483648', 'offset invalid_value'],
    ['offset=99999999999999999999', 'offset invalid_value'],
    ['type=tripod', 'type invalid_value'],
    ['type=Camera', 'type invalid_value'],
    ['type=', 'type invalid_value'],
    ['status=broken', 'status invalid_value'],
    ['q=', 'q required'],
    ['q=%20%20', 'q required'],
    [`q=${'x'.repeat(201)}`, 'q too_long'],
    ['q=%00', 'q invalid_value'],
    // A combining accent alone folds to nothing: it would match every item.
    ['q=%CC%81', 'q invalid_value'],
    ['q=%CC%81+%CC%88', 'q invalid_value'],
    ['q=%E2%80%8B', 'q required'],
    ['asset_tag=%E2%80%8B%E2%81%A0', 'asset_tag required'],
    ['asset_tag=', 'asset_tag required'],
    ['serial_number=+', 'serial_number required'],
    ['serial_number=a%0Ab', 'serial_number invalid_value'],
    ['statsu=ready', 'statsu unknown_parameter'],
    ['Limit=5', 'Limit unknown_parameter'],
    ['constructor=1', 'constructor unknown_parameter'],
    ['__proto__=1', '__proto__ unknown_parameter'],
    ['=1', ' unknown_parameter'],
    ['limit=5&limit=5', 'limit repeated_parameter'],
    ['type=camera&type=lens', 'type repeated_parameter'],
    ['q=a&%71=b', 'q repeated_parameter'],
    ['type%5B%5D=camera', 'type[] unknown_parameter'],
  ])('cannot be "%s"', async (query, fault) => {
    const reply = await suite.alice.get(`/gear?${query}`)
    expect(reply).toBeProblem(400, 'invalid_query', [fault])
  })

  it('is refused with all its faults and the allowed values', async () => {
    const reply = await suite.alice.get('/gear?limit=0&offset=x&type=tripod&page=2')
    expect(reply.faults()).toEqual([
      'limit invalid_value',
      'offset invalid_value',
      'page unknown_parameter',
      'type invalid_value',
    ])
    const errors = reply.problem().errors ?? []
    expect(errors.find((fault) => fault.parameter === 'type')?.allowed).toEqual([
      'camera',
      'lens',
      'accessory',
      'filter',
      'drone',
    ])
    expect(errors.find((fault) => fault.parameter === 'page')?.allowed).toContain('offset')
  })

  it('is refused with invalid UTF-8, too many parameters or too many characters', async () => {
    for (const query of ['q=%', 'q=%zz', 'q=%ff', 'q=%ed%a0%80', '%ff=1'])
      expect((await suite.alice.get(`/gear?${query}`)).problem().code).toBe('invalid_query')
    const manyParameters = Array.from({ length: 60 }, (_, index) => `p${index}=1`).join('&')
    expect((await suite.alice.get(`/gear?${manyParameters}`)).problem().code).toBe('invalid_query')
    const longReply = await suite.alice.get(`/gear?q=${'x'.repeat(9000)}`)
    expect(longReply).toBeProblem(414, 'uri_too_long')
  })

  it('counts q in characters, not in bytes', async () => {
    expect((await suite.alice.get(`/gear?q=${encodeURIComponent('📷'.repeat(200))}`)).status).toBe(200)
    expect((await suite.alice.get(`/gear?q=${encodeURIComponent('📷'.repeat(201))}`)).status).toBe(400)
    expect((await suite.alice.get(`/gear?q=${encodeURIComponent('x '.repeat(100))}`)).status).toBe(200)
  })

  it('is refused with a blank q of shoots too', async () => {
    for (const query of ['q=%CC%81', 'search=%CC%81', 'q=%E2%80%8B', 'search=%E3%85%A4'])
      expect({ query, code: (await suite.alice.get(`/shoots?${query}`)).problem().code }).toEqual({
        query,
        code: 'invalid_query',
      })
    expect((await suite.alice.get(`/gear?q=${encodeURIComponent('e\u0301')}`)).status).toBe(200)
  })

  it('is refused by operations without parameters', async () => {
    for (const reply of [
      await suite.alice.get('/profile?full=1'),
      await suite.alice.post('/gear?limit=1', { gear_type: 'camera', brand: 'A', model: 'B' }),
      await suite.alice.patch('/gear/none?limit=1', { updates: { model: 'B' } }),
      await suite.alice.delete('/gear/none?limit=1'),
    ])
      expect(reply).toBeProblem(400, 'invalid_query')
    expect((await suite.alice.get('/gear')).pagination().total).toBe(0)
  })

  it('cannot carry an API key', async () => {
    const reply = await suite.alice.as(undefined).get(`/gear?api_key=${suite.alice.key}`)
    expect(reply).toBeProblem(401, 'missing_api_key')
  })
})
