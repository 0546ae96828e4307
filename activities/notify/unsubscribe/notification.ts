import { say } from '../../../contract/sentences/say.ts'
import type { Config } from '../../../config/config.ts'
import type { Texts } from '../../../messages/languages/texts.ts'
import { listUnsubscriptions } from '../../../state/reminders/unsubscriptions.ts'
import type { AutomationDeps } from '../../shared/automation.ts'
import { describeCounts } from '../describeCounts.ts'
import type { NotificationKind } from '../kind.ts'
import { describeInLanguages } from '../inLanguages.ts'
import type { Evaluate, Evaluation, Notification } from '../types.ts'
import type { UnsubscriptionTable } from '../../../state/tables/reminderTable.ts'

/** Describes an unsubscription for the fallback person, so that no reminder ends silently. @param name of the person */
export function describeUnsubscription(row: UnsubscriptionTable, name: string, texts: Texts): Notification {
  const { person, recipient, unsubscription_id: subject, unsubscribed_at: at } = row
  const { unsubscribe, format } = texts
  const { facts: names } = unsubscribe
  return {
    kind: 'unsubscribed',
    subject,
    dueOn: at.slice(0, 10),
    step: 0,
    title: unsubscribe.reported({ name, recipient }),
    facts: [
      { name: names.person, value: name },
      { name: names.address, value: recipient },
      { name: names.since, value: format.time(at) },
      { name: names.ends, value: unsubscribe.reminders },
      { name: names.stays, value: unsubscribe.others },
      { name: names.instead, value: unsubscribe.instead },
      { name: texts.facts.whatToDo, value: unsubscribe.advice(`kitroom reminders resubscribe ${person}`) },
    ],
  }
}

/** @param id of a person; one who was removed from kitroom.yaml has no other name */
export const findPersonName = ({ reminders: { people = [] } }: Config, id: string): string =>
  people.find((person) => person.id === id)?.name ?? id

const ENDED: Evaluation = { applies: false, reason: say('recipient_resubscribed') }

const createEvaluateUnsubscriptions =
  ({ state, readConfig }: Pick<AutomationDeps, 'state' | 'readConfig'>): Evaluate =>
  async (reminders, _signal, texts) => {
    const config = await readConfig()
    const rows = new Map((await state.read(listUnsubscriptions)).map((row) => [row.unsubscription_id, row]))
    return new Map<string, Evaluation>(
      reminders.map(({ message_id: id, subject }) => {
        const row = rows.get(subject)
        if (!row) return [id, ENDED]
        const name = findPersonName(config, row.person)
        return [
          id,
          { applies: true, newText: describeInLanguages(texts, (one) => describeUnsubscription(row, name, one)) },
        ]
      }),
    )
  }

/** A person has unsubscribed from reminders. The fallback person gets this message, once. */
export const unsubscribedNotification: NotificationKind = {
  evaluate: createEvaluateUnsubscriptions,
  describeAll: (days, _today, texts) =>
    describeCounts(texts.unsubscribe.heading, [[days.length, texts.unsubscribe.countPeople]], texts),
}
