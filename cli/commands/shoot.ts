import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import type { ConfirmOptions } from '../record/askToConfirm.ts'
import { addRecordFlags, type RecordShape } from '../record/fields.ts'
import { createShootCommand } from '../shoot/create.ts'
import { deleteShootCommand } from '../shoot/delete.ts'
import { changedShootFields, newShootFields } from '../shoot/fields.ts'
import { getShootCommand } from '../shoot/get.ts'
import { listShootsCommand, type ListShootsOptions } from '../shoot/list.ts'
import { completeShootCommand, setShootCommand } from '../shoot/set.ts'
import { addPageFlags, JSON_FLAG, YES_FLAG, type SetExitCode } from './flags.ts'

type Options = Record<string, unknown> & { json?: boolean }

export function addShootCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  const shoot = program.command('shoot').description('shoots')
  const addShootCommand = (name: string, text: string, shape: RecordShape = {}): Command =>
    addRecordFlags(shoot.command(`${name} <id>`).description(`${text}, by id or whole title`), shape).option(
      ...JSON_FLAG,
    )

  const list = shoot
    .command('list')
    .description('list shoots, earliest first')
    .option('--status <status>', 'planning, confirmed, completed or cancelled')
    .option('--from <day>')
    .option('--to <day>')
    .option('--q <words>', 'words of title, client and places')
  addPageFlags(list)
    .option(...JSON_FLAG)
    .action(async (options: ListShootsOptions) => done(await listShootsCommand(context, options)))
  addShootCommand('get', 'one shoot').action(async (name: string, options: Options) =>
    done(await getShootCommand(context, name, options)),
  )
  addRecordFlags(shoot.command('create').description('create a shoot, in planning'), newShootFields, [
    'title',
    'shoot_date',
  ])
    .option(...JSON_FLAG)
    .action(async (options: Options) => done(await createShootCommand(context, options)))
  addShootCommand('set', 'change fields of a shoot; an empty value clears one', changedShootFields).action(
    async (name: string, options: Options) => done(await setShootCommand(context, name, options)),
  )
  addShootCommand('complete', 'mark a shoot as done').action(async (name: string, options: Options) =>
    done(await completeShootCommand(context, name, options)),
  )
  addShootCommand('delete', 'delete a shoot')
    .option(...YES_FLAG)
    .action(async (name: string, options: ConfirmOptions) => done(await deleteShootCommand(context, name, options)))
}
