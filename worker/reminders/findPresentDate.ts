import { readDocument } from '../../activities/warranty/readCoverage.ts'
import { ConnectionError } from '../../client/errors.ts'
import { undefinedIfNotFound } from '../../client/undefinedIfNotFound.ts'
import { getMaintenance } from '../../contract/api/maintenance.ts'
import type { WorkerContext } from '../context/context.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'
import type { ReminderSubject } from '../../state/tables/reminderTable.ts'

const API_TIMEOUT_MS = 3000

/**
 * Finds the present date of a reminder's record, `YYYY-MM-DD`; undefined without one, or while the API does not answer.
 */
export async function findPresentDate(
  { api }: Pick<WorkerContext, 'api'>,
  about: Pick<ReminderSubject, 'kind' | 'subject'>,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(scaleTimeLimit(API_TIMEOUT_MS))
  const { kind, subject: id } = about
  try {
    if (kind === 'maintenance')
      return (await undefinedIfNotFound(api.call(getMaintenance, { params: { id } }, { signal })))?.body.data
        .service_date
    return (await readDocument(api, id, signal))?.expires_on ?? undefined
  } catch (error) {
    if (error instanceof ConnectionError || signal.aborted) return undefined
    throw error
  }
}
