import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { bundleWorkflows } from '../../worker/temporal/bundle.ts'

const FOLDER = 'KITROOM_TEST_BUNDLE'

/** Bundles the workflows once per test run, because each worker on a fresh data folder would take about five seconds for it. */
export async function prepareBundle(folder: string): Promise<void> {
  await bundleWorkflows(folder)
  process.env[FOLDER] = folder
}

/** The path of the run's bundle. */
export function findBundle(): Promise<string> {
  const folder = process.env[FOLDER]
  if (folder === undefined) throw new Error('Global setup has bundled no workflows.')
  return bundleWorkflows(folder)
}

/** Copies the run's bundle into a data folder, where a worker looks for its own. The worker rebuilds an outdated one. */
export function shareBundle(dataDir: string): void {
  const folder = process.env[FOLDER]
  if (folder !== undefined) cpSync(join(folder, 'cache'), join(dataDir, 'cache'), { recursive: true })
}
