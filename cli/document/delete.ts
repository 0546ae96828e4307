import { deleteDocument } from '../../contract/settings/documents.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'

export const deleteDocumentCommand = (
  context: CommandContext,
  id: string,
  options: { json?: boolean },
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(deleteDocument, { params: { id } })
    context.terminal.printResult(options.json ? formatJson(body) : `Deleted: ${body.data.id}`)
    return EXIT.success
  })
