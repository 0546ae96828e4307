import { flattenFields } from '../../contract/api/fieldKeys.ts'
import type { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import { listDocuments } from '../../contract/api/documents.ts'
import {
  createGear,
  deleteGear,
  GearUpdates,
  getGear,
  listGear,
  restoreGear,
  updateGear,
  type Gear,
  type NewGear,
} from '../../contract/api/gear.ts'
import { gearTypes } from '../../contract/api/gearFields.ts'
import { listMaintenance } from '../../contract/api/maintenance.ts'
import type { CallInput } from '../../contract/operation.ts'
import { uuid } from '../../contract/text.ts'
import { withApi } from '../access/api.ts'
import {
  addPageFlags,
  EXIT,
  JSON_FLAG,
  YES_FLAG,
  type CommandContext,
  type JsonOption,
  type RunCommand,
} from '../base/command.ts'
import { CliError } from '../base/errors.ts'
import { FIELD_FLAG, readFieldFilters, readOwnFields } from '../base/ownFields.ts'
import { addRecordFlags, readRecord, readUpdates } from '../base/fields.ts'
import { askToConfirm, type ConfirmOptions } from '../show/askToConfirm.ts'
import { pageSummary, printRecord } from '../show/table.ts'
import { escapeUnsafe, formatJson, formatValue } from '../show/text.ts'

/** @throws CliError, ApiError when there is none */
export async function findGear(api: Client, name: string): Promise<Gear> {
  if (uuid.safeParse(name).success) return (await api.call(getGear, { params: { id: name } })).body.data
  const [item] = (await api.call(listGear, { query: { asset_tag: name, limit: 1 } })).body.data
  if (!item) throw new CliError(`No item has the asset tag "${escapeUnsafe(name)}".`)
  return item
}

export const describeGear = ({ asset_tag: tag, brand, model }: Gear): string =>
  escapeUnsafe([tag, brand, model].filter(Boolean).join(' '))

type ListGearOptions = CallInput<typeof listGear>['query'] & {
  assetTag?: string
  serialNumber?: string
  storageLocation?: string
  field?: string[]
  json?: boolean
}

interface FieldOption {
  field?: string[]
}

// Own fields have a flag of their own.
const { fields: _fields, ...updateShape } = GearUpdates.shape

const formatLine = (item: Gear): string =>
  [
    item.id,
    formatValue(item.asset_tag ?? '-', 16).padEnd(16),
    item.gear_type.padEnd(9),
    item.status.padEnd(11),
    `${formatValue(item.brand)} ${formatValue(item.model)}`,
  ].join('  ')

const listGearCommand = (
  context: CommandContext,
  { json, assetTag, serialNumber, storageLocation, field, ...rest }: ListGearOptions,
): Promise<number> =>
  withApi(context.env, async (api) => {
    const query = {
      ...rest,
      ...readFieldFilters(field),
      asset_tag: assetTag,
      serial_number: serialNumber,
      storage_location: storageLocation,
    }
    const { body } = await api.call(listGear, { query })
    context.terminal.printResult(
      json ? formatJson(body) : [...body.data.map(formatLine), pageSummary(body.pagination)].join('\n'),
    )
    return EXIT.success
  })

const getGearCommand = (context: CommandContext, name: string, options: JsonOption): Promise<number> =>
  withApi(context.env, async (api) => {
    const item = await findGear(api, name)
    const lines = Object.entries(flattenFields(item)).map(
      ([field, value]) => `${field.padEnd(22)} ${formatValue(value, 1000)}`,
    )
    context.terminal.printResult(options.json ? formatJson({ data: item }) : lines.join('\n'))
    return EXIT.success
  })

const createGearCommand = (
  context: CommandContext,
  options: Record<string, unknown> & FieldOption & JsonOption,
): Promise<number> =>
  withApi(context.env, async (api) => {
    const record = readRecord(options, updateShape)
    const body = { gear_type: options['type'], ...record, ...(await readOwnFields(api, options.field)) } as NewGear
    return printRecord(context, (await api.call(createGear, { body })).body.data, options)
  })

const setGearCommand = (
  context: CommandContext,
  name: string,
  options: Record<string, unknown> & FieldOption & JsonOption,
): Promise<number> =>
  withApi(context.env, async (api) => {
    const ownFields = await readOwnFields(api, options.field)
    const read = options.field === undefined ? readUpdates : readRecord
    const updates = { ...read(options, updateShape), ...ownFields } as GearUpdates
    const { id } = await findGear(api, name)
    return printRecord(context, (await api.call(updateGear, { params: { id }, body: { updates } })).body.data, options)
  })

async function describeDependents(api: Client, { id }: Gear): Promise<string> {
  const maintenance = (await api.call(listMaintenance, { query: { item_id: id, limit: 1 } })).body.pagination.total
  const documents = (await api.call(listDocuments, { query: { gear_id: id, limit: 1 } })).body.pagination.total
  return `${maintenance} maintenance records and ${documents} documents`
}

/** `kitroom gear delete`: shows dependent records and asks first. */
const deleteGearCommand = (context: CommandContext, name: string, options: ConfirmOptions): Promise<number> =>
  withApi(context.env, async (api) => {
    const { terminal } = context
    const item = await findGear(api, name)
    const question = options.yes ? '' : `Delete ${describeGear(item)}, with its ${await describeDependents(api, item)}?`
    if (!(await askToConfirm(terminal, question, options))) {
      terminal.printNote('Nothing was deleted.')
      return EXIT.failed
    }
    const { body } = await api.call(deleteGear, { params: { id: item.id } })
    const { maintenance, documents } = body.data.cleaned
    terminal.printResult(
      options.json
        ? formatJson(body)
        : `Deleted: ${describeGear(item)}, ${maintenance} maintenance records, ${documents} documents`,
    )
    if (!options.json) terminal.printNote(`To bring it back: kitroom gear restore ${item.id}`)
    return EXIT.success
  })

/** `kitroom gear restore`: restores a deleted item with its records. */
const restoreGearCommand = (context: CommandContext, id: string, options: JsonOption): Promise<number> =>
  withApi(context.env, async (api) => {
    const { body } = await api.call(restoreGear, { params: { id } })
    const { maintenance, documents, values_skipped: skipped } = body.restored
    const skippedText = skipped === undefined ? '' : `; values of own fields and categories that are gone: ${skipped}`
    const text = `Restored: ${describeGear(body.data)}, ${maintenance} maintenance records, ${documents} documents${skippedText}`
    context.terminal.printResult(options.json ? formatJson(body) : text)
    return EXIT.success
  })

function addReadCommands(gear: Command, run: RunCommand): void {
  const list = gear
    .command('list')
    .description('list items, newest first unless --sort names another order')
    .option('--type <type>')
    .option('--status <status>')
    .option('--condition <condition>')
    .option('--category <category>', 'of accessories, such as tripod')
    .option('--storage-location <location>', 'the whole storage location')
    .option('--q <words>', 'words of brand and model')
    .option('--search <words>', 'words of brand and model, asset tag or serial number')
    .option('--asset-tag <tag>')
    .option('--serial-number <number>')
    .option(...FIELD_FLAG)
    .option('--sort <order>', 'such as name, -purchase_price or field.supplier')
  addPageFlags(list)
    .option(...JSON_FLAG)
    .action(run(listGearCommand))
  gear
    .command('get <id>')
    .description('one item, by id or asset tag')
    .option(...JSON_FLAG)
    .action(run(getGearCommand))
}

export function addGearCommands(program: Command, run: RunCommand): void {
  const gear = program.command('gear').description('the inventory')
  addReadCommands(gear, run)
  const create = gear
    .command('create')
    .description('create an item')
    .requiredOption('--type <type>', gearTypes.join(', '))
  addRecordFlags(create, updateShape, ['brand', 'model'])
    .option(...FIELD_FLAG)
    .option(...JSON_FLAG)
    .action(run(createGearCommand))
  addRecordFlags(
    gear.command('set <id>').description('change fields of an item, by id or asset tag; an empty value clears one'),
    updateShape,
  )
    .option(...FIELD_FLAG)
    .option(...JSON_FLAG)
    .action(run(setGearCommand))
  gear
    .command('delete <id>')
    .description('delete an item, by id or asset tag, with its maintenance and documents')
    .option(...YES_FLAG)
    .option(...JSON_FLAG)
    .action(run(deleteGearCommand))
  gear
    .command('restore <id>')
    .description('bring back a deleted item, by its id, with its maintenance and documents')
    .option(...JSON_FLAG)
    .action(run(restoreGearCommand))
}
