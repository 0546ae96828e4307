import { abortRun } from '../../contract/control.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'
import { formatRun } from './show.ts'

export const abortSyncCommand = (context: CommandContext, source: string, { json }: { json?: boolean }): Promise<number> =>
  withControl(context.env, async (control) => {
    const { data: run } = (await control.call(abortRun, { params: { source }, body: {} })).body
    if (json) context.terminal.printResult(formatJson(run))
    else
      context.terminal.printResult(
        run ? formatRun(run) : `${escapeUnsafe(source)}: a workflow that belonged to no run was ended. The next run can start.`,
      )
    return EXIT.success
  })
