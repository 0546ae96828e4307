import { Readable } from 'node:stream'
import { previewReminder } from '../../contract/control/reminderPreview.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit.ts'
import { resolveUserPath } from '../files.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { writeDownload } from '../show/writeDownload.ts'

export interface PreviewOptions {
  person?: string
  out?: string
  json?: boolean
}

/** `kitroom reminders preview <kind>`: prints the mail of a reminder, or writes its HTML. */
export const previewReminderCommand = (
  context: CommandContext,
  kind: string,
  { person, out, json }: PreviewOptions,
): Promise<number> =>
  withControl(context.env, async (control) => {
    if (out !== undefined && !/\.html?$/i.test(out)) throw new CliError('--out must name a file that ends in .html.')
    const { terminal } = context
    const { body } = await control.call(previewReminder, { query: { kind, person } })
    const { is_example: isExample, subject, text, html } = body.data
    if (isExample) terminal.printNote('This is an example: nothing of this kind is due or concerns the person.')
    if (out !== undefined) {
      await writeDownload(terminal, resolveUserPath(context.env, out), Readable.from([html]))
    }
    if (json) terminal.printResult(formatJson(body))
    else if (out === undefined) terminal.printResult(escapeUnsafe(`Subject: ${subject}\n\n${text.trimEnd()}`, '\n'))
    return EXIT.success
  })
