import { exportCalendar } from '../../contract/control/calendars.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { resolveUserPath, writeAtomically } from '../files.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'

export interface ExportCalendarOptions {
  out: string
  calendar?: string
  json?: boolean
}

export async function exportCalendarCommand(
  context: CommandContext,
  { out, calendar, json }: ExportCalendarOptions,
): Promise<number> {
  const path = resolveUserPath(context.env, out)
  await withControl(context.env, (control) =>
    writeAtomically(path, control.download(exportCalendar, { query: { calendar } })),
  )
  if (json) context.terminal.printResult(formatJson({ data: { path, calendar: calendar ?? null } }))
  else context.terminal.printNote(`Written: ${escapeUnsafe(path)}`)
  return EXIT.success
}
