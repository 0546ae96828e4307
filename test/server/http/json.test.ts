import { describe, expect, it } from 'vitest'
import type { Reply } from '../../support/api.ts'
import { useServer } from '../../support/suite.ts'

const suite = useServer()

const send = (
  body: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Reply> => suite.alice.send('POST', '/gear', { headers, body })
const camera = (members: string): string => `{"gear_type":"camera","brand":"Canon","model":"R5"${members}}`
const nestedBody = (levels: number): string => camera(`,"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`)
const MAX_BODY_BYTES = 256 * 1024

describe('a JSON body', () => {
  it('can contain text that looks like broken JSON', async () => {
    const notes = '{"a":1,"a":2} \\" [[[[ __proto__ \\\\" 1e400 // \u2028 end'
    const reply = await send(
      ` \r\n\t${camera(`,"notes":${JSON.stringify(notes)},"purchase_price":1.50E2,"weight_g":1e3`)}\n`,
    )
    expect(reply.status).toBe(201)
    expect(reply.item()).toMatchObject({ notes, purchase_price: 150, weight_g: 1000 })
  })

  it.each([
    ['0.1', 0.1],
    ['1234.56', 1234.56],
    ['-0', 0],
    ['0e400', 0],
    ['1e-2', 0.01],
    ['41.9900', 41.99],
    ['0.30000000000000004', 0.30000000000000004],
    ['100000000000000000000e-18', 100],
    [`0.${'0'.repeat(400)}`, 0],
  ])('can contain the number %.40s, which is stored without loss', async (number, stored) => {
    const reply = await send(camera(`,"resolution_mp":${number}`))
    expect(reply).toHaveStatus(201)
    expect(reply.item()['resolution_mp']).toEqual(stored)
  })

  it('can contain a large number that a double represents exactly', async () => {
    expect((await send(camera(',"resolution_mp":1e21'))).faults()).toEqual(['#/resolution_mp invalid_value'])
  })

  it.each([
    '1.0000000000000000001',
    '0.1000000000000000055511151231257827',
    '-1e-400',
    '1e-324',
    '4199.990000000000000001',
    '0.12345678901234567891',
    '123456789012345678.5',
    `1.${'0'.repeat(60_000)}1`,
    '1e400',
    '9007199254740993',
    '9007199254740993.0',
    '9007199254740993e0',
  ])('cannot contain a number that would lose digits: %.40s', async (number) => {
    const reply = await send(camera(`,"purchase_price":${number}`))
    expect(reply).toBeProblem(400, 'malformed_json')
    expect(reply.problem().detail).toContain(number.slice(0, 20))
    expect(reply.problem().detail.length).toBeLessThan(200)
  })

  it('can be 32 levels deep, and can repeat a name in different objects', async () => {
    expect((await send(nestedBody(32))).faults()).toEqual(['#/x unknown_field'])
    expect(
      (
        await send('{"gear_type":"camera","x":{"brand":1},"y":[{"brand":1},{"brand":2}],"brand":"A","model":"B"}')
      ).faults(),
    ).toEqual(['#/x unknown_field', '#/y unknown_field'])
  })

  it('can be 256 KiB long, and no byte more', async () => {
    const body = camera('')
    expect((await send(body + ' '.repeat(MAX_BODY_BYTES - body.length))).status).toBe(201)
    const tooLong = await send(body + ' '.repeat(MAX_BODY_BYTES - body.length + 1))
    expect(tooLong).toBeProblem(413, 'body_too_large')
    expect(tooLong.headers['connection']).toBe('close')
    expect((await send(camera(`,"notes":"${'\\ud83d\\udcf7'.repeat(10_000)}"`))).status).toBe(201)
  })

  it('requires the Content-Type of JSON in UTF-8', async () => {
    for (const type of [
      'application/json',
      'Application/JSON; charset=UTF-8',
      'application/json;charset="utf-8"',
      'application/json;',
    ])
      expect({ type, status: (await send(camera(''), { 'content-type': type })).status }).toEqual({ type, status: 201 })
    for (const type of [
      'text/plain',
      'application/json; charset=latin1',
      'application/merge-patch+json',
      'application/jsonp',
      'multipart/form-data',
      '*/*',
    ]) {
      const reply = await send(camera(''), { 'content-type': type })
      expect({ type, status: reply.status, code: reply.problem().code, faults: reply.faults() }).toEqual({
        type,
        status: 415,
        code: 'unsupported_media_type',
        faults: ['Content-Type invalid_value'],
      })
    }
    expect((await send(camera(''), {})).status).toBe(415)
    const compressed = await send(camera(''), { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    expect(compressed).toHaveFaults(415, ['Content-Encoding invalid_value'])
  })

  it('is required', async () => {
    const reply = await suite.alice.send('POST', '/gear', { headers: { 'content-type': 'application/json' } })
    expect(reply).toBeProblem(400, 'malformed_json')
    expect((await suite.alice.send('POST', '/gear')).status).toBe(415)
  })
})

describe('Accept', () => {
  it.each([
    '*/*',
    'application/*',
    'application/json',
    'APPLICATION/JSON',
    'text/html, application/json;q=0.1',
    'text/html;q=1, */*;q=0.2',
    'application/problem+json, application/*;q=0.5',
    '*/*;q=0, application/json',
  ])('%s accepts JSON', async (accept) => {
    expect((await suite.alice.get('/gear?limit=1', { accept })).status).toBe(200)
  })

  it.each([
    'text/html',
    'application/json;q=0',
    'application/*;q=0, */*',
    '*/*;q=0',
    'application/xml, text/*',
    'application/json;q=0, */*',
  ])('%j excludes JSON', async (accept) => {
    const reply = await suite.alice.get('/gear?limit=1', { accept })
    expect(reply).toBeProblem(406, 'not_acceptable', ['Accept invalid_value'])
  })
})
