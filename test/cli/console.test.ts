import { afterAll, beforeAll, expect, it } from 'vitest'
import { Session } from '../../contract/console.ts'
import { openBrowser, type ConsoleReply } from '../support/console.ts'
import { startLocalServer, type LocalServer } from '../support/localServer.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'

let server: LocalServer

const kitroom = (args: string[], env: Record<string, string | undefined> = {}): Promise<CommandResult> =>
  runCli(['console', ...args], {
    ...server.env,
    KITROOM_URL: server.url,
    KITROOM_API_KEY: server.apiKey,
    KITROOM_OWNER_KEY: server.ownerKey,
    ...env,
  })

const follow = (link: string): Promise<ConsoleReply> =>
  openBrowser(server.url).signIn({ code: new URL(link).hash.slice('#code='.length) })

beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.stop())

it('prints a link that signs in once, with the owner key, and no key in it', async () => {
  const run = await kitroom([])
  expect(run).toMatchObject({ code: 0 })
  const link = run.out.trim()
  expect(link).toMatch(new RegExp(`^${server.url}/#code=[\\w-]{43}$`))
  expect(run.err).toMatch(/signs in once, within 10 minutes/)
  expect(run.out + run.err).not.toMatch(/[so]k_studio_\w{9}/)
  const reply = await follow(link)
  expect({ status: reply.status, label: Session.parse(reply.data()).owner_key?.label }).toEqual({
    status: 201,
    label: 'Owner',
  })
  expect((await follow(link)).status).toBe(401)
})

it('says what a link without an owner key lacks', async () => {
  const run = await kitroom(['--json'], { KITROOM_OWNER_KEY: undefined })
  const { data } = JSON.parse(run.out) as { data: { link: string; expires_at: string } }
  expect(Session.parse((await follow(data.link)).data()).owner_key).toBeNull()
  expect((await kitroom([], { KITROOM_OWNER_KEY: undefined })).err).toContain('with KITROOM_OWNER_KEY set')
})

it('lists the sessions and ends one', async () => {
  const browser = openBrowser(server.url)
  const session = Session.parse((await browser.signIn({ api_key: server.apiKey })).data())
  const list = await kitroom(['sessions'])
  expect(list.out).toMatch(new RegExp(`${session.id} +live`))
  expect(await kitroom(['revoke', session.id])).toMatchObject({ code: 0, out: `Ended: ${session.id}\n` })
  expect((await browser.send('GET', '/console/api/session')).status).toBe(401)
  expect((await kitroom(['sessions'])).out).toMatch(new RegExp(`${session.id} +ended`))
})

it('explains what is wrong', async () => {
  expect((await kitroom([], { KITROOM_API_KEY: 'sk_studio_x' })).err).toContain('[invalid_api_key]')
  expect((await kitroom([], { KITROOM_URL: 'http://127.0.0.1:9' })).err).toContain('The API does not answer')
  expect((await kitroom(['sessions'], { KITROOM_OWNER_KEY: undefined })).err).toContain('need the owner key')
})
