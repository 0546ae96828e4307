import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describeExit, waitForExit, startChild, stopChild } from '../child.ts'
import { LocalError } from '../errors.ts'
import { findOnPath } from '../findOnPath.ts'
import type { ProgressPrinter } from '../progressPrinter.ts'
import { collectLastLines } from '../collectLastLines.ts'
import { executableName } from './cache.ts'
import { findBinaryFault } from './checkBinary.ts'

// The newest tag that `go install` accepts; later ones use a local replace directive.
const PACKAGE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1'
const TIMEOUT_MS = 20 * 60_000

/** Builds Temporal with Go. @throws LocalError `no_go` without Go, `build_failed` with Go's last output */
export async function buildTemporalWithGo(target: string, env: Record<string, string | undefined>, printer: ProgressPrinter): Promise<void> {
  const go = findOnPath('go', env['PATH'])
  if (!go) throw new LocalError('no_go', 'Go is not installed')
  mkdirSync(join(target, '..'), { recursive: true })
  const folder = mkdtempSync(`${target}-build-`)
  const child = startChild(go, ['install', PACKAGE], { env: { ...env, GOBIN: folder }, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = waitForExit(child)
  const tail = collectLastLines([child.stdout, child.stderr], 3)
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  try {
    const exit = await printer.runWithProgress('Building Temporal with Go (once, about 3 minutes)', () => exited)
    if (exit.code !== 0) throw new LocalError('build_failed', `go install ${describeExit(exit)}: ${tail()}`)
    const fault = await findBinaryFault(join(folder, executableName))
    if (fault) throw new LocalError('build_failed', fault)
    renameSync(join(folder, executableName), target)
  } finally {
    clearTimeout(timer)
    await stopChild(child, exited, 1000)
    rmSync(folder, { recursive: true, force: true })
  }
}
