import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type Client } from '../../client/client.ts'
import { ControlAccess, Run, watchRun } from '../../contract/control/control.ts'
import { createProgressPrinter } from '../../local/progressPrinter.ts'
import { startStudio, type Studio } from '../../local/studio/studio.ts'

/** All processes of `npm start`. The caller closes `control` and stops `studio`. */
export interface RentalHouse {
  studio: Studio
  /** The worker's control plane. */
  control: Client
  /** Process ids. */
  worker: number
  server: number
  /** An API key with all scopes. */
  key: string
}

const readJson = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, 'data', name), 'utf8'))

/** Starts a studio with its data in `<folder>/data` and the settings of `<folder>/kitroom.yaml`, on SQLite. */
export async function startRentalHouse(folder: string, env: Record<string, string> = {}): Promise<RentalHouse> {
  const studio = await startStudio({
    env: {
      ...process.env,
      KITROOM_CONFIG: join(folder, 'kitroom.yaml'),
      KITROOM_DATABASE_URL: undefined,
      KITROOM_WORKER_DATABASE_URL: undefined,
      TEMPORAL_ADDRESS: undefined,
      ...env,
    },
    config: {
      dataFolder: join(folder, 'data'),
      host: '127.0.0.1',
      serverPort: 0,
      workerPort: 0,
      ingressHost: '127.0.0.1',
      ingressPort: 0,
    },
    printer: createProgressPrinter(),
    useNextFreePort: true,
    isStopRequested: () => false,
    onAccount: () => undefined,
    accountFlags: ['--name', 'Rental house', '--email', 'bench@example.com', '--currency', 'USD', '--timezone', 'UTC'],
  })
  const { processes } = readJson(folder, 'run.json') as { processes: Record<string, { pid: number }> }
  const control = createClient(ControlAccess.parse(readJson(folder, 'control.json')))
  const { api_key: key } = readJson(folder, 'cli.json') as { api_key: string }
  return { studio, control, worker: processes['worker']?.pid ?? 0, server: processes['server']?.pid ?? 0, key }
}

/** Follows a run until it waits or ends. */
export async function followRun(control: Client, id: string): Promise<Run> {
  let lastRun: Run | undefined
  for await (const line of control.stream(watchRun, { params: { id } })) lastRun = Run.parse(line)
  if (!lastRun) throw new Error('the run has no state')
  return lastRun
}
