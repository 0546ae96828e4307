import type { Delivery, Message } from './channel.ts'
import { toOneLine } from './text.ts'

/** Title and messages of a delivery. Several messages have the title and the sentences of their summary. */
export function selectMessages({ reminders, summary }: Pick<Delivery, 'reminders' | 'summary'>): {
  title: string
  intro: readonly string[]
  shown: readonly Message[]
} {
  const { title = '' } = reminders[0] ?? {}
  if (!summary) return { title: toOneLine(title) || 'Reminder', intro: [], shown: reminders }
  return { title: `${reminders.length} reminders of your studio`, intro: summary.lines, shown: summary.shown }
}
