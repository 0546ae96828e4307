import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startGoogle } from '../google/google.ts'
import { testTemporal } from '../support/temporal.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

interface Setting {
  config: string
  env: Record<string, string>
}

/** A studio whose worker is started with a Google Sheet and a Google calendar, or without them. */
export interface GoogleStudio extends AsyncDisposable {
  studio: Studio
  withGoogle: Setting
  withoutGoogle: Setting
  /** Ends the worker, and starts it anew. Resolves when it is ready. */
  restartWorker: (setting: Setting, env?: Record<string, string>) => Promise<void>
}

export async function openGoogleStudio(): Promise<GoogleStudio> {
  const google = await startGoogle()
  const key = google.addServiceAccount()
  const sharedWith = { [key.client_email]: 'writer' } as const
  const cells = [
    ['Asset Tag', 'Type'],
    ['C-1', 'camera'],
  ]
  const { id } = google.addSpreadsheet({ title: 'Gear', sheets: [{ title: 'Inventory', cells }], sharedWith })
  const calendar = google.addCalendar({ summary: 'Studio', sharedWith })
  const withoutGoogle: Setting = { config: 'sources:\n  - id: main\n    file: sheet.csv\n', env: {} }
  const studio = await openStudio(testTemporal(), { ownProcess: 'worker', config: withoutGoogle.config })
  const keyFile = join(studio.folder.dataDir, 'key.json')
  writeFileSync(keyFile, JSON.stringify(key), { mode: 0o600 })
  const withGoogle: Setting = {
    config: `sources:\n  - id: main\n    google_sheet: ${id}\ncalendars:\n  - id: team\n    google:\n      calendar: ${calendar.id}\n`,
    env: { KITROOM_GOOGLE_URL: google.url, KITROOM_GOOGLE_KEY_FILE: keyFile },
  }
  return {
    studio,
    withGoogle,
    withoutGoogle,
    async restartWorker(setting, env = {}) {
      await studio.worker.stop()
      studio.configure(setting.config)
      await studio.startWorker({ ...setting.env, ...env })
    },
    async [Symbol.asyncDispose]() {
      await studio[Symbol.asyncDispose]()
      await google.stop()
    },
  }
}
