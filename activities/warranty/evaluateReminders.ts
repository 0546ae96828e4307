import type { Document } from '../../contract/api/documents.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import { readAccount } from '../shared/api.ts'
import type { AutomationDeps } from '../shared/automation.ts'
import { describeInLanguages } from '../notify/inLanguages.ts'
import type { Evaluate, Evaluation, WaitingReminder } from '../notify/types.ts'
import { toStudioDay, countDaysBetween } from '../../platform/studioDay.ts'
import { describeCoverageEnd } from './describeCoverageEnd.ts'
import { toCoverage } from './readCoverage.ts'
import { readDocuments } from './readDocuments.ts'
import { readItems } from './readItems.ts'
import type { Item } from './types.ts'

interface CurrentState {
  documents: ReadonlyMap<string, Document>
  items: ReadonlyMap<string, Item>
  types: readonly string[]
  day: string
  texts: Texts
}

const toRejection = (reason: Said): Evaluation => ({ applies: false, reason })

/** Creates a new text, because item and document may have changed since it was queued. */
function evaluateReminder(
  reminder: WaitingReminder,
  { documents, items, types, day, texts }: CurrentState,
): Evaluation {
  const document = documents.get(reminder.subject)
  if (!document) return toRejection(say('document_deleted'))
  if (!types.includes(document.type)) return toRejection(say('document_not_watched', { document_type: document.type }))
  const coverage = toCoverage(document)
  if (!coverage) return toRejection(say('end_removed'))
  if (coverage.expiresOn !== reminder.due_on) return toRejection(say('end_moved', { day: coverage.expiresOn }))
  const item = items.get(coverage.gearId ?? '')
  if (item?.isRetired) return toRejection(say('item_retired'))
  const daysLeft = countDaysBetween(day, coverage.expiresOn)
  const newText = describeInLanguages(texts, (one) => describeCoverageEnd(coverage, item, reminder.step, daysLeft, one))
  return { applies: true, newText }
}

export const createEvaluateWarranties =
  ({ api, clock, readConfig }: Pick<AutomationDeps, 'api' | 'clock' | 'readConfig'>): Evaluate =>
  async (reminders, signal, texts) => {
    const { warranty } = await readConfig()
    const { timeZone } = await readAccount(api, signal)
    const documents = await readDocuments(api, new Set(reminders.map(({ subject }) => subject)), signal)
    const coverages = [...documents.values()].flatMap((document) => toCoverage(document) ?? [])
    const items = await readItems(api, coverages, signal)
    const current: CurrentState = {
      documents,
      items,
      types: warranty.types,
      day: toStudioDay(clock.nowMs(), timeZone),
      texts,
    }
    return new Map(reminders.map((reminder) => [reminder.message_id, evaluateReminder(reminder, current)]))
  }
