import { mkdtempSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeExit, exitOf, startChild, stopChild } from '../child.ts'
import { LocalError } from '../errors.ts'
import type { Say } from '../say.ts'
import { collectTail } from '../tail.ts'
import { faultOfBinary } from './checkBinary.ts'

const STALL_MS = 60_000
const SCRIPT = fileURLToPath(new URL('sdkDownloadMain.ts', import.meta.url))

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0)
}

function whenStalled(folder: string, stallMs: number, stop: () => void): () => void {
  let bytes = 0
  let movedAtMs = performance.now()
  const timer = setInterval(() => {
    const now = bytesIn(folder)
    if (now !== bytes) movedAtMs = performance.now()
    bytes = now
    if (performance.now() - movedAtMs > stallMs) stop()
  }, 500)
  return () => clearInterval(timer)
}

/** Moves the usable Temporal binary of a folder to `target`. @throws LocalError `download_failed` without one; `why` is its message */
export async function adoptDownload(folder: string, target: string, why: string): Promise<void> {
  for (const name of readdirSync(folder).filter((name) => !name.endsWith('.downloading'))) {
    const file = join(folder, name)
    if ((await faultOfBinary(file)) !== undefined) continue
    renameSync(file, target)
    return
  }
  throw new LocalError('download_failed', why)
}

// The SDK's message joins all layers with ": "; the last two name the cause.
const rootCause = (words: string): string => (words.split('\n')[0] ?? '').split(': ').slice(-2).join(': ')

/** Downloads Temporal through its SDK. Gives up after a minute without data. @throws LocalError `download_failed` */
export async function downloadBySdk(target: string, env: Record<string, string | undefined>, say: Say): Promise<void> {
  mkdirSync(join(target, '..'), { recursive: true })
  const folder = mkdtempSync(`${target}-download-`)
  const child = startChild(process.execPath, [SCRIPT, folder], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = exitOf(child)
  const tail = collectTail([child.stdout, child.stderr], 5)
  let stalled = false
  const unwatch = whenStalled(folder, STALL_MS, () => {
    stalled = true
    child.kill('SIGKILL')
  })
  try {
    const megabytes = (): string => `${(bytesIn(folder) / 1e6).toFixed(0)} MB so far`
    const exit = await say.during('Downloading Temporal through its SDK (once, about 1 minute)', () => exited, megabytes)
    const why = stalled ? `nothing arrived for ${STALL_MS / 1000} s` : rootCause(tail()) || `the download ${describeExit(exit)}`
    await adoptDownload(folder, target, why)
  } finally {
    unwatch()
    await stopChild(child, exited, 1000)
    rmSync(folder, { recursive: true, force: true })
  }
}
