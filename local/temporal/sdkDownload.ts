import { mkdtempSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeExit, waitForExit, startChild, stopChild } from '../child.ts'
import { LocalError } from '../errors.ts'
import type { ProgressPrinter } from '../progressPrinter.ts'
import { collectLastLines } from '../collectLastLines.ts'
import { findBinaryFault } from './checkBinary.ts'

const STALL_TIMEOUT_MS = 60_000
const SCRIPT = fileURLToPath(new URL('sdkDownloadMain.ts', import.meta.url))

function countBytesIn(folder: string): number {
  return readdirSync(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

function watchForStall(folder: string, stallMs: number, stop: () => void): () => void {
  let bytes = 0
  let changedAtMs = performance.now()
  const timer = setInterval(() => {
    const currentBytes = countBytesIn(folder)
    if (currentBytes !== bytes) changedAtMs = performance.now()
    bytes = currentBytes
    if (performance.now() - changedAtMs > stallMs) stop()
  }, 500)
  return () => clearInterval(timer)
}

/**
 * Moves a working Temporal binary from a folder to `target`.
 * @throws LocalError `download_failed` with `reason` if there is none
 */
export async function installDownload(folder: string, target: string, reason: string): Promise<void> {
  for (const name of readdirSync(folder).filter((name) => !name.endsWith('.downloading'))) {
    const file = join(folder, name)
    if ((await findBinaryFault(file)) !== undefined) continue
    renameSync(file, target)
    return
  }
  throw new LocalError('download_failed', reason)
}

// Shortens the SDK's message, which joins all layers with ": ". The last two name the cause.
const findRootCause = (message: string): string => (message.split('\n')[0] ?? '').split(': ').slice(-2).join(': ')

/** Downloads Temporal through its SDK. Gives up after a minute without data. @throws LocalError `download_failed` */
export async function downloadWithSdk(
  target: string,
  env: Record<string, string | undefined>,
  printer: ProgressPrinter,
): Promise<void> {
  mkdirSync(join(target, '..'), { recursive: true })
  const folder = mkdtempSync(`${target}-download-`)
  const child = startChild(process.execPath, [SCRIPT, folder], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = waitForExit(child)
  const tail = collectLastLines([child.stdout, child.stderr], 5)
  let isStalled = false
  const stopWatching = watchForStall(folder, STALL_TIMEOUT_MS, () => {
    isStalled = true
    child.kill('SIGKILL')
  })
  try {
    const megabytes = (): string => `${(countBytesIn(folder) / 1e6).toFixed(0)} MB so far`
    const exit = await printer.runWithProgress(
      'Downloading Temporal through its SDK (once, about 1 minute)',
      () => exited,
      megabytes,
    )
    const reason = isStalled
      ? `nothing arrived for ${STALL_TIMEOUT_MS / 1000} s`
      : findRootCause(tail()) || `the download ${describeExit(exit)}`
    await installDownload(folder, target, reason)
  } finally {
    stopWatching()
    await stopChild(child, exited, 1000)
    rmSync(folder, { recursive: true, force: true })
  }
}
