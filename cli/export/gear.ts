import { exportGear, tableFormats } from '../../contract/control/sheetFiles.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { chooseFormat, resolveUserPath } from '../files.ts'
import { writeDownload } from '../show/writeDownload.ts'
import { EXIT } from '../exit.ts'

/** `kitroom export gear`: a sheet that a sync imports without changes. */
export async function exportGearCommand(
  context: CommandContext,
  options: { out: string; format?: string },
): Promise<number> {
  const path = resolveUserPath(context.env, options.out)
  const format = chooseFormat(tableFormats, options.format, path)
  if (!format) throw new CliError('Name a file that ends in .csv or .xlsx, or say --format csv or --format xlsx.')
  await withControl(context.env, (control) =>
    writeDownload(context.terminal, path, control.download(exportGear, { query: { format } })),
  )
  return EXIT.success
}
