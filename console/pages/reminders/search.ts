import type { ReminderState } from '../../../contract/control/reminders.ts'

const states: readonly ReminderState[] = ['pending', 'sending', 'sent', 'failed', 'unknown', 'skipped']

export interface RemindersSearch {
  state?: ReminderState
  preview?: true
}

export function readRemindersSearch(search: Record<string, unknown>): RemindersSearch {
  const state = states.find((name) => name === search['state'])
  return { ...(state && { state }), ...(search['preview'] === true && { preview: true as const }) }
}

export { states as reminderStates }
