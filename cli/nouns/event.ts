import type { Command } from 'commander'
import type { AccountEvent } from '../../contract/events.ts'
import type { CallInput } from '../../contract/operation.ts'
import { listEvents } from '../../contract/settings/events.ts'
import { withSettings } from '../access/settings.ts'
import { EXIT, JSON_FLAG, type CommandContext, type RunCommand } from '../base/command.ts'
import { formatTable } from '../show/table.ts'
import { formatJson } from '../show/text.ts'

type ListEventsOptions = CallInput<typeof listEvents>['query'] & {
  requestId?: string
  objectId?: string
  json?: boolean
}

const toCells = ({ timestamp, type, id, data }: AccountEvent): unknown[] => [
  timestamp,
  type,
  data.record['id'],
  Object.keys(data.changes).join(' '),
  data.actor.name ?? data.actor.kind,
  data.actor.run_id,
  id,
]

const listEventsCommand = (
  context: CommandContext,
  { json, requestId, objectId, ...rest }: ListEventsOptions,
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const query = { ...rest, request_id: requestId, object_id: objectId }
    const { body } = await settings.call(listEvents, { query })
    context.terminal.printResult(
      json
        ? formatJson(body)
        : formatTable(['at', 'type', 'record', 'changes', 'by', 'run', 'event'], body.data.map(toCells)),
    )
    const nextCursor = body.pagination.next_cursor
    if (!json && nextCursor !== null) context.terminal.printNote(`Next page: --cursor ${nextCursor}`)
    return EXIT.success
  })

/** This command needs the owner key in KITROOM_OWNER_KEY. */
export function addEventCommands(program: Command, run: RunCommand): void {
  program
    .command('event')
    .description('changes in the account (owner key)')
    .command('list')
    .description('events, newest first')
    .option('--from <when>', 'a day or a moment')
    .option('--to <when>', 'a day or a moment, inclusive')
    .option('--type <type>', 'such as gear.created, or gear.*')
    .option('--request-id <id>')
    .option('--object-id <id>')
    .option('--limit <count>', '1 to 200')
    .option('--cursor <cursor>', 'cursor of the next page')
    .option(...JSON_FLAG)
    .action(run(listEventsCommand))
}
