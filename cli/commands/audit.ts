import type { Command } from 'commander'
import { exportAuditCommand, type ExportAuditOptions } from '../audit/export.ts'
import { listAuditCommand, type ListAuditOptions } from '../audit/list.ts'
import { verifyAuditCommand } from '../audit/verify.ts'
import type { CommandContext } from '../context.ts'
import { listEventsCommand, type ListEventsOptions } from '../event/list.ts'
import { JSON_FLAG, type SetExitCode } from './flags.ts'

interface FilterOptions {
  keyId?: string
  requestId?: string
  objectId?: string
}

const addFilters = (command: Command): Command =>
  command
    .option('--from <when>', 'a day or a moment')
    .option('--to <when>', 'a day or a moment, inclusive')
    .option('--key-id <id>')
    .option('--request-id <id>')
    .option('--method <method>', 'GET, POST, PATCH or DELETE')
    .option('--status <status>', 'such as 404, or 4xx')
    .option('--object-id <id>', 'the record that was asked for or changed')

const toQuery = <T extends FilterOptions>({ keyId, requestId, objectId, ...rest }: T) => ({
  ...rest,
  key_id: keyId,
  request_id: requestId,
  object_id: objectId,
})

function addEvents(program: Command, context: CommandContext, done: SetExitCode): void {
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
    .action(async (options: ListEventsOptions & FilterOptions) => {
      const { key_id: _, ...query } = toQuery(options)
      done(await listEventsCommand(context, query))
    })
}

/** These commands need the owner key in KITROOM_OWNER_KEY. */
export function addAuditCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  const audit = program
    .command('audit')
    .description('log of API requests, with a proof that it is unchanged (owner key)')
  addFilters(audit.command('list').description('requests, newest first'))
    .option('--limit <count>', '1 to 200')
    .option('--cursor <cursor>', 'cursor of the next page')
    .option(...JSON_FLAG)
    .action(async (options: ListAuditOptions & FilterOptions) =>
      done(await listAuditCommand(context, toQuery(options))),
    )
  addFilters(audit.command('export').description('every request in a file, oldest first'))
    .requiredOption('--out <path>', 'a file that ends in .ndjson or .csv')
    .option('--format <format>', 'ndjson or csv, if the file name does not tell')
    .action(async (options: ExportAuditOptions & FilterOptions) =>
      done(await exportAuditCommand(context, toQuery(options))),
    )
  audit
    .command('verify')
    .description('check that no row was changed, removed or added')
    .option('--head <hash>', 'a head that an earlier check gave')
    .option(...JSON_FLAG)
    .action(async (options: { head?: string; json?: boolean }) => done(await verifyAuditCommand(context, options)))
  addEvents(program, context, done)
}
