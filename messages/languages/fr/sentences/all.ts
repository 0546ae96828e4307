import type { MailSentences } from '../../sentences.ts'
import { columns } from './columns.ts'
import { files } from './files.ts'
import { outcomes } from './outcomes.ts'

/** French sentences of mails: about files, columns and runs. */
export const frenchSentences: MailSentences = { ...columns, ...files, ...outcomes }
