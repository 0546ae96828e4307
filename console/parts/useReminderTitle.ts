import type { ReminderInfo } from '../../contract/control/reminders.ts'
import { useLanguage } from '../base/language.tsx'

/** Names a reminder in the reader's language. One of an earlier version has only the title that its recipient got. */
export function useReminderTitle(): (reminder: Pick<ReminderInfo, 'title' | 'titles'>) => string {
  const { language } = useLanguage()
  return ({ title, titles }) => titles[language] ?? title
}
