// `npm run bench:live`: what open pages of the console cost the server, by polling with an ETag, by requests that wait,
// and by server-sent events.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createAccount } from '../../test/support/account.ts'
import { createApi } from '../../test/support/api.ts'
import { openBrowser } from '../../test/support/console.ts'
import { createDataFolder } from '../../test/support/server.ts'
import { readFlags } from './flags.ts'
import { NODE_FLAGS } from './process.ts'

const values = readFlags('npm run bench:live -- [flags]: the cost of open pages of the console', {
  tabs: { type: 'string', default: '50', about: 'open pages, each with a session of its own' },
  seconds: { type: 'string', default: '60', about: 'length of each measurement' },
})
const tabs = Number(values.tabs)
const seconds = Number(values.seconds)
const POLL_MS = 3000
const CHANGE_MS = 5000
const CHANGES_PATH = '/console/api/changes'
const LIST_PATH = '/console/api/v1/shoots?limit=50'

/** Headers that Chromium sends with each request of the page. */
const CHROMIUM = {
  'sec-ch-ua': '"Chromium";v="142", "Not_A Brand";v="99"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: 'application/json, application/x-ndjson, application/problem+json',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-GB,en;q=0.9',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
  referer: 'http://127.0.0.1/',
}

interface Tab {
  read(url: string): Promise<{ status: number; text: string }>
  follow(url: string, onEvent: () => void): Promise<void>
  bytes(): number
  close(): void
}

function openTab(cookie: string): Tab {
  const agent = new Agent({ keepAlive: true })
  const sockets = new Set<Socket>()
  const etags = new Map<string, string>()
  const send = async (url: string, headers: Record<string, string>): Promise<IncomingMessage> => {
    const sent = request(url, { agent, headers: { ...CHROMIUM, cookie, ...headers } })
    sent.once('socket', (socket) => sockets.add(socket))
    sent.end()
    return ((await once(sent, 'response')) as [IncomingMessage])[0]
  }
  return {
    async read(url) {
      const [resource = ''] = url.split('?wait_s')
      const etag = etags.get(resource)
      const answer = await send(url, {
        'x-kitroom-background': '1',
        ...(etag !== undefined && { 'if-none-match': etag }),
      })
      if (answer.headers.etag !== undefined) etags.set(resource, answer.headers.etag)
      const text = Buffer.concat(await answer.toArray()).toString()
      return { status: answer.statusCode ?? 0, text }
    },
    async follow(url, onEvent) {
      const answer = await send(url, { accept: 'text/event-stream' })
      if (answer.statusCode !== 200) throw new Error(`the stream is answered ${answer.statusCode}`)
      answer.on('data', (chunk: Buffer) => void (chunk.toString().startsWith('data:') && onEvent()))
      answer.on('error', () => undefined)
    },
    bytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead + socket.bytesWritten, 0),
    close: () => agent.destroy(),
  }
}

interface Target {
  url: string
  streamUrl: string
}

const readCpuUs = async (child: ChildProcess): Promise<number> => {
  child.send('usage')
  return ((await once(child, 'message')) as [{ cpuUs: number }])[0].cpuUs
}

interface Way {
  name: string
  open: (tab: Tab, target: Target, signal: AbortSignal) => Promise<unknown>
}

/**
 * As pages of the console do: the next request follows after at least three seconds.
 * @param waitS how long the server may hold a request
 */
const poll =
  (waitS: number): Way['open'] =>
  async (tab, { url }, signal) => {
    await wait(Math.random() * POLL_MS)
    let before = ''
    while (!signal.aborted) {
      const startMs = performance.now()
      const { status, text } = await tab.read(`${url}${CHANGES_PATH}?wait_s=${before === '' ? 0 : waitS}`)
      if (status === 200 && before !== '' && text !== before) await tab.read(url + LIST_PATH)
      if (status === 200) before = text
      await wait(Math.max(0, startMs + POLL_MS - performance.now()), undefined, { signal }).catch(() => undefined)
    }
  }

const ways: readonly Way[] = [
  { name: 'nothing', open: () => Promise.resolve() },
  { name: 'polling with an ETag', open: poll(0) },
  { name: 'requests that wait', open: poll(20) },
  {
    name: 'server-sent events',
    open: (tab, { url, streamUrl }) => tab.follow(streamUrl, () => void tab.read(url + LIST_PATH)),
  },
]

async function measure(
  way: Way,
  child: ChildProcess,
  target: Target,
  cookies: readonly string[],
  change: (() => Promise<unknown>) | undefined,
) {
  const ended = new AbortController()
  const opened = cookies.map(openTab)
  const loops = opened.map((tab) => way.open(tab, target, ended.signal))
  await wait(POLL_MS + 1000)
  const before = { cpuUs: await readCpuUs(child), bytes: opened.reduce((sum, tab) => sum + tab.bytes(), 0) }
  const timer = change && setInterval(() => void change(), CHANGE_MS)
  await wait(seconds * 1000)
  clearInterval(timer)
  const after = { cpuUs: await readCpuUs(child), bytes: opened.reduce((sum, tab) => sum + tab.bytes(), 0) }
  ended.abort()
  for (const tab of opened) tab.close()
  // A request that waits fails with its connection.
  await Promise.allSettled(loops)
  const minutes = seconds / 60
  return { cpuMs: (after.cpuUs - before.cpuUs) / 1000 / minutes, bytes: (after.bytes - before.bytes) / tabs / minutes }
}

using folder = createDataFolder()
const account = await createAccount(folder.dataDir, 'Studio')
const child = fork(fileURLToPath(new URL('liveTarget.ts', import.meta.url)), [folder.databaseFile], {
  execArgv: NODE_FLAGS,
})
const [target] = (await once(child, 'message')) as [Target]
const cookies: string[] = []
for (let count = 0; count < tabs; count += 1) {
  const browser = openBrowser(target.url)
  await browser.signIn({ api_key: account.api_key })
  cookies.push(browser.cookie ?? '')
}
const api = createApi(target.url, account.api_key)
const addShoot = (): Promise<unknown> => api.post('/shoots', { title: 'Lookbook', shoot_date: '2026-04-10' })
for (let count = 0; count < 20; count += 1) await addShoot()
console.log(`${tabs} tabs, ${seconds} s each, load ${loadavg()[0]?.toFixed(1)}`)
for (const [label, change] of [
  ['nobody changes anything', undefined],
  [`a shoot is added every ${CHANGE_MS / 1000} s, and each tab reads a list again`, addShoot],
] as const) {
  console.log(`\n${label}:`)
  for (const way of ways) {
    const { cpuMs, bytes } = await measure(way, child, target, cookies, change)
    const kilobytes = (bytes / 1000).toFixed(1).padStart(6)
    console.log(
      `${way.name.padEnd(22)} ${(cpuMs / tabs).toFixed(2).padStart(6)} ms CPU and ${kilobytes} kB a tab and minute (load ${loadavg()[0]?.toFixed(1)})`,
    )
  }
}
child.disconnect()
