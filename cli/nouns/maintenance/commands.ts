import { Option, type Command } from 'commander'
import type { Client } from '../../../client/client.ts'
import {
  createMaintenance,
  deleteMaintenance,
  getMaintenance,
  listMaintenance,
  MaintenanceUpdates,
  updateMaintenance,
  type Maintenance,
  type NewMaintenance,
} from '../../../contract/api/maintenance.ts'
import type { CallInput } from '../../../contract/operation.ts'
import { withApi } from '../../access/api.ts'
import { addPageFlags, EXIT, JSON_FLAG, YES_FLAG, type CommandContext, type RunCommand } from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import { addRecordFlags, readRecord, readUpdates, type RecordShape } from '../../base/fields.ts'
import { askToConfirm, type ConfirmOptions } from '../../show/askToConfirm.ts'
import { formatTable, pageSummary, printRecord } from '../../show/table.ts'
import { escapeUnsafe, formatJson } from '../../show/text.ts'
import { describeGear, findGear } from '../gear.ts'
import { forecastCommand } from './forecast.ts'

const { item_id: _id, item_type: _type, status, ...rest } = MaintenanceUpdates.shape

const newMaintenanceFields = { ...rest, status }
const changedMaintenanceFields = newMaintenanceFields
const completedMaintenanceFields = {
  cost: rest.cost,
  service_provider: rest.service_provider,
  service_date: rest.service_date,
  notes: rest.notes,
}

/** Selects a record by its id, or by its item's asset tag. */
interface MaintenanceSelector {
  id?: string | undefined
  tag?: string
}

const PAGE_SIZE = 200

const isOpen = ({ status }: Maintenance): boolean => status === 'scheduled' || status === 'in_progress'

const formatChoices = (records: readonly Maintenance[]): string =>
  formatTable(
    ['id', 'date', 'status', 'service'],
    records.map((one) => [one.id, one.service_date, one.status, one.service_type]),
  )

async function findOpenRecord(api: Client, tag: string): Promise<Maintenance> {
  const item = await findGear(api, tag)
  const records = (await api.call(listMaintenance, { query: { item_id: item.id, limit: PAGE_SIZE } })).body.data
  const openRecords = records.filter(isOpen)
  if (openRecords[0] && openRecords.length === 1) return openRecords[0]
  if (openRecords.length === 0)
    throw new CliError(`${describeGear(item)} has no maintenance that is scheduled or in progress.`)
  throw new CliError(
    `${describeGear(item)} has ${openRecords.length} of them. Give the id of one:\n${formatChoices(openRecords)}`,
  )
}

/** @throws CliError if none or several match, ApiError */
async function findMaintenance(api: Client, { id, tag }: MaintenanceSelector): Promise<Maintenance> {
  if (id !== undefined && tag !== undefined)
    throw new CliError('Give the id of the record, or --tag of its item, not both.')
  if (id !== undefined) return (await api.call(getMaintenance, { params: { id } })).body.data
  if (tag !== undefined) return findOpenRecord(api, tag)
  throw new CliError('Say which: the id of the record, or --tag with the asset tag of its item.')
}

type Query = CallInput<typeof listMaintenance>['query']

interface ListMaintenanceOptions {
  tag?: string
  status?: string
  type?: string
  from?: string
  to?: string
  limit?: string
  offset?: string
  json?: boolean
}

const toCells = (one: Maintenance): unknown[] => [
  one.id,
  one.service_date,
  one.status,
  one.item_type,
  one.service_type,
  one.service_provider,
  one.cost,
]

const listMaintenanceCommand = (context: CommandContext, options: ListMaintenanceOptions): Promise<number> =>
  withApi(context.env, async (api) => {
    const { tag, from, to, type, json, ...rest } = options
    const item = tag === undefined ? undefined : (await findGear(api, tag)).id
    const query = { ...rest, item_type: type, fromDate: from, toDate: to, item_id: item } as Query
    const { body } = await api.call(listMaintenance, { query })
    const text = formatTable(['id', 'date', 'status', 'item', 'service', 'provider', 'cost'], body.data.map(toCells))
    context.terminal.printResult(json ? formatJson(body) : `${text}\n${pageSummary(body.pagination)}`)
    return EXIT.success
  })

const getMaintenanceCommand = (
  context: CommandContext,
  id: string | undefined,
  options: { tag?: string; json?: boolean },
): Promise<number> =>
  withApi(context.env, async (api) => printRecord(context, await findMaintenance(api, { ...options, id }), options))

