import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../support/cli.ts'
import { startLocalServer, type LocalServer } from '../support/localServer.ts'
import { runFile, type CommandResult } from '../support/run.ts'

let server: LocalServer
const LONG_TITLE = `Invoice ${'with a long title '.repeat(10)}end`

type Run = (args: string[], env?: Record<string, string | undefined>) => Promise<CommandResult>

const envOf = (env: Record<string, string | undefined> = {}): Record<string, string | undefined> => ({
  ...server.env,
  KITROOM_URL: server.url,
  KITROOM_API_KEY: server.apiKey,
  KITROOM_OWNER_KEY: server.ownerKey,
  ...env,
})
const kitroom: Run = (args, env) => runCli(args, envOf(env))
const kitroomProcess: Run = (args, env) => runFile('cli/main.ts', args, envOf(env))

const out = (...args: string[]): Promise<string> => outOf(kitroom, args)

async function outOf(run: Run, args: string[]): Promise<string> {
  const result = await run(args)
  if (result.code !== 0) throw new Error(`kitroom ${args.join(' ')} ended with ${result.code}: ${result.err}`)
  return result.out
}

beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.stop())

it('piped output is not truncated', async () => {
  await out('document', 'create', '--type', 'receipt', '--title', LONG_TITLE)
  expect(await outOf(kitroomProcess, ['document', 'list'])).toContain(LONG_TITLE)
  await out(
    'gear',
    'create',
    '--type',
    'camera',
    '--brand',
    'Leica',
    '--model',
    'M6',
    '--asset-tag',
    'C-1',
    '--notes',
    'x'.repeat(5000),
  )
  expect(await outOf(kitroomProcess, ['gear', 'get', 'C-1'])).toContain('x'.repeat(5000))
})

it("times are printed in the studio's time zone, and in UTC with --json", async () => {
  await out('key', 'create', '--name', 'Until', '--scope', 'gear:read', '--expires', '2030-12-31T20:00:00Z')
  expect(await out('key', 'list'), 'an account in UTC').toContain('2030-12-31T20:00:00.000Z')
  await out('profile', 'set', '--timezone', 'Asia/Kolkata')
  const keys = await out('key', 'list')
  expect(keys).toContain('2031-01-01 01:30:00 +05:30')
  expect(keys).not.toMatch(/T\d\d:\d\d:\d\d/)
  expect(await out('gear', 'get', 'C-1')).toMatch(/^created_at +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+05:30$/m)
  expect(await out('key', 'list', '--json')).toContain('"expires_at": "2030-12-31T20:00:00.000Z"')
  // A key that may not read the profile, which has the time zone, still works.
  const madeKey = JSON.parse(
    await out('key', 'create', '--name', 'X', '--owner', '--scope', 'keys:read', '--json'),
  ) as { data: { key: string } }
  const limitedRun = await kitroom(['key', 'list'], { KITROOM_OWNER_KEY: madeKey.data.key })
  expect(limitedRun).toMatchObject({ code: 0, err: '' })
  expect(limitedRun.out).toContain('2030-12-31T20:00:00.000Z')
})

it('key create makes an owner key with scopes, and names the kind of key that a scope needs', async () => {
  const args = ['key', 'create', '--name', 'Scanner', '--owner', '--scope', 'documents:write', '--json']
  const { data } = JSON.parse(await out(...args)) as { data: { key: string; kind: string; scopes: string[] } }
  expect(data).toMatchObject({ kind: 'owner', scopes: ['documents:write'] })
  const env = { KITROOM_OWNER_KEY: data.key }
  expect(await kitroom(['document', 'create', '--type', 'receipt', '--title', 'Scan'], env)).toMatchObject({ code: 0 })
  expect(await kitroom(['key', 'list'], env)).toMatchObject({
    code: 1,
    err: expect.stringContaining('[insufficient_scope]'),
  })
  const wrongScopeRun = await kitroom(['key', 'create', '--name', 'X', '--scope', 'documents:write'])
  expect(wrongScopeRun.err).toContain(
    'There is no scope "documents:write" for an API key; with --owner there is. Give all, read, or some of: gear:read',
  )
  const api = await kitroom(['gear', 'list'], { KITROOM_API_KEY: server.ownerKey })
  expect(api.err).toContain('This is an owner key (ok_studio_…): it opens only /settings/v1.')
})
