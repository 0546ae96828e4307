import type { MessageLink } from '../../../messages/channels/channel.ts'
import type { Config } from '../../../config/config.ts'
import type { Texts } from '../../../messages/languages/texts.ts'
import type { ReminderRow } from '../../../state/tables/reminderTable.ts'
import type { WaitingPlan } from '../types.ts'
import type { NotificationKind } from '../kind.ts'
import { findDecider } from './findDecider.ts'
import type { LinkAction, ReminderLink } from './linkToken.ts'
import type { PlanLink } from './planToken.ts'
import type { UnsubscribeLink } from './unsubscribeToken.ts'

/**
 * Creates the addresses of links. They are undefined without a public address, since an address of this machine is
 * useless on a phone.
 */
export interface LinkAddresses {
  createUrl(link: Omit<ReminderLink, 'madeAtMs'>): string | undefined
  createPlanUrl(link: Omit<PlanLink, 'madeAtMs'>): string | undefined
  createUnsubscribeUrl(link: Omit<UnsubscribeLink, 'madeAtMs'>): string | undefined
}

type Addressed = Pick<ReminderRow, 'kind' | 'subject' | 'due_on' | 'channel' | 'recipient'>

const toLink = (kind: MessageLink['kind'], label: string, url: string | undefined): MessageLink[] =>
  url === undefined ? [] : [{ kind, label, url }]

function listReminderLinks(
  addresses: LinkAddresses,
  { due_on: dueOn, kind, subject, channel, recipient }: Addressed,
  { links }: Texts,
): MessageLink[] {
  const link = { kind, subject, dueOn, channel, recipient }
  const actions: LinkAction[] = kind === 'maintenance' ? ['ack', 'snooze', 'done'] : ['ack', 'snooze']
  return [
    ...toLink('page', links.page, addresses.createUrl(link)),
    ...actions.flatMap((action) => toLink(action, links[action], addresses.createUrl({ ...link, action }))),
  ]
}

/** A message to one recipient. */
interface Linked {
  row: Addressed
  /** Kind of the row. */
  kind: NotificationKind
  plan: WaitingPlan | undefined
  config: Config
  /** Texts for the recipient. */
  texts: Texts
}

function listPlanLinks(addresses: LinkAddresses, plan: WaitingPlan, { row, config, texts }: Linked): MessageLink[] {
  const { channel, recipient } = row
  const person = findDecider(config, { channel, recipient })
  return person
    ? toLink('page', texts.links.plan, addresses.createPlanUrl({ ...plan, person: person.id, channel, recipient }))
    : []
}

/** Creates the links of a message to one recipient. Only reminders with an answer, and plans that wait, have links. */
export function createLinks(addresses: LinkAddresses, linked: Linked): MessageLink[] {
  const { row, kind, plan, texts } = linked
  if (kind.listCommands !== undefined) return listReminderLinks(addresses, row, texts)
  return plan ? listPlanLinks(addresses, plan, linked) : []
}
