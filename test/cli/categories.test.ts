import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLocalServer, type LocalServer } from '../support/localServer.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'

let server: LocalServer

const kitroom = (...args: string[]): Promise<CommandResult> =>
  runCli(args, {
    ...server.env,
    KITROOM_URL: server.url,
    KITROOM_API_KEY: server.apiKey,
    KITROOM_OWNER_KEY: server.ownerKey,
  })

beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.stop())

it('category adds, lists, renames and deletes categories, and accessories have them', async () => {
  expect((await kitroom('category', 'list')).out).toBe('There are no categories beside the built-in ones.\n')
  const created = await kitroom('category', 'create', 'mixer', '--label', 'Mixer')
  expect(created).toMatchObject({ code: 0, err: '' })
  expect(created.out).toMatch(/^name +mixer$/m)
  const refused = await kitroom('category', 'create', 'tripod')
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.err).toContain('is a name that Kitroom uses itself')

  const item = ['--type', 'accessory', '--brand', 'Yamaha', '--model', 'MG12', '--asset-tag', 'M-1']
  expect((await kitroom('gear', 'create', ...item, '--category', 'mixer')).out).toMatch(/^category +mixer$/m)
  expect((await kitroom('gear', 'list', '--category', 'mixer')).out).toMatch(/M-1/)
  const unknown = await kitroom('gear', 'set', 'M-1', '--category', 'mixing')
  expect(unknown.code).toBe(1)
  expect(unknown.err).toMatch(/category.*other, mixer/s)

  expect((await kitroom('category', 'set', 'mixer', '--label', 'Mischpult')).out).toMatch(/^label +Mischpult$/m)
  expect((await kitroom('category', 'set', 'mixer')).err).toContain('Say what to change: --label.')
  expect((await kitroom('category', 'list')).out).toMatch(/^mixer +Mischpult +1$/m)
  expect((await kitroom('category', 'delete', 'mixer')).err).toContain('One accessory has the category mixer.')
  await kitroom('gear', 'set', 'M-1', '--category', '')
  expect((await kitroom('category', 'delete', 'mixer')).out).toBe('Deleted: mixer\n')
  expect((await kitroom('category', 'delete', 'mixer')).err).toContain('There is no category "mixer" of your own.')
})
