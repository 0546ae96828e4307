import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareBundle } from '../../support/bundle.ts'
import { startProcess, type Started } from './process.ts'
import type { Studio } from './studio.ts'
import { openSync, type Sync } from './sync.ts'

/** A worker process with a data folder and a kitroom.yaml of its own, as on another host. */
export interface SecondHost extends AsyncDisposable {
  dataDir: string
  worker: Started
  sync: Sync
  configure(text: string): void
  writeFile(name: string, text: string): void
  /** Starts the worker again; stop it first. */
  start(): Promise<void>
}

/** Needs a studio whose worker has its state on PostgreSQL. */
export async function startSecondHost(studio: Studio, env: Record<string, string> = {}): Promise<SecondHost> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kitroom-host-'))
  shareBundle(dataDir)
  const writeFile = (name: string, text: string): void => writeFileSync(join(dataDir, name), text)
  const host: SecondHost = {
    dataDir,
    worker: undefined as never,
    sync: undefined as never,
    configure: (text) => writeFile('kitroom.yaml', text),
    writeFile,
    start: async () => {
      const folders = { KITROOM_DATA_DIR: dataDir, KITROOM_CONFIG: join(dataDir, 'kitroom.yaml') }
      host.worker = startProcess('worker/main.ts', { ...studio.environment(), ...folders, ...env })
      await host.worker.waitForLog('ready')
      host.sync = openSync(dataDir)
    },
    [Symbol.asyncDispose]: async () => {
      await host.worker.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await host.start()
  return host
}
