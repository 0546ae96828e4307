import type { englishSentences } from '../../../../contract/sentences/say.ts'
import type { Translated } from '../../sentences.ts'
import { cells } from './cells.ts'
import { columns } from './columns.ts'
import { deliveries } from './deliveries.ts'
import { files } from './files.ts'
import { google } from './google.ts'
import { outcomes } from './outcomes.ts'
import { reminders } from './reminders.ts'
import { rows } from './rows.ts'
import { settings } from './settings.ts'
import { steps } from './steps.ts'

/** All German sentences of the worker about sheets, runs, reminders and kitroom.yaml. */
export const germanSentences: Translated<typeof englishSentences> = {
  ...cells,
  ...rows,
  ...columns,
  ...files,
  ...outcomes,
  ...reminders,
  ...deliveries,
  ...google,
  ...steps,
  ...settings,
}
