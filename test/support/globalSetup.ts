import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { anyFreePort } from '../../local/ports.ts'
import { createSay } from '../../local/say.ts'
import { provideTemporal } from '../../local/temporal.ts'

/** Starts one Temporal for the whole run, found or fetched as `npm start` does it. Without one the run fails with the reason. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-test-'))
  const temporal = await provideTemporal({
    env: process.env,
    say: createSay(),
    databaseFile: join(folder, 'temporal.db'),
    namespace: 'default',
    port: await anyFreePort(),
  })
  project.provide('temporalAddress', temporal.address)
  project.provide('temporalNamespace', temporal.namespace)
  return async () => {
    await temporal.own?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
