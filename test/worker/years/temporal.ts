// A Temporal of the test's own, which can lose everything.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../local/ports.ts'
import { silentPrinter } from '../../../local/progressPrinter.ts'
import { findTemporal } from '../../../local/temporal/find.ts'
import { startTemporalServer } from '../../../local/temporal/server.ts'

export interface LosableTemporal extends AsyncDisposable {
  address: string
  namespace: string
  /** Starts it again on its port with an empty database. */
  wipe(): Promise<void>
}

export async function startLosableTemporal(): Promise<LosableTemporal> {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-temporal-'))
  const binary = await findTemporal(process.env, silentPrinter)
  const port = await findFreePort()
  let wipes = 0
  const start = () =>
    startTemporalServer({
      binary,
      port,
      namespace: 'default',
      databaseFile: join(folder, `temporal-${wipes}.db`),
      env: process.env,
    })
  let server = await start()
  return {
    address: server.address,
    namespace: server.namespace,
    wipe: async () => {
      await server.stop()
      wipes++
      server = await start()
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
