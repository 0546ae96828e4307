import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import type { Case } from './cases.ts'
import { HANG_GUARD_MS, until } from '../../support/wait.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Downloads and builds, cached for the next run. */
const cache = join(root, 'node_modules/.cache/webhooks')

export type Language = 'ts' | 'python' | 'go'
/** The command of a receiver, or why it cannot run on this machine. */
export type Prepared = { command: string; args: string[] } | { reason: string }

/** What a receiver prints of an event, and of a message of a channel, which has no record. */
const printed: Readonly<Partial<Record<Language, [event: string, message: string]>>> = {
  ts: ["event.type, event.data.record['id'], event.data.changes", 'event.type, event.id'],
  python: ['event["type"], event["data"]["record"]["id"], event["data"]["changes"]', 'event["type"], event["id"]'],
}

export type Receives = 'events' | 'messages'

function receiverSource(language: Language, receives: Receives): string {
  const [event = '', message = ''] = printed[language] ?? []
  const source = documentedSource(language)
  if (!source.includes(event)) throw new Error(`the receiver in ${language} does not print ${event}`)
  return receives === 'events' ? source : source.replace(event, message)
}

function documentedSource(language: Language): string {
  const text = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')
  const [firstBlock, secondBlock] = [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    (match) => match[1] ?? '',
  )
  if (firstBlock === undefined || secondBlock !== undefined)
    throw new Error(`docs/webhooks.md must have one receiver in ${language}`)
  return firstBlock
}

const succeeds = (command: string, args: readonly string[], cwd?: string): boolean =>
  spawnSync(command, args, { cwd, stdio: 'ignore', timeout: HANG_GUARD_MS }).status === 0

/** Fills a cache folder once: `fill` works in a temporary folder, which is renamed when it succeeds. */
function fillCacheOnce(
  name: string,
  content: string,
  fill: (folder: string) => string | undefined,
): { folder: string } | { reason: string } {
  const folder = join(cache, `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return { folder }
  mkdirSync(cache, { recursive: true })
  const temporaryFolder = mkdtempSync(join(cache, 'new-'))
  const reason = fill(temporaryFolder)
  if (reason === undefined) renameSync(temporaryFolder, folder)
  else rmSync(temporaryFolder, { recursive: true })
  return reason === undefined ? { folder } : { reason }
}

const PYTHON_PACKAGE = 'standardwebhooks==1.1.0'
const GO_MODULE = 'github.com/standard-webhooks/standard-webhooks/libraries'
const GO_VERSION = 'v0.0.1'

function prepareTypeScript(folder: string, receives: Receives): Prepared {
  // Node strips types only outside node_modules, and finds packages only beside one.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'receiver.mts'), receiverSource('ts', receives))
  return { command: process.execPath, args: [join(folder, 'receiver.mts')] }
}

/** A Python with a pinned package, which is installed once, or why there is none. */
export function installPythonPackage(
  name: string,
  pinned: string,
): { python: string; folder: string } | { reason: string } {
  const python = ['python3', 'python'].find((name) =>
    succeeds(name, ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 9))']),
  )
  if (!python) return { reason: 'there is no Python 3.9 or newer on this machine' }
  const packages = fillCacheOnce(name, pinned, (target) => {
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', target, pinned]
    return succeeds(python, pip) ? undefined : `pip could not install ${pinned}; the network may be missing`
  })
  return 'reason' in packages ? packages : { python, folder: packages.folder }
}

function preparePython(folder: string, receives: Receives): Prepared {
  const packages = installPythonPackage('python', PYTHON_PACKAGE)
  if ('reason' in packages) return packages
  writeFileSync(join(folder, 'receiver.py'), receiverSource('python', receives))
  const run = `import runpy, sys; sys.path.insert(0, sys.argv[1]); runpy.run_path(sys.argv[2], run_name="__main__")`
  return { command: packages.python, args: ['-c', run, packages.folder, join(folder, 'receiver.py')] }
}

function prepareGo(_folder: string, receives: Receives): Prepared {
  if (!succeeds('go', ['version'])) return { reason: 'there is no Go on this machine' }
  const source = receiverSource('go', receives)
  const goBuild = fillCacheOnce('go', GO_VERSION + source, (target) => {
    writeFileSync(join(target, 'go.mod'), `module receiver\n\ngo 1.22\n\nrequire ${GO_MODULE} ${GO_VERSION}\n`)
    writeFileSync(join(target, 'main.go'), source)
    if (!succeeds('go', ['mod', 'download', `${GO_MODULE}@${GO_VERSION}`], target))
      return `Go could not fetch ${GO_MODULE}; the network may be missing`
    if (!succeeds('go', ['build', '-mod=mod', '-o', 'receiver', '.'], target))
      throw new Error('the receiver in Go does not compile')
    return undefined
  })
  return 'reason' in goBuild ? goBuild : { command: join(goBuild.folder, 'receiver'), args: [] }
}

const preparations = { ts: prepareTypeScript, python: preparePython, go: prepareGo }

/** @param receives events of the API, or messages of a channel */
export const prepare = (language: Language, folder: string, receives: Receives = 'events'): Prepared =>
  preparations[language](folder, receives)

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export interface Receiver extends AsyncDisposable {
  url: string
  output(): string
  send(one: Case): Promise<number>
}

export async function startReceiver(
  { command, args }: { command: string; args: string[] },
  secret: string,
  port: number,
): Promise<Receiver> {
  const child = spawn(command, args, {
    env: { ...process.env, KITROOM_WEBHOOK_SECRET: secret, PORT: String(port), PYTHONUNBUFFERED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const url = `http://127.0.0.1:${port}/`
  const post = async (headers: Record<string, string>, body: string): Promise<number> => {
    const answer = await request(url, { method: 'POST', headers, body })
    await answer.body.dump()
    return answer.statusCode
  }
  await until('the receiver answers', async () => {
    if (child.exitCode !== null) throw new Error(`the receiver did not begin: ${output}`)
    return (await post({}, '{}').catch(() => 0)) === 401
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.kill()) await new Promise((resolve) => child.once('exit', resolve))
  }
  return { url, output: () => output, send: ({ headers, body }) => post(headers, body), [Symbol.asyncDispose]: stop }
}

export function receiverFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'kitroom-receiver-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
