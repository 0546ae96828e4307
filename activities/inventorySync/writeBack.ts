import { say } from '../../contract/sentences/say.ts'
import type { Database } from '../../platform/sql/types.ts'
import { hashLocation, hasSameLocation, writeBack } from '../../sheets/sources/kinds.ts'
import type { SourceSettings } from '../../sheets/sources/settings.ts'
import { updateDownloadEtag } from '../../state/sync/downloads.ts'
import { listPlanRows, type ReportedRow } from '../../state/sync/planRows.ts'
import { readWriteBack, storeWriteBack } from '../../state/sync/writeBacks.ts'
import { readAccount } from '../shared/api.ts'
import { createFinalFailure } from '../shared/failures.ts'
import { findLastDownload } from './lastDownload.ts'
import { runGoogleActivity } from '../shared/runActivity.ts'
import { toRowMessages } from './rowMessages.ts'
import { loadRun, parseRunSettings } from './run.ts'
import type { SyncDeps } from './types.ts'

const ROWS_PER_READ = 500

async function listReportedRows(state: Database, runId: string): Promise<ReportedRow[]> {
  const all: ReportedRow[] = []
  for (;;) {
    const rows = await state.read((tx) => listPlanRows(tx, runId, all.at(-1)?.position ?? -1, ROWS_PER_READ))
    if (rows.length === 0) return all
    all.push(...rows)
  }
}

/**
 * Reads kitroom.yaml again, because the plan may have waited for days.
 * @throws ApplicationFailure if it does not allow writing
 */
async function requireConsent({ findSource }: SyncDeps, stored: SourceSettings): Promise<SourceSettings> {
  const current = await findSource(stored.id)
  if (current?.write_back === true && hasSameLocation(current, stored)) return current
  throw createFinalFailure('write_back_off', say('write_back_off', { source: stored.id }))
}

/** Writes the run's results beside each row of its sheet. It runs on any worker, before the run ends. */
export const createWriteBack = (deps: SyncDeps) => ({
  writeBack: ({ runId }: { runId: string }): Promise<void> =>
    runGoogleActivity(deps, async (signal) => {
      const { state } = deps
      const run = await loadRun(state, runId)
      if (readWriteBack(run)?.status !== 'pending') return
      const source = await requireConsent(deps, parseRunSettings(run).source)
      const { timeZone } = await readAccount(deps.api, signal)
      const messages = toRowMessages(run, await listReportedRows(state, runId), timeZone)
      const lastDownload = findLastDownload(state, source.id)
      const result = messages
        ? await writeBack(source, messages, { ...deps.sourceHost, lastDownload, signal })
        : { rows: 0, notes: [] }
      await state.write(async (tx) => {
        await storeWriteBack(tx, runId, { status: 'written', rows: result.rows, notes: result.notes })
        const location = hashLocation(source)
        if (result.etag !== undefined && location !== undefined)
          await updateDownloadEtag(tx, source.id, location, result.etag)
      })
    }),
})
