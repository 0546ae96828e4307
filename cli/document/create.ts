import { createDocument, type NewDocument } from '../../contract/settings/documents.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { readFields } from '../fieldFlags.ts'
import { formatJson } from '../show/text.ts'
import { formatRecord } from '../show/table.ts'
import { EXIT } from '../exit.ts'
import { numberFields, writableFields } from './fields.ts'

/** The server reports missing and invalid fields. */
export const createDocumentCommand = (context: CommandContext, options: Record<string, unknown>): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(createDocument, {
      body: readFields(options, writableFields, numberFields) as NewDocument,
    })
    context.terminal.printResult(options['json'] ? formatJson(body) : formatRecord(body.data))
    return EXIT.success
  })
