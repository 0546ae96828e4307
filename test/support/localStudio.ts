import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentPrinter } from '../../local/progressPrinter.ts'
import type { NewAccount } from '../../local/studio/keys.ts'
import { startStudio } from '../../local/studio/studio.ts'
import { shareBundle } from './bundle.ts'
import { testTemporal } from './temporal.ts'
import { stretchedTimeLimits } from './timeLimits.ts'

export interface LocalStudio {
  apiUrl: string
  account: NewAccount
  dataFolder: string
  /** The environment for commands against this studio. */
  env: Record<string, string | undefined>
  /** Writes a file beside kitroom.yaml. @returns its path */
  write(name: string, text: string): string
  stop(): Promise<void>
}

/** Starts server and worker as `npm start` does, each as a process of its own, on the Temporal of this test run. */
export async function startLocalStudio(config: string, currency = 'USD'): Promise<LocalStudio> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kitroom-studio-'))
  shareBundle(dataFolder)
  const write = (name: string, text: string): string => {
    writeFileSync(join(dataFolder, name), text)
    return join(dataFolder, name)
  }
  const temporal = testTemporal()
  const env = {
    ...process.env,
    KITROOM_RATE_LIMIT: 'off',
    KITROOM_DATA_DIR: dataFolder,
    KITROOM_CONFIG: write('kitroom.yaml', config),
    KITROOM_DATABASE_URL: undefined,
    KITROOM_INTERVAL_SCALE: '0.1',
    ...stretchedTimeLimits,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
  }
  let account: NewAccount | undefined
  const studio = await startStudio({
    env,
    config: { dataFolder, host: '127.0.0.1', serverPort: 0, workerPort: 0, ingressHost: '127.0.0.1', ingressPort: 0 },
    printer: silentPrinter,
    useNextFreePort: true,
    isStopRequested: () => false,
    onAccount: (createdAccount) => void (account = createdAccount),
    accountFlags: ['--name', 'Test', '--email', 'test@example.com', '--currency', currency],
  })
  if (!account) throw new Error('No account was made.')
  return {
    apiUrl: studio.apiUrl,
    account,
    dataFolder,
    env,
    write,
    stop: async () => {
      await studio.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
