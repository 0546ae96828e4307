import { Option, type Command } from 'commander'
import type { CommandContext } from '../context.ts'
import { warrantyReportCommand, type WarrantyReportOptions } from '../warranty/report.ts'
import { JSON_FLAG, type SetExitCode } from './flags.ts'

export function addWarrantyCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  program
    .command('warranty')
    .description('warranties and insurances')
    .command('report')
    .description('what was paid although covered, what ends soon, what lacks a receipt, what is not covered')
    .option(...JSON_FLAG)
    .addOption(new Option('--csv', 'print a table as CSV').conflicts('json'))
    .option('--out <path>', 'write the table to a file')
    .option('--all', 'show every finding')
    .action(async (options: WarrantyReportOptions) => done(await warrantyReportCommand(context, options)))
}
