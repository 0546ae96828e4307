import type { Gear } from '../../../contract/api/gear.ts'
import { say, type Said } from '../../../contract/sentences/say.ts'
import type { Texts } from '../../../messages/languages/texts.ts'
import { listMeterRows } from '../../../state/maintenance/meters.ts'
import type { AutomationDeps } from '../../shared/automation.ts'
import { describeInLanguages } from '../../notify/inLanguages.ts'
import type { Evaluate, Evaluation, ReportedReading } from '../../notify/types.ts'
import { readItemsById } from '../../shared/readItem.ts'
import { isCoveredByPlan } from '../findDueOccurrences.ts'
import { isUsePlan, readMeters, type UsePlan } from './decideUse.ts'
import { describeReading } from './describeMeter.ts'

const toRejection = (reason: Said): Evaluation => ({ applies: false, reason })

/** The present state of an item. */
interface Present {
  gear: Gear | undefined
  plans: readonly UsePlan[]
  /** Reading of a jump that no later reading has confirmed. */
  pending: number | undefined
}

/**
 * Checks if a report still applies. A fall does while the meter is below the reading before it; a jump does while it is
 * neither corrected nor confirmed.
 */
function evaluateReading(reported: ReportedReading, { gear, plans, pending }: Present, texts: Texts): Evaluation {
  const { field, change, from, to } = reported
  if (!gear) return toRejection(say('item_deleted'))
  if (gear.status === 'retired') return toRejection(say('item_retired'))
  if (!plans.some((plan) => plan.use.field === field && isCoveredByPlan(plan, gear)))
    return toRejection(say('meter_not_counted'))
  const now = readMeters(gear).get(field)?.value
  if (now === undefined) return toRejection(say('reading_cleared'))
  if (change === 'fallen' ? now >= from : now !== to) return toRejection(say('reading_changed', { reading: now }))
  if (change === 'jumped' && pending !== to) return toRejection(say('reading_confirmed'))
  return {
    applies: true,
    newText: describeInLanguages(texts, (one) => describeReading({ ...reported, to: now }, gear, one)),
  }
}

export const createEvaluateReadings =
  ({ api, state, readConfig }: Pick<AutomationDeps, 'api' | 'state' | 'readConfig'>): Evaluate =>
  async (reminders, signal, texts) => {
    const plans = (await readConfig()).maintenance.plans.filter(isUsePlan)
    const ids = new Set(reminders.flatMap(({ reading }) => (reading ? [reading.gearId] : [])))
    const items = await readItemsById(api, ids, signal)
    const evaluations = new Map<string, Evaluation>()
    for (const { message_id: messageId, reading } of reminders) {
      if (!reading) continue
      const { gearId, field } = reading
      const { meters } = await state.read((tx) => listMeterRows(tx, gearId, gearId))
      const pending = meters.find((row) => row.field === field)?.pending ?? undefined
      evaluations.set(messageId, evaluateReading(reading, { gear: items.get(gearId), plans, pending }, texts))
    }
    return evaluations
  }
