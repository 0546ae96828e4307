import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleWorkflows } from '../../worker/temporal/bundle.ts'

const FOLDER = 'KITROOM_TEST_BUNDLE'

/** Outlives the run: the name of a bundle has the hash of its sources. */
const BUNDLES = fileURLToPath(new URL('../../.cache/workflows', import.meta.url))

/**
 * Bundles the workflows, unless an earlier run has, because each worker on a fresh data folder would take about five
 * seconds for it.
 */
export async function prepareBundle(): Promise<void> {
  await bundleWorkflows(BUNDLES)
  process.env[FOLDER] = BUNDLES
}

/** The path of the run's bundle. */
export function findBundle(): Promise<string> {
  const folder = process.env[FOLDER]
  if (folder === undefined) throw new Error('Global setup has bundled no workflows.')
  return bundleWorkflows(folder)
}

/**
 * Copies the run's bundle into a data folder, where a worker looks for its own. The worker rebuilds an outdated one.
 */
export function shareBundle(dataDir: string): void {
  const folder = process.env[FOLDER]
  if (folder !== undefined) cpSync(join(folder, 'cache'), join(dataDir, 'cache'), { recursive: true })
}
