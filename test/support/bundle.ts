import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { bundleWorkflows } from '../../worker/temporal/bundle.ts'

const FOLDER = 'KITROOM_TEST_BUNDLE'

/** Bundles the workflows once for the whole run: a worker on a fresh data folder takes some five seconds of both cores for it. */
export async function prepareBundle(folder: string): Promise<void> {
  await bundleWorkflows(folder)
  process.env[FOLDER] = folder
}

/** Puts the run's bundle where a worker keeps its own. One that does not fit its workflows any more it makes anew. */
export function shareBundle(dataDir: string): void {
  const folder = process.env[FOLDER]
  if (folder !== undefined) cpSync(join(folder, 'cache'), join(dataDir, 'cache'), { recursive: true })
}
