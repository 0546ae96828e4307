import { connect } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createWebhookSecret, signWebhook } from '../../platform/webhookSignature.ts'
import { runCli } from '../support/cli.ts'
import { startFile, type StartedProcess } from '../support/run.ts'

const folder = mkdtempSync(join(tmpdir(), 'kitroom-listen-'))
const secret = createWebhookSecret()
const started: StartedProcess[] = []

afterEach(async () => {
  for (const one of started.splice(0)) {
    one.child.kill('SIGINT')
    await one.ended
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function listen(
  args: string[] = [],
  env: Record<string, string | undefined> = { KITROOM_WEBHOOK_SECRET: secret },
): Promise<{ url: string; one: StartedProcess }> {
  const one = startFile('cli/main.ts', ['webhook', 'listen', '--port', '0', ...args], {
    PATH: process.env['PATH'],
    ...env,
  })
  started.push(one)
  await one.waitForOutput(/Listening on http.*\n.*KITROOM_WEBHOOK_ALLOW/)
  return { one, url: /http:\/\/127\.0\.0\.1:\d+\//.exec(one.err())?.[0] ?? '' }
}

const event = (changes: Record<string, unknown> = {}) => ({
  id: `evt_${'a'.repeat(32)}`,
  type: 'gear.updated',
  timestamp: '2026-03-28T09:15:02.000Z',
  data: {
    record: { id: '019d33aa-0000-7000-8000-000000000001', brand: 'Sigma', model: '35mm\u001b[2J F1.4' },
    changes: { status: { from: 'available', to: 'rented' } },
    request_id: '019d33aa-0000-7000-8000-000000000002',
    actor: { kind: 'api', id: '019d33aa-0000-7000-8000-000000000003' },
  },
  ...changes,
})

interface Sent {
  id?: string
  ageS?: number
  body?: string
  signed?: string
  by?: string
}

async function send(
  url: string,
  {
    id = `evt_${'a'.repeat(32)}`,
    ageS = 0,
    body = JSON.stringify(event()),
    signed = body,
    by: signingSecret = secret,
  }: Sent = {},
) {
  const timestampS = Math.floor(Date.now() / 1000) - ageS
  const signature = signWebhook({ id, timestampS, body: signed, secrets: [signingSecret] })
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestampS), 'webhook-signature': signature }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

it('webhook listen verifies and prints events, says why others are refused, and ends with Ctrl-C', async () => {
  const { url, one } = await listen()
  expect(one.err()).toContain(`KITROOM_WEBHOOK_ALLOW has 127.0.0.1/32:${new URL(url).port}.`)
  expect(one.err()).not.toContain('Nothing is verified')
  expect(await send(url)).toBe(204)
  expect(await send(`${url}any/path`)).toBe(204)
  expect(await send(url, { signed: '{}' })).toBe(401)
  expect(await send(url, { by: createWebhookSecret() })).toBe(401)
  expect(await send(url, { ageS: 302 })).toBe(401)
  expect(await send(url, { ageS: -310 })).toBe(401)
  expect(await send(url, { body: '{"type":"gear.updated"}' })).toBe(400)
  expect(await send(url, { body: 'not JSON' })).toBe(400)
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
  expect((await fetch(url)).status).toBe(405)
  await one.waitForOutput(/no signature/)
  const lines = one.out().trimEnd().split('\n')
  expect(lines[0]).toBe(
    String.raw`204  2026-03-28T09:15:02.000Z  gear.updated         Sigma 35mm\u001b[2J F1.4  status: available → rented`,
  )
  expect(lines[1]).toBe(`${lines[0]}  (came before)`)
  const reasons = [
    'signature was not made with',
    'signature was not made with',
    '5 minutes ago',
    '5 minutes ahead',
    'no event',
    'no event',
    'no signature',
  ]
  expect(lines.slice(2).map((line, index) => line.includes(reasons[index] ?? 'more lines than deliveries'))).toEqual(
    reasons.map(() => true),
  )
  one.child.kill('SIGINT')
  expect((await one.ended).code).toBe(0)
  expect(one.out() + one.err()).not.toContain(secret)
})

it('webhook listen reads secrets from a file, prints JSON, and fails as often as --fail says', async () => {
  const file = join(folder, 'secrets')
  writeFileSync(file, `${createWebhookSecret()}\n${secret}\n`)
  const { url, one } = await listen(['--json', '--fail', '2', '--secret-file', file], {})
  expect(await send(url)).toBe(500)
  expect(await send(url, { by: createWebhookSecret() })).toBe(401)
  expect(await send(url)).toBe(500)
  expect(await send(url)).toBe(204)
  await one.waitForOutput(/204/)
  const lines = one
    .out()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines).toEqual([
    { status: 500, verified: true, reason: 'asked_to_fail', repeated: false, id: event().id, event: event() },
    { status: 401, verified: false, reason: 'wrong_signature', repeated: false, id: event().id, event: null },
    { status: 500, verified: true, reason: 'asked_to_fail', repeated: false, id: event().id, event: event() },
    { status: 204, verified: true, repeated: false, id: event().id, event: event() },
  ])
})

it('webhook listen without a secret prints everything and says that nothing is verified', async () => {
  const { url, one } = await listen([], {})
  expect(one.err()).toContain('Nothing is verified')
  expect(await send(url, { by: createWebhookSecret() })).toBe(204)
  await one.waitForOutput(/not verified/)
  expect(one.out()).toContain('(not verified)')
})

it('webhook listen limits the size of a body, and listens on the loopback address only', async () => {
  const { url } = await listen()
  expect((await fetch(url, { method: 'POST', body: 'x'.repeat(2 * 1024 * 1024) })).status).toBe(413)
  expect(await send(url)).toBe(204)
  const outsideSocket = connect({ host: '127.0.0.2', port: Number(new URL(url).port) })
  await expect(
    new Promise((resolve, reject) => outsideSocket.once('connect', resolve).once('error', reject)),
  ).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  })
})

const invalidCalls: [string[], Record<string, string>, string][] = [
  [['--port', '65536'], {}, '--port must be a whole number from 0 to 65535.'],
  [['--fail', 'often'], {}, '--fail must be a whole number from 0 to 1000.'],
  [[], { KITROOM_WEBHOOK_SECRET: 'whsec_short' }, 'KITROOM_WEBHOOK_SECRET must hold the secret of the endpoint'],
  [['--secret-file', join(folder, 'nowhere')], {}, 'cannot be read (ENOENT).'],
]

it('webhook listen names invalid options, and prints no secret', async () => {
  const runs = await Promise.all(
    invalidCalls.map(([args, env]) => runCli(['webhook', 'listen', '--port', '0', ...args], env)),
  )
  expect(runs).toEqual(
    invalidCalls.map(([, , message]) => ({ code: 1, out: '', err: expect.stringContaining(message) })),
  )
  expect(runs.map(({ err }) => err).join('')).not.toContain('whsec_short')
})
