import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bundler = fileURLToPath(new URL('bundleMain.ts', import.meta.url))
const BUNDLE_TIMEOUT_MS = 120_000

/** Computes a hash of the bundle's inputs: the workflows, the shared names and the SDK's versions. */
function fingerprintSources(): string {
  const hash = createHash('sha256')
  const files = readdirSync(join(root, 'workflows'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  for (const file of [...files.sort().map((name) => join(root, 'workflows', name)), join(root, 'contract/temporal.ts')])
    hash.update(file.slice(root.length)).update(readFileSync(file))
  for (const name of ['@temporalio/worker', '@temporalio/workflow'])
    hash.update((createRequire(import.meta.url)(`${name}/package.json`) as { version: string }).version)
  return hash.digest('hex').slice(0, 16)
}

function removeOtherBundles(folder: string, keep: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith('workflows-') && name !== keep) rmSync(join(folder, name), { force: true })
}

/**
 * Returns the path of the workflow bundle. A child process builds it after the code changed, because bundling here
 * would leave some 80 MB of webpack in memory.
 */
export async function bundleWorkflows(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'cache')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `workflows-${fingerprintSources()}.js`
  const file = join(folder, name)
  if (existsSync(file)) return file
  await promisify(execFile)(process.execPath, [bundler, file], {
    timeout: scaleTimeLimit(BUNDLE_TIMEOUT_MS),
  })
  removeOtherBundles(folder, name)
  return file
}
