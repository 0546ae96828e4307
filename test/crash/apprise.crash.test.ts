import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it, type TestContext } from 'vitest'
import { installPythonPackage } from '../server/webhooks/receivers.ts'
import { acceptHandOver, deliveryOf, messagesOf, openTestChannel } from '../support/channels.ts'
import { skipTest } from '../support/skipTest.ts'
import { startReceiver, type Receiver } from '../support/webhooks.ts'

// The real Apprise library behind POST /notify/{KEY}. The first run downloads it, in some 15 s.

const serverFile = fileURLToPath(new URL('../support/appriseServer.py', import.meta.url))

interface AppriseServer extends AsyncDisposable {
  url: string
  lines: string[]
}

/** @param services Apprise addresses by key */
async function startAppriseServer(context: TestContext, services: Record<string, string[]>): Promise<AppriseServer> {
  const prepared = installPythonPackage('apprise', 'apprise==2.2.0')
  if ('reason' in prepared) return skipTest(context, prepared.reason)
  const env = { ...process.env, PYTHONPATH: prepared.folder, KITROOM_TEST_SERVICES: JSON.stringify(services) }
  const child: ChildProcess = spawn(prepared.python, [serverFile], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  if (!child.stdout) throw new Error('the server has no output')
  const lines: string[] = []
  const reader = createInterface(child.stdout)
  const [port] = (await once(reader, 'line')) as [string]
  reader.on('line', (line) => lines.push(line))
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit')
  }
  return { url: `http://127.0.0.1:${port}`, lines, [Symbol.asyncDispose]: stop }
}

const serviceOf = ({ url }: Receiver): string => `json://${new URL(url).host}/`

it('the Apprise library sends reminders to its services, and answers by what they answered', async (context) => {
  await using good = await startReceiver()
  await using bad = await startReceiver((_arrival, response) => void response.writeHead(500).end())
  const services = { one: [serviceOf(good)], some: [serviceOf(good), serviceOf(bad)], none: [] }
  await using server = await startAppriseServer(context, services)
  const send = async (key: string, reminders = messagesOf(1)): Promise<string> => {
    const settings = `{ id: all, type: apprise, server: "${server.url}", key_env: KITROOM_CHANNEL_KEY }`
    return (
      await openTestChannel(settings, { secrets: { KITROOM_CHANNEL_KEY: key } }).send(
        deliveryOf(reminders),
        acceptHandOver,
      )
    ).kind
  }
  expect(await send('one')).toBe('sent')
  expect(JSON.parse(good.arrivals[0]?.body ?? '{}')).toMatchObject({
    title: 'The warranty of item 0 ends',
    message: 'Ends on: 2027-04-04',
    type: 'info',
  })
  expect(await send('some')).toBe('unknown')
  expect(good.arrivals).toHaveLength(2)
  expect(await send('none')).toBe('retry')
  expect(await send('one', messagesOf(500, { title: '<b>*_ü🎥 & '.repeat(5) }))).toBe('sent')
  const last = (JSON.parse(good.arrivals.at(-1)?.body ?? '{}') as { message: string }).message
  expect(last).toMatch(/\nand \d+ more$/)
  expect(server.lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    Array.from({ length: 4 }, () => ({ discord: 1, telegram: 1 })),
  )
})
