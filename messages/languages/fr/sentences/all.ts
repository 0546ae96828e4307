import type { MailSentences } from '../../sentences.ts'
import { columns } from './columns.ts'
import { deliveries } from './deliveries.ts'
import { files } from './files.ts'
import { outcomes } from './outcomes.ts'
import { reminders } from './reminders.ts'
import { settings } from './settings.ts'

/** French sentences of mails: about files, columns, runs, reminders and kitroom.yaml. */
export const frenchSentences: MailSentences = {
  ...columns,
  ...files,
  ...outcomes,
  ...reminders,
  ...deliveries,
  ...settings,
}
