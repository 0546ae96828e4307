import { isUnsubscribed, listPersonRecipients } from '../../activities/notify/routes.ts'
import type { Config } from '../../config/config.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { listUnsubscribed, resubscribePerson, Unsubscription } from '../../contract/control/unsubscriptions.ts'
import { listUnsubscriptions, removeUnsubscriptions } from '../../state/reminders/unsubscriptions.ts'
import type { SettingsAccess, StateAccess, WorkerContext } from '../context/context.ts'
import { createWorkerError } from '../context/errors.ts'
import { readRecipientConfig } from '../problems/recipients.ts'
import type { UnsubscriptionTable } from '../../state/tables/reminderTable.ts'

function toView(
  config: Config,
  { person: id, channel, recipient, unsubscribed_at: since }: UnsubscriptionTable,
): Unsubscription {
  const { people = [] } = config.reminders
  const person = people.find((one) => one.id === id)
  const isAddress = listPersonRecipients(config, id).some((to) => to.channel === channel && to.recipient === recipient)
  const unsubscribed = [{ person: id, channel, recipient }]
  const inEffect =
    person !== undefined && isAddress && isUnsubscribed({ ...config, unsubscribed }, person, { channel, recipient })
  return { person: id, name: person?.name ?? null, channel, recipient, since, in_effect: inEffect }
}

export async function listUnsubscribedPeople(
  context: StateAccess & SettingsAccess,
): Promise<Reply<typeof listUnsubscribed>> {
  const config = await readRecipientConfig(context)
  const rows = await context.state.read(listUnsubscriptions)
  return { data: rows.map((row) => toView(config, row)) }
}

export async function resubscribe(
  context: Pick<WorkerContext, 'state' | 'log' | 'settings'>,
  { body }: Input<typeof resubscribePerson>,
): Promise<Reply<typeof resubscribePerson>> {
  const config = await readRecipientConfig(context)
  const { person } = body
  const rows = await context.state.write(async (tx) => {
    const found = (await listUnsubscriptions(tx)).filter((row) => row.person === person)
    await removeUnsubscriptions(tx, person)
    return found
  })
  const knownIds = (config.reminders.people ?? []).map(({ id }) => id)
  if (rows.length === 0 && !knownIds.includes(person))
    throw createWorkerError('unknown_person', { person, known: knownIds })
  for (const { channel } of rows) context.log.info({ person, channel }, 'a person gets reminders again')
  return { data: rows.map((row) => toView(config, row)) }
}
