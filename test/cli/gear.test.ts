import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../../client/client.ts'
import { createGear } from '../../contract/api/gear.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { writeSecret } from '../../platform/secretFile.ts'
import { startLocalServer, type LocalServer } from '../support/localServer.ts'
import { runCli } from '../support/cli.ts'
import { runFile, type CommandResult } from '../support/run.ts'

let server: LocalServer
let id: string

const kitroom = (args: string[], env: Record<string, string | undefined> = {}): Promise<CommandResult> =>
  runCli(args, { ...server.env, KITROOM_URL: undefined, KITROOM_API_KEY: undefined, ...env })

beforeAll(async () => {
  server = await startLocalServer()
  const client = createClient({ url: server.url + API_BASE, token: server.apiKey })
  const camera = { gear_type: 'camera', brand: 'Canon', model: 'EOS R5', asset_tag: 'C-1' } as const
  await client.call(createGear, { body: { ...camera, condition: 'fair', storage_location: 'Shelf 1' } })
  const body = { gear_type: 'lens', brand: 'Sigma', model: '35mm F1.4 \u009b31m\u202e', asset_tag: 'L-1' } as const
  id = (await client.call(createGear, { body })).body.data.id
  await client.close()
})
afterAll(() => server.stop())

it('gear list needs the address of the API, and says how to set it', async () => {
  const result = await kitroom(['gear', 'list'])
  expect(result).toMatchObject({ code: 1, out: '' })
  expect(result.err).toContain('set KITROOM_URL and KITROOM_API_KEY, or run npm start')
})

it('gear list uses KITROOM_URL and KITROOM_API_KEY', async () => {
  const result = await kitroom(['gear', 'list', '--type', 'camera'], {
    KITROOM_URL: server.url,
    KITROOM_API_KEY: server.apiKey,
  })
  expect(result).toMatchObject({ code: 0, err: '' })
  expect(result.out).toMatch(/C-1 +camera +available +Canon EOS R5\n1 of 1\n$/)
})

it('gear list filters by condition and storage location', async () => {
  const access = { KITROOM_URL: server.url, KITROOM_API_KEY: server.apiKey }
  const filteredRun = await kitroom(['gear', 'list', '--condition', 'fair', '--storage-location', 'shelf 1'], access)
  expect(filteredRun).toMatchObject({ code: 0, err: '' })
  expect(filteredRun.out).toMatch(/^\S+ +C-1 .*\n1 of 1\n$/)
  const sortedRun = await kitroom(['gear', 'list', '--sort', 'name', '--search', 'L-1 sigma'], access)
  expect(sortedRun.out).toMatch(/^\S+ +L-1 .*\n1 of 1\n$/)
  const refusedRun = await kitroom(['gear', 'list', '--condition', 'mint'], access)
  expect(refusedRun.err).toMatch(/\[invalid_query\].*\n {2}condition: /)
})

it('gear get uses the access in cli.json, and escapes control characters', async () => {
  writeSecret(`${server.dataFolder}/cli.json`, { url: server.url, api_key: server.apiKey })
  const text = await kitroom(['gear', 'get', 'L-1'])
  expect(text.out).toContain('35mm F1.4 \\u009b31m\\u202e')
  const json = await kitroom(['gear', 'get', id, '--json'])
  expect(json.out).toMatch(/^[^\u007f-\u009f\u202a-\u202e]*$/)
  expect(JSON.parse(json.out)).toMatchObject({ data: { id, model: '35mm F1.4 \u009b31m\u202e' } })
})

it('gear prints the problem of a refused request, and names a missing item', async () => {
  const wrongTypeRun = await kitroom(['gear', 'list', '--type', 'boat'])
  expect(wrongTypeRun.code).toBe(1)
  expect(wrongTypeRun.err).toMatch(/\[invalid_query\].*\n {2}type: /)
  expect(await kitroom(['gear', 'get', 'X-9'])).toMatchObject({ code: 1, err: 'No item has the asset tag "X-9".\n' })
})

it('an unreachable API is reported without the key', async () => {
  const result = await kitroom(['gear', 'list'], { KITROOM_URL: 'http://127.0.0.1:9', KITROOM_API_KEY: server.apiKey })
  expect(result.code).toBe(1)
  expect(result.err).toMatch(
    /^The API does not answer\. Start it with: npm start\nNo answer from http:\/\/127\.0\.0\.1:9/,
  )
  expect(result.err).not.toContain(server.apiKey)
})

it('account creates and lists accounts', async () => {
  // Its commands are processes of the server that write to the terminal of the command.
  const kitroom = (args: string[]): Promise<CommandResult> => runFile('cli/main.ts', args, server.env)
  const createRun = await kitroom([
    'account',
    'create',
    '--name',
    'Second',
    '--email',
    'second@example.com',
    '--currency',
    'EUR',
    '--json',
  ])
  expect(createRun).toMatchObject({ code: 0, err: '' })
  const account = JSON.parse(createRun.out) as { account_id: string; api_key: string }
  expect(account.api_key).toMatch(/^sk_studio_/)
  const listRun = await kitroom(['account', 'list', '--json'])
  expect((JSON.parse(listRun.out) as { account_id: string }[]).map((one) => one.account_id)).toContain(
    account.account_id,
  )
  const refusedRun = await kitroom(['account', 'create', '--name', 'Third', '--email', 'nobody'])
  expect(refusedRun).toMatchObject({ code: 1, out: '' })
  expect(refusedRun.err).toContain('--email must be an e-mail address.')
})

it('sync says that no worker runs on the data folder', async () => {
  const result = await kitroom(['sync', 'plan', 'main'])
  expect(result).toMatchObject({ code: 1, out: '' })
  expect(result.err).toContain(
    `The worker is not running on the data folder ${server.dataFolder}. Start everything with: npm start`,
  )
})
