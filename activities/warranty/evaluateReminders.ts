import type { Document } from '../../contract/api/documents.ts'
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

const toRejection = (reason: string): Evaluation => ({ applies: false, reason })

/** Creates a new text, because item and document may have changed since it was queued. */
function evaluateReminder(
  reminder: WaitingReminder,
  { documents, items, types, day, texts }: CurrentState,
): Evaluation {
  const document = documents.get(reminder.subject)
  if (!document) return toRejection('The document was deleted before this could be sent.')
  if (!types.includes(document.type))
    return toRejection(`The document is of the type ${document.type} now, whose end is not watched.`)
  const coverage = toCoverage(document)
  if (!coverage) return toRejection('The end was removed before this could be sent.')
  if (coverage.expiresOn !== reminder.due_on)
    return toRejection(`The end was moved to ${coverage.expiresOn} before this could be sent.`)
  const item = items.get(coverage.gearId ?? '')
  if (item?.isRetired) return toRejection('The item was retired before this could be sent.')
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
