import type { MessageCommand } from '../../channels/channel.ts'
import type { Texts } from '../../languages/texts.ts'

/** Enough of a record's id to answer a reminder. */
const ID_CHARACTERS = 8

/** Commands that acknowledge or postpone a reminder. @param subject id of the record */
export function listAnswerCommands(subject: string, { commands }: Texts): MessageCommand[] {
  const id = subject.slice(-ID_CHARACTERS)
  return [
    { purpose: commands.acknowledge, command: `kitroom reminders ack ${id}`, link: 'ack' },
    { purpose: commands.postpone, command: `kitroom reminders snooze ${id} --for 7d`, link: 'snooze' },
  ]
}
