import { undefinedIfNotFound } from '../../../client/undefinedIfNotFound.ts'
import type { Gear } from '../../../contract/api/gear.ts'
import { getMaintenance, listMaintenance, type Maintenance } from '../../../contract/api/maintenance.ts'
import { say, type Said } from '../../../contract/sentences/say.ts'
import { toStudioDay } from '../../../platform/studioDay.ts'
import { readAccount } from '../../shared/api.ts'
import type { AutomationDeps } from '../../shared/automation.ts'
import { forEachLimit } from '../../shared/forEachLimit.ts'
import { describeInLanguages } from '../../notify/inLanguages.ts'
import type { Evaluate, Evaluation } from '../../notify/types.ts'
import { readItemsById } from '../../shared/readItem.ts'
import { readRecordsById } from '../../shared/readRecordsById.ts'
import { describeCoveredService } from './describeCoveredService.ts'
import { findCoverage } from './findCoverage.ts'

const MAX_CONCURRENT = 4

const toRejection = (reason: Said): Evaluation => ({ applies: false, reason })

/**
 * Finds the reason why a message about an open record does not apply, whatever its coverage; undefined if it may apply.
 */
function findReason(record: Maintenance | undefined, item: Gear | undefined): Said | undefined {
  if (!record || !item) return say('maintenance_deleted')
  if (record.status === 'completed') return say('maintenance_completed')
  if (record.status === 'cancelled') return say('maintenance_cancelled')
  return undefined
}

export const createEvaluateCoveredServices =
  ({ api, clock, readConfig }: Pick<AutomationDeps, 'api' | 'clock' | 'readConfig'>): Evaluate =>
  async (reminders, signal, texts) => {
    if (!(await readConfig()).maintenance.covered_repairs)
      return new Map(reminders.map(({ message_id: id }) => [id, toRejection(say('covered_repairs_off'))]))
    const { timeZone, currency } = await readAccount(api, signal)
    const day = toStudioDay(clock.nowMs(), timeZone)
    const subjects = new Set(reminders.map(({ subject }) => subject))
    const records = await readRecordsById(subjects, {
      what: 'maintenance',
      readOne: async (id) =>
        (await undefinedIfNotFound(api.call(getMaintenance, { params: { id } }, { signal })))?.body.data,
      readPage: async (query) => (await api.call(listMaintenance, { query }, { signal })).body,
    })
    const items = await readItemsById(api, new Set([...records.values()].map(({ item_id: id }) => id)), signal)
    const evaluations = new Map<string, Evaluation>()
    await forEachLimit([...subjects], MAX_CONCURRENT, async (id) => {
      const record = records.get(id)
      const item = items.get(record?.item_id ?? '')
      const reason = findReason(record, item)
      if (reason || !record || !item) return void evaluations.set(id, toRejection(reason ?? say('maintenance_deleted')))
      const coverage = await findCoverage(api, { record, item, day }, signal)
      const newText =
        coverage && describeInLanguages(texts, (one) => describeCoveredService(record, item, coverage, currency, one))
      evaluations.set(id, newText ? { applies: true, newText } : toRejection(say('item_not_covered')))
    })
    return new Map(
      reminders.flatMap(({ message_id: id, subject }) => {
        const evaluation = evaluations.get(subject)
        return evaluation ? [[id, evaluation] as const] : []
      }),
    )
  }
