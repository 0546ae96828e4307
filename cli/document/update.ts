import { updateDocument, type DocumentUpdates } from '../../contract/settings/documents.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { formatFlagNames, readFields } from '../fieldFlags.ts'
import { formatJson } from '../show/text.ts'
import { formatRecord } from '../show/table.ts'
import { EXIT } from '../exit.ts'
import { numberFields, writableFields } from './fields.ts'

export const updateDocumentCommand = (
  context: CommandContext,
  id: string,
  options: Record<string, unknown>,
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const updates = readFields(options, writableFields, numberFields) as DocumentUpdates
    if (Object.keys(updates).length === 0)
      throw new CliError(`Say what to change: ${formatFlagNames(writableFields)}. An empty value clears a field.`)
    const { body } = await settings.call(updateDocument, { params: { id }, body: { updates } })
    context.terminal.printResult(options['json'] ? formatJson(body) : formatRecord(body.data))
    return EXIT.success
  })
