import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../../../platform/clock.ts'
import { createSilentLog } from '../../../../platform/log.ts'
import { DEFAULT_AUDIT_LIMITS } from '../../../../server/audit/prune.ts'
import { buildApp } from '../../../../server/app.ts'
import { openApiDatabase } from '../../../../server/db/open.ts'
import type { JobRun } from '../../../../server/housekeeping/housekeeping.ts'
import { testSecretBox } from '../../../support/secrets.ts'

export interface PruningServer extends AsyncDisposable {
  url: string
  prune(): Promise<JobRun>
}

/** Starts a server process whose housekeeping runs on request, not by the clock. */
export async function startPruningServer(databaseUrl: string, days: number): Promise<PruningServer> {
  const child = fork(fileURLToPath(import.meta.url), [databaseUrl, String(days)])
  const [url] = (await once(child, 'message')) as [string]
  return {
    url,
    async prune() {
      child.send('prune')
      const [run] = (await once(child, 'message')) as [JobRun]
      return run
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.send('stop')
      await exited
    },
  }
}

async function serve(databaseUrl: string, days: number): Promise<void> {
  const log = createSilentLog()
  const db = await openApiDatabase(databaseUrl, systemClock, log)
  const app = buildApp({
    db,
    clock: systemClock,
    log,
    secrets: testSecretBox,
    auditReads: true,
    rateLimit: false,
    auditLimits: { ...DEFAULT_AUDIT_LIMITS, days },
  })
  const sendMessage = (value: JobRun | string): void => {
    process.send?.(value)
  }
  process.on('message', (message) => {
    if (message === 'prune') void app.housekeeping.run('audit').then(sendMessage)
    else
      void app
        .drain()
        .then(() => db.close())
        .then(() => process.disconnect?.())
  })
  const url = await app.listen('127.0.0.1', 0)
  sendMessage(url)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(process.argv[2] ?? '', Number(process.argv[3]))
