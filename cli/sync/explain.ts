import { explainSource } from '../../contract/control/explain.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { formatExplanation } from '../show/explanation.ts'
import { EXIT } from '../exit.ts'
import { uploadFile } from './start.ts'

export interface ExplainOptions {
  file?: string
  json?: boolean
}

/** `kitroom sync explain`: shows how a source's sheet is read. Starts no run. */
export const explainSyncCommand = (
  context: CommandContext,
  source: string,
  { file, json }: ExplainOptions,
): Promise<number> =>
  withControl(context.env, async (control) => {
    const upload_id = file === undefined ? undefined : await uploadFile(control, context.env, file)
    const { data } = (
      await control.call(explainSource, { body: { source, ...(upload_id !== undefined && { upload_id }) } })
    ).body
    context.terminal.printResult(json ? formatJson(data) : formatExplanation(data, context.terminal))
    return data.refused ? EXIT.failed : EXIT.success
  })