const createMaintenanceCommand = (
  context: CommandContext,
  options: Record<string, unknown> & { tag: string; json?: boolean },
): Promise<number> =>
  withApi(context.env, async (api) => {
    const { id, gear_type: type } = await findGear(api, options.tag)
    const body = { item_type: type, item_id: id, ...readRecord(options, newMaintenanceFields) } as NewMaintenance
    return printRecord(context, (await api.call(createMaintenance, { body })).body.data, options)
  })

type Options = Record<string, unknown> & { tag?: string; json?: boolean }

async function changeMaintenance(
  context: CommandContext,
  name: MaintenanceSelector,
  updates: MaintenanceUpdates,
  options: Options,
): Promise<number> {
  return withApi(context.env, async (api) => {
    const { id } = await findMaintenance(api, name)
    return printRecord(
      context,
      (await api.call(updateMaintenance, { params: { id }, body: { updates } })).body.data,
      options,
    )
  })
}

const setMaintenanceCommand = async (
  context: CommandContext,
  id: string | undefined,
  options: Options,
): Promise<number> =>
  changeMaintenance(context, { ...options, id }, readUpdates(options, changedMaintenanceFields), options)

const completeMaintenanceCommand = async (
  context: CommandContext,
  id: string | undefined,
  options: Options,
): Promise<number> =>
  changeMaintenance(
    context,
    { ...options, id },
    { status: 'completed', ...readRecord(options, completedMaintenanceFields) },
    options,
  )

const deleteMaintenanceCommand = (
  context: CommandContext,
  id: string | undefined,
  options: ConfirmOptions & { tag?: string },
): Promise<number> =>
  withApi(context.env, async (api) => {
    const { terminal } = context
    const record = await findMaintenance(api, { ...options, id })
    const name = escapeUnsafe(`${record.service_type} of ${record.service_date}`)
    if (!(await askToConfirm(terminal, `Delete ${name} (${record.status})?`, options))) {
      terminal.printNote('Nothing was deleted.')
      return EXIT.failed
    }
    const { body } = await api.call(deleteMaintenance, { params: { id: record.id } })
    terminal.printResult(options.json ? formatJson(body) : `Deleted: ${name}`)
    return EXIT.success
  })

const TAG_FLAG = [
  '--tag <tag>',
  'the item, by asset tag or id: means its one record that is scheduled or in progress',
] as const

function addLists(maintenance: Command, run: RunCommand): void {
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
    .action(run(listMaintenanceCommand))
}

function addForecast(maintenance: Command, run: RunCommand): void {
  maintenance
    .command('forecast')
    .description('what is due in the coming months: open records, and those that the plans of kitroom.yaml will create')
    .option('--months <count>', '1 to 60; 12 by default')
    .option(...JSON_FLAG)
    .addOption(new Option('--csv', 'print a table as CSV').conflicts(['json', 'ics']))
    .addOption(new Option('--ics', 'print a calendar, without costs').conflicts(['json', 'csv']))
    .option('--out <path>', 'write the table or the calendar to a file')
    .option('--all', 'show every service')
    .action(run(forecastCommand))
}

export function addMaintenanceCommands(program: Command, run: RunCommand): void {
  const maintenance = program.command('maintenance').description('service work, done and planned')
  const addRecordCommand = (name: string, text: string, shape: RecordShape = {}): Command =>
    addRecordFlags(maintenance.command(`${name} [id]`).description(text), shape)
      .option(...TAG_FLAG)
      .option(...JSON_FLAG)

  addLists(maintenance, run)
  addForecast(maintenance, run)
  addRecordCommand('get', 'one record').action(run(getMaintenanceCommand))
  const create = maintenance
    .command('create')
    .description('create a record')
    .requiredOption('--tag <tag>', 'the item, by asset tag or id')
  addRecordFlags(create, newMaintenanceFields, ['service_type', 'service_date'])
    .option(...JSON_FLAG)
    .action(run(createMaintenanceCommand))
  addRecordCommand('set', 'change fields of a record; an empty value clears one', changedMaintenanceFields).action(
    run(setMaintenanceCommand),
  )
  addRecordCommand('complete', 'mark the work as done', completedMaintenanceFields).action(
    run(completeMaintenanceCommand),
  )
  addRecordCommand('delete', 'delete a record')
    .option(...YES_FLAG)
    .action(run(deleteMaintenanceCommand))
}
