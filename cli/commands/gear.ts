import type { Command } from 'commander'
import { GearUpdates } from '../../contract/api/gear.ts'
import { gearTypes } from '../../contract/api/gearFields.ts'
import type { CommandContext } from '../context.ts'
import { createGearCommand } from '../gear/create.ts'
import { deleteGearCommand } from '../gear/delete.ts'
import { getGearCommand } from '../gear/get.ts'
import { listGearCommand, type ListGearOptions } from '../gear/list.ts'
import { restoreGearCommand } from '../gear/restore.ts'
import { setGearCommand } from '../gear/set.ts'
import type { ConfirmOptions } from '../record/askToConfirm.ts'
import { addRecordFlags } from '../record/fields.ts'
import { addPageFlags, JSON_FLAG, YES_FLAG, type SetExitCode } from './flags.ts'

/** Options as the command line names them. */
type ListFlags = ListGearOptions & { assetTag?: string; serialNumber?: string; storageLocation?: string }

function addReadCommands(gear: Command, context: CommandContext, done: SetExitCode): void {
  const list = gear
    .command('list')
    .description('list items, newest first unless --sort names another order')
    .option('--type <type>')
    .option('--status <status>')
    .option('--condition <condition>')
    .option('--storage-location <location>', 'the whole storage location')
    .option('--q <words>', 'words of brand and model')
    .option('--search <words>', 'words of brand and model, asset tag or serial number')
    .option('--asset-tag <tag>')
    .option('--serial-number <number>')
    .option('--sort <order>', 'such as name or -purchase_price')
  addPageFlags(list)
    .option(...JSON_FLAG)
    .action(async ({ assetTag, serialNumber, storageLocation, ...rest }: ListFlags) =>
      done(
        await listGearCommand(context, {
          ...rest,
          asset_tag: assetTag,
          serial_number: serialNumber,
          storage_location: storageLocation,
        }),
      ),
    )
  gear
    .command('get <id>')
    .description('one item, by id or asset tag')
    .option(...JSON_FLAG)
    .action(async (name, options) => done(await getGearCommand(context, name, options)))
}

export function addGearCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  const gear = program.command('gear').description('the inventory')
  addReadCommands(gear, context, done)
  const create = gear
    .command('create')
    .description('create an item')
    .requiredOption('--type <type>', gearTypes.join(', '))
  addRecordFlags(create, GearUpdates.shape, ['brand', 'model'])
    .option(...JSON_FLAG)
    .action(async (options: Record<string, unknown>) => done(await createGearCommand(context, options)))
  addRecordFlags(
    gear.command('set <id>').description('change fields of an item, by id or asset tag; an empty value clears one'),
    GearUpdates.shape,
  )
    .option(...JSON_FLAG)
    .action(async (name: string, options: Record<string, unknown>) =>
      done(await setGearCommand(context, name, options)),
    )
  gear
    .command('delete <id>')
    .description('delete an item, by id or asset tag, with its maintenance and documents')
    .option(...YES_FLAG)
    .option(...JSON_FLAG)
    .action(async (name: string, options: ConfirmOptions) => done(await deleteGearCommand(context, name, options)))
  gear
    .command('restore <id>')
    .description('bring back a deleted item, by its id, with its maintenance and documents')
    .option(...JSON_FLAG)
    .action(async (id: string, options: { json?: boolean }) => done(await restoreGearCommand(context, id, options)))
}
