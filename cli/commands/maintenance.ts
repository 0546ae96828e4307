import { Option, type Command } from 'commander'
import type { CommandContext } from '../context.ts'
import { createMaintenanceCommand } from '../maintenance/create.ts'
import { deleteMaintenanceCommand } from '../maintenance/delete.ts'
import { changedMaintenanceFields, completedMaintenanceFields, newMaintenanceFields } from '../maintenance/fields.ts'
import { forecastCommand, type ForecastOptions } from '../maintenance/forecast.ts'
import { getMaintenanceCommand } from '../maintenance/get.ts'
import { listMaintenanceCommand, type ListMaintenanceOptions } from '../maintenance/list.ts'
import { completeMaintenanceCommand, setMaintenanceCommand } from '../maintenance/set.ts'
import type { ConfirmOptions } from '../record/askToConfirm.ts'
import { addRecordFlags, type RecordShape } from '../record/fields.ts'
import { addPageFlags, JSON_FLAG, YES_FLAG, type SetExitCode } from './flags.ts'

type Options = Record<string, unknown> & { tag?: string; json?: boolean }

const TAG_FLAG = [
  '--tag <tag>',
  'the item, by asset tag or id: means its one record that is scheduled or in progress',
] as const

function addLists(maintenance: Command, context: CommandContext, done: SetExitCode): void {
  const list = maintenance
    .command('list')
    .description('list service records by date')
    .option('--tag <tag>', 'of one item, by asset tag or id')
    .option('--status <status>', 'scheduled, in_progress, completed or cancelled')
    .option('--type <type>', 'of items of this type')
    .option('--from <day>')
    .option('--to <day>')
  addPageFlags(list)
    .option(...JSON_FLAG)
    .action(async (options: ListMaintenanceOptions) => done(await listMaintenanceCommand(context, options)))
}

function addForecast(maintenance: Command, context: CommandContext, done: SetExitCode): void {
  maintenance
    .command('forecast')
    .description('what is due in the coming months: open records, and those that the plans of kitroom.yaml will create')
    .option('--months <count>', '1 to 60; 12 by default')
    .option(...JSON_FLAG)
    .addOption(new Option('--csv', 'print a table as CSV').conflicts(['json', 'ics']))
    .addOption(new Option('--ics', 'print a calendar, without costs').conflicts(['json', 'csv']))
    .option('--out <path>', 'write the table or the calendar to a file')
    .option('--all', 'show every service')
    .action(async (options: ForecastOptions) => done(await forecastCommand(context, options)))
}

export function addMaintenanceCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  const maintenance = program.command('maintenance').description('service work, done and planned')
  const addRecordCommand = (name: string, text: string, shape: RecordShape = {}): Command =>
    addRecordFlags(maintenance.command(`${name} [id]`).description(text), shape)
      .option(...TAG_FLAG)
      .option(...JSON_FLAG)

  addLists(maintenance, context, done)
  addForecast(maintenance, context, done)
  addRecordCommand('get', 'one record').action(async (id: string | undefined, options: Options) =>
    done(await getMaintenanceCommand(context, id, options)),
  )
  const create = maintenance
    .command('create')
    .description('create a record')
    .requiredOption('--tag <tag>', 'the item, by asset tag or id')
  addRecordFlags(create, newMaintenanceFields, ['service_type', 'service_date'])
    .option(...JSON_FLAG)
    .action(async (options: Options & { tag: string }) => done(await createMaintenanceCommand(context, options)))
  addRecordCommand('set', 'change fields of a record; an empty value clears one', changedMaintenanceFields).action(
    async (id: string | undefined, options: Options) => done(await setMaintenanceCommand(context, id, options)),
  )
  addRecordCommand('complete', 'mark the work as done', completedMaintenanceFields).action(
    async (id: string | undefined, options: Options) => done(await completeMaintenanceCommand(context, id, options)),
  )
  addRecordCommand('delete', 'delete a record')
    .option(...YES_FLAG)
    .action(async (id: string | undefined, options: ConfirmOptions & { tag?: string }) =>
      done(await deleteMaintenanceCommand(context, id, options)),
    )
}
