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

it('field creates, lists, changes and deletes own fields, and gear has their values', async () => {
  expect((await kitroom('field', 'list')).out).toBe('There are no own fields.\n')
  const created = await kitroom('field', 'create', 'supplier', '--label', 'Supplier', '--filterable')
  expect(created).toMatchObject({ code: 0, err: '' })
  expect(created.out).toMatch(/^name +supplier$/m)
  await kitroom('field', 'create', 'ports', '--type', 'integer', '--gear', 'accessory')
  const sealed = await kitroom('field', 'create', 'grade', '--type', 'choice', '--choices', 'A, B', '--json')
  expect(JSON.parse(sealed.out)).toMatchObject({ data: { choices: ['A', 'B'], label: 'grade' } })

  const item = ['--type', 'accessory', '--brand', 'Anker', '--model', 'Hub', '--asset-tag', 'H-1']
  const made = await kitroom(
    'gear',
    'create',
    ...item,
    '--field',
    'supplier=Teltec',
    'ports=4',
    '--field',
    'grade=A',
    '--json',
  )
  expect(JSON.parse(made.out)).toMatchObject({ data: { fields: { grade: 'A', ports: 4, supplier: 'Teltec' } } })
  const shown = await kitroom('gear', 'set', 'H-1', '--field', 'grade=', '--notes', 'x')
  expect(shown.out).toMatch(/^fields\.ports +4\nfields\.supplier +Teltec$/m)
  expect((await kitroom('gear', 'list', '--field', 'supplier=teltec')).out).toMatch(/H-1/)
  expect((await kitroom('gear', 'list', '--sort', '-field.supplier')).code).toBe(0)
  const unknown = await kitroom('gear', 'set', 'H-1', '--field', 'nothing=1')
  expect(unknown.code).toBe(1)
  expect(unknown.err).toMatch(/fields\/nothing/)
  expect((await kitroom('gear', 'set', 'H-1', '--field', 'supplier')).err).toContain('Write --field name=value.')

  expect((await kitroom('field', 'set', 'supplier', '--label', 'Dealer', '--no-filterable')).out).toMatch(
    /^label +Dealer$/m,
  )
  expect((await kitroom('field', 'list')).out).toMatch(/^supplier +Dealer +all +text +- +- +no +no +1 +active$/m)
  expect((await kitroom('field', 'set', 'supplier')).err).toContain('Say what to change')
  expect((await kitroom('field', 'delete', 'supplier')).code).toBe(1)
  expect((await kitroom('field', 'delete', 'supplier', '--yes')).out).toBe('Deleted: supplier\n')
  expect((await kitroom('field', 'delete', 'nothing')).err).toContain('There is no own field "nothing".')
})
