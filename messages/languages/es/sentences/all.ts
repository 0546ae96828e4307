import type { MailSentences } from '../../sentences.ts'
import { columns } from './columns.ts'
import { files } from './files.ts'
import { outcomes } from './outcomes.ts'

/** Spanish sentences of mails: about files, columns and runs. */
export const spanishSentences: MailSentences = { ...columns, ...files, ...outcomes }
