import type { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import {
  createShoot,
  deleteShoot,
  getShoot,
  listShoots,
  ShootUpdates,
  updateShoot,
  type NewShoot,
  type Shoot,
} from '../../contract/api/shoots.ts'
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
import { addRecordFlags, readRecord, readUpdates, type RecordShape } from '../base/fields.ts'
import { askToConfirm, type ConfirmOptions } from '../show/askToConfirm.ts'
import { formatTable, pageSummary, printRecord } from '../show/table.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'

const { status: _status, completion_progress: _progress, ...fieldsOfNew } = ShootUpdates.shape

const newShootFields = fieldsOfNew
const changedShootFields = ShootUpdates.shape

const PAGE_SIZE = 200

/** Finds a shoot by id, or by its full title if unique. @throws CliError, ApiError */
async function findShoot(api: Client, name: string): Promise<Shoot> {
  if (uuid.safeParse(name).success) return (await api.call(getShoot, { params: { id: name } })).body.data
  const candidates = (await api.call(listShoots, { query: { q: name, limit: PAGE_SIZE } })).body.data
  const matches = candidates.filter(({ title }) => title.toLowerCase() === name.trim().toLowerCase())
  if (matches[0] && matches.length === 1) return matches[0]
  if (matches.length === 0)
    throw new CliError(
      `No shoot has the title "${escapeUnsafe(name)}". Give the whole title or the id: kitroom shoot list`,
    )
  const rows = matches.map(({ id, shoot_date: date, status }) => [id, date, status])
  throw new CliError(
    `${matches.length} shoots have this title. Give the id of one:\n${formatTable(['id', 'date', 'status'], rows)}`,
  )
}

interface ListShootsOptions {
  status?: string
  from?: string
  to?: string
  q?: string
  limit?: string
  offset?: string
  json?: boolean
}

const toCells = (one: Shoot): unknown[] => [
  one.id,
  one.shoot_date,
  one.shoot_time,
  one.status,
  one.title,
  one.client_name,
  one.location,
]

const listShootsCommand = (context: CommandContext, { json, from, to, ...rest }: ListShootsOptions): Promise<number> =>
  withApi(context.env, async (api) => {
    const { body } = await api.call(listShoots, { query: { ...rest, fromDate: from, toDate: to } })
    const text = formatTable(['id', 'date', 'time', 'status', 'title', 'client', 'location'], body.data.map(toCells))
    context.terminal.printResult(json ? formatJson(body) : `${text}\n${pageSummary(body.pagination)}`)
    return EXIT.success
  })

const getShootCommand = (context: CommandContext, name: string, options: JsonOption): Promise<number> =>
  withApi(context.env, async (api) => printRecord(context, await findShoot(api, name), options))

const createShootCommand = (context: CommandContext, options: Record<string, unknown>): Promise<number> =>
  withApi(context.env, async (api) => {
    const body = readRecord(options, newShootFields) as NewShoot
    return printRecord(context, (await api.call(createShoot, { body })).body.data, options)
  })

type Options = Record<string, unknown> & JsonOption

async function changeShoot(
  context: CommandContext,
  name: string,
  updates: ShootUpdates,
  options: Options,
): Promise<number> {
  return withApi(context.env, async (api) => {
    const { id } = await findShoot(api, name)
    return printRecord(context, (await api.call(updateShoot, { params: { id }, body: { updates } })).body.data, options)
  })
}

const setShootCommand = async (context: CommandContext, name: string, options: Options): Promise<number> =>
  changeShoot(context, name, readUpdates(options, changedShootFields), options)

const completeShootCommand = async (context: CommandContext, name: string, options: Options): Promise<number> =>
  changeShoot(context, name, { status: 'completed' }, options)

const deleteShootCommand = (context: CommandContext, name: string, options: ConfirmOptions): Promise<number> =>
  withApi(context.env, async (api) => {
    const { terminal } = context
    const { id, title, shoot_date: date, status } = await findShoot(api, name)
    if (!(await askToConfirm(terminal, `Delete ${escapeUnsafe(title)} of ${date} (${status})?`, options))) {
      terminal.printNote('Nothing was deleted.')
      return EXIT.failed
    }
    const { body } = await api.call(deleteShoot, { params: { id } })
    terminal.printResult(options.json ? formatJson(body) : `Deleted: ${escapeUnsafe(title)} of ${date}`)
    return EXIT.success
  })

export function addShootCommands(program: Command, run: RunCommand): void {
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
    .action(run(listShootsCommand))
  addShootCommand('get', 'one shoot').action(run(getShootCommand))
  addRecordFlags(shoot.command('create').description('create a shoot, in planning'), newShootFields, [
    'title',
    'shoot_date',
  ])
    .option(...JSON_FLAG)
    .action(run(createShootCommand))
  addShootCommand('set', 'change fields of a shoot; an empty value clears one', changedShootFields).action(
    run(setShootCommand),
  )
  addShootCommand('complete', 'mark a shoot as done').action(run(completeShootCommand))
  addShootCommand('delete', 'delete a shoot')
    .option(...YES_FLAG)
    .action(run(deleteShootCommand))
}
