import type { MessageCommand } from '../../messages/channels/channel.ts'
import { toShortId } from '../../contract/control/reminderAnswers.ts'
import type { Texts } from '../../messages/languages/texts.ts'

/** Lists commands that acknowledge or postpone a reminder. @param subject id of the record */
export function listAnswerCommands(subject: string, { commands }: Texts): MessageCommand[] {
  const id = toShortId(subject)
  return [
    { purpose: commands.acknowledge, command: `kitroom reminders ack ${id}`, link: 'ack' },
    { purpose: commands.postpone, command: `kitroom reminders snooze ${id} --for 7d`, link: 'snooze' },
  ]
}
