import type { MessageCommand } from '../../channels/channel.ts'

/** Enough of a record's id to answer a reminder. */
const ID_CHARACTERS = 8

/** Commands that acknowledge or postpone a reminder. @param subject id of the record */
export function listAnswerCommands(subject: string): MessageCommand[] {
  const id = subject.slice(-ID_CHARACTERS)
  return [
    { purpose: 'Acknowledge it, so that nobody is reminded of this date again', command: `kitroom reminders ack ${id}` },
    { purpose: 'Postpone it by a week', command: `kitroom reminders snooze ${id} --for 7d` },
  ]
}
