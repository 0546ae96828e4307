import type { Command } from 'commander'
import { exportGear, tableFormats } from '../../contract/control/sheetFiles.ts'
import { withControl } from '../access/control.ts'
import { EXIT, type CommandContext, type RunCommand } from '../base/command.ts'
import { CliError } from '../base/errors.ts'
import { chooseFormat, resolveUserPath } from '../base/files.ts'
import { writeDownload } from '../show/download.ts'

/** `kitroom export gear`: a sheet that a sync imports without changes. */
async function exportGearCommand(context: CommandContext, options: { out: string; format?: string }): Promise<number> {
  const path = resolveUserPath(context.env, options.out)
  const format = chooseFormat(tableFormats, options.format, path)
  if (!format) throw new CliError('Name a file that ends in .csv or .xlsx, or say --format csv or --format xlsx.')
  await withControl(context.env, (control) =>
    writeDownload(context.terminal, path, control.download(exportGear, { query: { format } })),
  )
  return EXIT.success
}

export function addExportCommands(program: Command, run: RunCommand): void {
  program
    .command('export')
    .description('write the inventory as a sheet')
    .command('gear')
    .description('every item, in a sheet that syncs back without changes')
    .requiredOption('--out <path>', 'a file that ends in .csv or .xlsx')
    .option('--format <format>', 'csv or xlsx, if the file name does not tell')
    .action(run(exportGearCommand))
}
