import type { Document } from '../../../contract/api/documents.ts'
import type { Gear } from '../../../contract/api/gear.ts'
import type { Maintenance } from '../../../contract/api/maintenance.ts'
import type { Api } from '../../shared/api.ts'
import { isOfPlan } from '../checkDueOccurrence.ts'
import { readCoverageOfService } from '../readCoverage.ts'

/**
 * True for an open record that a person entered, or that has a price. A plan's record costs nothing until a person
 * prices it.
 */
export const isOpenedByPerson = ({ status, cost, notes }: Maintenance): boolean =>
  (status === 'scheduled' || status === 'in_progress') && ((cost ?? 0) > 0 || !isOfPlan(notes))

/**
 * Finds the warranty or insurance that is in force on the date of the service, and has not ended today.
 * @param day today, `YYYY-MM-DD`
 */
export async function findCoverage(
  api: Api,
  { record, item, day }: { record: Maintenance; item: Gear; day: string },
  signal: AbortSignal,
): Promise<Document | undefined> {
  if (item.status === 'retired') return undefined
  const coverage = await readCoverageOfService(api, record, item, signal)
  return (coverage?.expires_on ?? day) < day ? undefined : coverage
}
