import type { MailSentences } from '../../sentences.ts'
import { columns } from './columns.ts'
import { deliveries } from './deliveries.ts'
import { files } from './files.ts'
import { google } from './google.ts'
import { outcomes } from './outcomes.ts'
import { reminders } from './reminders.ts'
import { settings } from './settings.ts'
import { steps } from './steps.ts'

/** French sentences of mails: about files, columns, runs, reminders, kitroom.yaml and Google. */
export const frenchSentences: MailSentences = {
  ...columns,
  ...files,
  ...outcomes,
  ...reminders,
  ...deliveries,
  ...google,
  ...steps,
  ...settings,
}
