import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import { createDocumentCommand } from '../document/create.ts'
import { deleteDocumentCommand } from '../document/delete.ts'
import { writableFields } from '../document/fields.ts'
import { getDocumentCommand } from '../document/get.ts'
import { listDocumentsCommand, type ListDocumentsOptions } from '../document/list.ts'
import { updateDocumentCommand } from '../document/update.ts'
import { addFieldFlags } from '../fieldFlags.ts'
import { createKeyCommand, type CreateKeyOptions } from '../key/create.ts'
import { listKeysCommand } from '../key/list.ts'
import { revokeKeyCommand } from '../key/revoke.ts'
import { rotateKeyCommand } from '../key/rotate.ts'
import { profileFields, setProfileCommand } from '../profile/set.ts'
import { showProfileCommand } from '../profile/show.ts'
import { setSubscriptionCommand } from '../subscription/set.ts'
import { showSubscriptionCommand } from '../subscription/show.ts'
import { addPageFlags, JSON_FLAG, type SetExitCode } from './flags.ts'

function addKeys(program: Command, context: CommandContext, done: SetExitCode): void {
  const key = program.command('key').description('the account’s keys (owner key)')
  const list = key.command('list').description('every key, newest first; never the key itself')
  addPageFlags(list)
    .option(...JSON_FLAG)
    .action(async (options) => done(await listKeysCommand(context, options)))
  key
    .command('create')
    .description('create an API key, or an owner key with scopes; it is printed only once')
    .requiredOption('--name <name>')
    .requiredOption('--scope <scopes...>', 'such as gear:read; "read" is every scope that only reads, "all" is all')
    .option(
      '--owner',
      'a key for the account settings: keys, documents, profile, subscription, audit, events, webhooks',
    )
    .option('--expires <when>', 'a day or a moment, such as 2027-01-31')
    .option('--rate <number>', 'requests per second of this key alone')
    .option(...JSON_FLAG)
    .action(async (options: CreateKeyOptions) => done(await createKeyCommand(context, options)))
  key
    .command('rotate <id>')
    .description('replace a key; both work until the overlap ends')
    .option('--overlap <time>', 'how long the old key still works: 0, 15m, 24h, 7d (default 24h)')
    .option(...JSON_FLAG)
    .action(async (id: string, options: { overlap?: string; json?: boolean }) =>
      done(await rotateKeyCommand(context, id, options)),
    )
  key
    .command('revoke <id>')
    .description('revoke a key; takes effect with the next request')
    .option(...JSON_FLAG)
    .action(async (id: string, options: { json?: boolean }) => done(await revokeKeyCommand(context, id, options)))
}

function addDocuments(program: Command, context: CommandContext, done: SetExitCode): void {
  const document = program.command('document').description('receipts, warranties, insurances and manuals (owner key)')
  const list = document
    .command('list')
    .description('list documents by expiry date')
    .option('--type <type>', 'receipt, warranty, insurance or user_manual')
    .option('--gear-id <id>')
    .option('--expires-from <day>')
    .option('--expires-to <day>')
  addPageFlags(list)
    .option(...JSON_FLAG)
    .action(async ({ gearId, expiresFrom, expiresTo, ...rest }: ListDocumentsOptions & { gearId?: string }) =>
      done(await listDocumentsCommand(context, { ...rest, gear_id: gearId, expiresFrom, expiresTo })),
    )
  document
    .command('get <id>')
    .description('one document')
    .option(...JSON_FLAG)
    .action(async (id: string, options: { json?: boolean }) => done(await getDocumentCommand(context, id, options)))
  addFieldFlags(document.command('create').description('create a document'), writableFields, ['type', 'title'])
    .option(...JSON_FLAG)
    .action(async (options: Record<string, unknown>) => done(await createDocumentCommand(context, options)))
  addFieldFlags(document.command('update <id>').description('change fields; an empty value clears one'), writableFields)
    .option(...JSON_FLAG)
    .action(async (id: string, options: Record<string, unknown>) =>
      done(await updateDocumentCommand(context, id, options)),
    )
  document
    .command('delete <id>')
    .description('delete a document')
    .option(...JSON_FLAG)
    .action(async (id: string, options: { json?: boolean }) => done(await deleteDocumentCommand(context, id, options)))
}

function addProfile(program: Command, context: CommandContext, done: SetExitCode): void {
  const profile = program.command('profile').description('the account’s and the studio’s profile (owner key)')
  profile
    .command('show')
    .description('both profiles')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean }) => done(await showProfileCommand(context, options)))
  addFieldFlags(profile.command('set').description('change fields; an empty value clears one'), profileFields)
    .option(...JSON_FLAG)
    .action(async (options: Record<string, unknown>) => done(await setProfileCommand(context, options)))
  const subscription = program.command('subscription').description('the account’s subscription (owner key)')
  subscription
    .command('show')
    .description('tier and status')
    .option(...JSON_FLAG)
    .action(async (options: { json?: boolean }) => done(await showSubscriptionCommand(context, options)))
  subscription
    .command('set')
    .description('change tier or status; takes effect with the next request')
    .option('--tier <tier>', 'free, pro or studio')
    .option('--status <status>', 'active, trialing, past_due or canceled')
    .option(...JSON_FLAG)
    .action(async (options) => done(await setSubscriptionCommand(context, options)))
}

/** These commands need the owner key in KITROOM_OWNER_KEY. */
export function addSettingsCommands(program: Command, context: CommandContext, done: SetExitCode): void {
  addKeys(program, context, done)
  addDocuments(program, context, done)
  addProfile(program, context, done)
}
