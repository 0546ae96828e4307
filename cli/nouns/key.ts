import type { Command } from 'commander'
import type { KeyScope } from '../../contract/scopes.ts'
import {
  createKey,
  DEFAULT_OVERLAP_SECONDS,
  listKeys,
  revokeKey,
  rotateKey,
  scopesOfKind,
  type IssuedKey,
  type Key,
} from '../../contract/settings/keys.ts'
import { withSettings } from '../access/settings.ts'
import {
  addPageFlags,
  EXIT,
  JSON_FLAG,
  type CommandContext,
  type JsonOption,
  type PageOptions,
  type RunCommand,
} from '../base/command.ts'
import { CliError } from '../base/errors.ts'
import { formatSeconds, parseSeconds, parseTimestamp } from '../base/times.ts'
import { printSettingsReply } from '../show/settingsReply.ts'
import { formatPage, formatRecord } from '../show/table.ts'
import { formatJson } from '../show/text.ts'

/** Prints a new key; its text is never shown again. */
function printIssuedKey(context: CommandContext, body: { data: IssuedKey }, json: boolean | undefined): void {
  if (json) {
    context.terminal.printResult(formatJson(body))
    return
  }
  const { id, name, scopes, expires_at, key } = body.data
  context.terminal.printResult(
    formatRecord({ id, name, scopes: scopes.join(' '), expires: expires_at ?? 'never', key }),
  )
  context.terminal.printNote('Store the key: it is shown only once.')
}

function describeKeyState(key: Key, nowMs: number): string {
  if (key.revoked_at !== null) return 'revoked'
  if (key.expires_at !== null && Date.parse(key.expires_at) <= nowMs) return 'expired'
  return key.replaced_by === null ? 'live' : 'replaced'
}

const toCells = (key: Key): unknown[] => [
  key.id,
  key.name,
  key.kind,
  describeKeyState(key, Date.now()),
  key.hint,
  key.scopes.join(' '),
  key.expires_at,
  key.last_used_at,
]

const HEADINGS = ['id', 'name', 'kind', 'state', 'key', 'scopes', 'expires', 'last used']

const listKeysCommand = (context: CommandContext, { json, ...query }: PageOptions): Promise<number> =>
  printSettingsReply(
    context,
    { json },
    (settings) => settings.call(listKeys, { query }),
    (body) => formatPage(HEADINGS, toCells, body),
  )

interface CreateKeyOptions {
  name: string
  scope: string[]
  owner?: boolean
  expires?: string
  rate?: string
  json?: boolean
}

/**
 * Parses scopes: names, `all`, or `read` for every scope that only reads. They are separate arguments or separated by
 * commas.
 */
function parseScopes(args: readonly string[], kind: keyof typeof scopesOfKind): KeyScope[] {
  const validScopes: readonly string[] = scopesOfKind[kind]
  const names = args
    .flatMap((word) => word.split(','))
    .map((word) => word.trim())
    .filter(Boolean)
  const selectedScopes = names.flatMap((name): readonly string[] => {
    if (name === 'all') return validScopes
    return name === 'read' ? validScopes.filter((scope) => scope.endsWith(':read')) : [name]
  })
  const unknown = selectedScopes.find((name) => !validScopes.includes(name))
  if (unknown !== undefined)
    throw new CliError(
      `There is no scope "${unknown}"${findOtherKindHint(unknown, kind)}. Give all, read, or some of: ${validScopes.join(', ')}.`,
    )
  return [...new Set(selectedScopes)] as KeyScope[]
}

function findOtherKindHint(name: string, kind: keyof typeof scopesOfKind): string {
  const [other, text] =
    kind === 'api'
      ? (['owner', ' for an API key; with --owner there is'] as const)
      : (['api', ' for an owner key; without --owner there is'] as const)
  return (scopesOfKind[other] as readonly string[]).includes(name) ? text : ''
}

function parseRate(text: string): number {
  if (!/^\d+$/.test(text)) throw new CliError(`"${text}" is no rate. Write a whole number of requests per second.`)
  return Number(text)
}

/** `kitroom key create`: creates an API key, or an owner key with scopes, and prints it once. */
const createKeyCommand = (context: CommandContext, options: CreateKeyOptions): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const kind = options.owner ? 'owner' : 'api'
    const { body } = await settings.call(createKey, {
      body: {
        name: options.name,
        kind,
        scopes: parseScopes(options.scope, kind),
        ...(options.expires !== undefined && { expires_at: parseTimestamp(options.expires) }),
        ...(options.rate !== undefined && { rate_per_second: parseRate(options.rate) }),
      },
    })
    printIssuedKey(context, body, options.json)
    return EXIT.success
  })

/** `kitroom key rotate`: creates a replacement and prints it once; both keys work until the overlap ends. */
const rotateKeyCommand = (
  context: CommandContext,
  id: string,
  options: { overlap?: string; json?: boolean },
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const overlap = options.overlap === undefined ? DEFAULT_OVERLAP_SECONDS : parseSeconds(options.overlap)
    const { body } = await settings.call(rotateKey, { params: { id }, body: { overlap_seconds: overlap } })
    printIssuedKey(context, body, options.json)
    if (!options.json)
      context.terminal.printNote(
        overlap === 0 ? 'The old key no longer works.' : `The old key works for another ${formatSeconds(overlap)}.`,
      )
    return EXIT.success
  })

/** `kitroom key revoke`: takes effect with the next request. */
const revokeKeyCommand = (context: CommandContext, id: string, options: JsonOption): Promise<number> =>
  printSettingsReply(
    context,
    options,
    (settings) => settings.call(revokeKey, { params: { id } }),
    ({ data }) => `Revoked: ${data.id}`,
  )

/** These commands need the owner key in KITROOM_OWNER_KEY. */
export function addKeyCommands(program: Command, run: RunCommand): void {
  const key = program.command('key').description('the account’s keys (owner key)')
  const list = key.command('list').description('every key, newest first; never the key itself')
  addPageFlags(list)
    .option(...JSON_FLAG)
    .action(run(listKeysCommand))
  key
    .command('create')
    .description('create an API key, or an owner key with scopes; it is printed only once')
    .requiredOption('--name <name>')
    .requiredOption('--scope <scopes...>', 'such as gear:read; "read" is every scope that only reads, "all" is all')
    .option(
      '--owner',
      'a key for the account settings: keys, documents, profile, subscription, audit, events, webhooks, fields',
    )
    .option('--expires <when>', 'a day or a moment, such as 2027-01-31')
    .option('--rate <number>', 'requests per second of this key alone')
    .option(...JSON_FLAG)
    .action(run(createKeyCommand))
  key
    .command('rotate <id>')
    .description('replace a key; both work until the overlap ends')
    .option('--overlap <time>', 'how long the old key still works: 0, 15m, 24h, 7d (default 24h)')
    .option(...JSON_FLAG)
    .action(run(rotateKeyCommand))
  key
    .command('revoke <id>')
    .description('revoke a key; takes effect with the next request')
    .option(...JSON_FLAG)
    .action(run(revokeKeyCommand))
}
