import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describeExit, waitForExit, startChild, stopChild } from '../child.ts'
import { LocalError } from '../errors.ts'
import { findOnPath } from '../findOnPath.ts'
import type { ProgressPrinter } from '../progressPrinter.ts'
import { collectLastLines } from '../collectLastLines.ts'
import { executableName } from './cache.ts'
import { findBinaryFault } from './checkBinary.ts'

// The newest tag that `go install` accepts. Later ones use a local replace directive.
const PACKAGE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1'
/** Number of its packages including Go's own: `go list -deps ./cmd/temporal`. */
const PACKAGE_COUNT = 1300
const TIMEOUT_MS = 20 * 60_000

/** Counts lines of `go install -v`. Each names a package, except notes such as "go: downloading …". */
function countGoLines(): { onLine: (line: string) => void; progress: () => string } {
  let modules = 0
  let packages = 0
  return {
    onLine: (line) => {
      if (line.startsWith('go: downloading ')) modules++
      else if (/^[\w./~-]+$/.test(line)) packages++
    },
    progress: () =>
      packages > 0 ? `${packages} of about ${PACKAGE_COUNT} packages built` : `${modules} modules downloaded`,
  }
}

/** Builds Temporal with Go. @throws LocalError `no_go` without Go, `build_failed` with Go's last output */
export async function buildTemporalWithGo(
  target: string,
  env: Record<string, string | undefined>,
  printer: ProgressPrinter,
): Promise<void> {
  const go = findOnPath('go', env['PATH'])
  if (!go) throw new LocalError('no_go', 'Go is not installed')
  mkdirSync(join(target, '..'), { recursive: true })
  const folder = mkdtempSync(`${target}-build-`)
  const child = startChild(go, ['install', '-v', PACKAGE], {
    env: { ...env, GOBIN: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = waitForExit(child)
  const { onLine, progress } = countGoLines()
  const tail = collectLastLines([child.stdout, child.stderr], 3, onLine)
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  try {
    const exit = await printer.runWithProgress(
      'Building Temporal with Go (once, 3 to 10 minutes)',
      () => exited,
      progress,
    )
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
