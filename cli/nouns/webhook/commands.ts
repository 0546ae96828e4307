import type { Command } from 'commander'
import {
  createWebhook,
  DEFAULT_SECRET_OVERLAP_SECONDS,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  webhookPatterns,
  type IssuedWebhook,
  type Webhook,
} from '../../../contract/settings/webhooks.ts'
import { withSettings } from '../../access/settings.ts'
import {
  addPageFlags,
  EXIT,
  JSON_FLAG,
  type CommandContext,
  type JsonOption,
  type PageOptions,
  type RunCommand,
} from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import { formatSeconds, parseSeconds } from '../../base/times.ts'
import { printSettingsReply } from '../../show/settingsReply.ts'
import { formatPage, formatRecord } from '../../show/table.ts'
import { formatJson } from '../../show/text.ts'
import { listDeliveriesCommand, replayWebhookCommand, testWebhookCommand } from './deliveries.ts'
import { listenForWebhooksCommand } from './listen.ts'

const RECORD_KINDS = webhookPatterns.filter((pattern) => pattern.endsWith('.*')).map((pattern) => pattern.slice(0, -2))

/** Parses event patterns such as `gear.created`, `gear.*`, `gear`, `all` or `*`. @throws CliError */
function parsePatterns(args: readonly string[]): string[] {
  const patterns = args
    .flatMap((word) => word.split(','))
    .map((word) => word.trim())
    .filter(Boolean)
    .map((word) => (word === 'all' ? '*' : word))
    .map((word) => (RECORD_KINDS.includes(word) ? `${word}.*` : word))
  const unknown = patterns.find((pattern) => !webhookPatterns.includes(pattern))
  if (unknown !== undefined)
    throw new CliError(
      `There is no event "${unknown}". Give all, ${RECORD_KINDS.join(', ')}, or single ones such as gear.created. A * needs quotes.`,
    )
  if (patterns.length === 0) throw new CliError('Say which events: --events all, or --events gear maintenance.created')
  return [...new Set(patterns)]
}

const DISABLED_TEXTS: Readonly<Record<NonNullable<Webhook['disabled_reason']>, string>> = {
  owner: 'switched off',
  gone: 'switched off: it answered 410 (gone)',
  failing: 'switched off: nothing got through for days',
}

function describeWebhookState({
  status,
  disabled_reason: reason,
  failing_since: since,
  failures_in_a_row: failures,
}: Webhook): string {
  if (status === 'disabled') return DISABLED_TEXTS[reason ?? 'owner']
  return since === null ? 'on' : `failing: ${failures} in a row since ${since}`
}

const toMembers = (webhook: Webhook): Record<string, unknown> => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events.join(' '),
  description: webhook.description,
  state: describeWebhookState(webhook),
  ...(webhook.disabled_at !== null && { since: webhook.disabled_at }),
  'last success': webhook.last_success_at ?? 'never',
  ...(webhook.old_secret_until !== null && { 'old secret until': webhook.old_secret_until }),
  created: webhook.created_at,
  updated: webhook.updated_at,
})

function printWebhook(context: CommandContext, body: { data: Webhook }, json: boolean | undefined): void {
  context.terminal.printResult(json ? formatJson(body) : formatRecord(toMembers(body.data)))
}

/** Prints an endpoint with its new secret, which is never shown again. */
function printIssuedWebhook(context: CommandContext, body: { data: IssuedWebhook }, json: boolean | undefined): void {
  if (json) {
    context.terminal.printResult(formatJson(body))
    return
  }
  const { secret, ...webhook } = body.data
  context.terminal.printResult(formatRecord({ ...toMembers(webhook), secret }))
  context.terminal.printNote('Store the secret: it is shown only once. The receiver verifies with it.')
}

const showWebhookCommand = (context: CommandContext, id: string, options: JsonOption): Promise<number> =>
  printSettingsReply(
    context,
    options,
    (settings) => settings.call(getWebhook, { params: { id } }),
    ({ data }) => formatRecord(toMembers(data)),
  )

const toCells = (webhook: Webhook): unknown[] => [
  webhook.id,
  webhook.url,
  webhook.events.join(' '),
  describeWebhookState(webhook),
  webhook.last_success_at,
  webhook.description,
]

const HEADINGS = ['id', 'url', 'events', 'state', 'last success', 'description']

const listWebhooksCommand = (context: CommandContext, { json, ...query }: PageOptions): Promise<number> =>
  printSettingsReply(
    context,
    { json },
    (settings) => settings.call(listWebhooks, { query }),
    (body) => formatPage(HEADINGS, toCells, body),
  )

interface AddWebhookOptions {
  events: string[]
  description?: string
  json?: boolean
}

const addWebhookCommand = (context: CommandContext, url: string, options: AddWebhookOptions): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { description } = options
    const { body } = await settings.call(createWebhook, {
      body: { url, events: parsePatterns(options.events), ...(description !== undefined && { description }) },
    })
    printIssuedWebhook(context, body, options.json)
    if (!options.json) context.terminal.printNote(`Try it: npm run kitroom -- webhook test ${body.data.id}`)
    return EXIT.success
  })

interface SetWebhookOptions {
  url?: string
  events?: string[]
  description?: string
  json?: boolean
}

const setWebhookCommand = (context: CommandContext, id: string, options: SetWebhookOptions): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { url, events, description } = options
    const updates = {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: parsePatterns(events) }),
      ...(description !== undefined && { description: description === '' ? null : description }),
    }
    if (Object.keys(updates).length === 0) throw new CliError('Say what to change: --url, --events, --description.')
    const { body } = await settings.call(updateWebhook, { params: { id }, body: { updates } })
    printWebhook(context, body, options.json)
    return EXIT.success
  })

const setWebhookStatusCommand =
  (status: Webhook['status']) =>
  (context: CommandContext, id: string, options: JsonOption): Promise<number> =>
    withSettings(context.env, async (settings) => {
      const { body } = await settings.call(updateWebhook, { params: { id }, body: { updates: { status } } })
      printWebhook(context, body, options.json)
      if (!options.json && status === 'enabled')
        context.terminal.printNote(
          `What happened while it was off is not sent: npm run kitroom -- webhook replay ${id} --since 2h sends it.`,
        )
      return EXIT.success
    })

/** `kitroom webhook rotate`: creates a secret, prints it once, and signs with both until the overlap ends. */
const rotateWebhookCommand = (
  context: CommandContext,
  id: string,
  options: { overlap?: string; json?: boolean },
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const overlap = options.overlap === undefined ? DEFAULT_SECRET_OVERLAP_SECONDS : parseSeconds(options.overlap)
    const { body } = await settings.call(rotateWebhookSecret, { params: { id }, body: { overlap_seconds: overlap } })
    printIssuedWebhook(context, body, options.json)
    if (!options.json)
      context.terminal.printNote(
        overlap === 0
          ? 'The old secret no longer signs.'
          : `The old secret signs too for another ${formatSeconds(overlap)}.`,
      )
    return EXIT.success
  })

const removeWebhookCommand = (context: CommandContext, id: string, options: JsonOption): Promise<number> =>
  printSettingsReply(
    context,
    options,
    (settings) => settings.call(deleteWebhook, { params: { id } }),
    ({ data }) => `Removed: ${data.id}`,
  )

const EVENTS_FLAG = '--events <events...>'
const EVENTS_HELP = 'all, or some of: gear, maintenance, shoot, document, or single ones such as gear.created'

function addReadCommands(webhook: Command, run: RunCommand): void {
  addPageFlags(webhook.command('list').description('every endpoint, newest first; never a secret (owner key)'))
    .option(...JSON_FLAG)
    .action(run(listWebhooksCommand))
  webhook
    .command('show <id>')
    .description('one endpoint and its delivery state')
    .option(...JSON_FLAG)
    .action(run(showWebhookCommand))
  webhook
    .command('deliveries <id>')
    .description('deliveries to an endpoint, newest first')
    .option('--status <status>', 'pending, delivered, failed or cancelled')
    .option('--event <id>', 'only this event')
    .option('--attempts', 'every attempt too')
    .option('--limit <count>', '1 to 200')
    .option('--cursor <cursor>', 'the next page')
    .option(...JSON_FLAG)
    .action(run(listDeliveriesCommand))
}

function addChangeCommands(webhook: Command, run: RunCommand): void {
  webhook
    .command('add <url>')
    .description('register an endpoint; its secret is printed only once')
    .requiredOption(EVENTS_FLAG, EVENTS_HELP)
    .option('--description <text>')
    .option(...JSON_FLAG)
    .action(run(addWebhookCommand))
  webhook
    .command('set <id>')
    .description('change an endpoint; an empty description clears it')
    .option('--url <url>')
    .option(EVENTS_FLAG, EVENTS_HELP)
    .option('--description <text>')
    .option(...JSON_FLAG)
    .action(run(setWebhookCommand))
  webhook
    .command('remove <id>')
    .description('remove an endpoint and its delivery log')
    .option(...JSON_FLAG)
    .action(run(removeWebhookCommand))
  for (const [name, status, text] of [
    ['enable', 'enabled', 'enable an endpoint; pending deliveries are sent immediately'],
    ['disable', 'disabled', 'disable an endpoint; pending deliveries are cancelled'],
  ] as const)
    webhook
      .command(`${name} <id>`)
      .description(text)
      .option(...JSON_FLAG)
      .action(run(setWebhookStatusCommand(status)))
  webhook
    .command('rotate <id>')
    .description('create a new secret, printed only once; both sign until the overlap ends')
    .option('--overlap <time>', 'how long the old secret still signs: 0, 15m, 24h, 7d (default 24h)')
    .option(...JSON_FLAG)
    .action(run(rotateWebhookCommand))
}

function addSendCommands(webhook: Command, run: RunCommand): void {
  webhook
    .command('test <id>')
    .description('send a test event, wait and print what comes back')
    .option(...JSON_FLAG)
    .action(run(testWebhookCommand))
  webhook
    .command('replay <id> [events...]')
    .description('send events again: by their ids, or all since a moment')
    .option('--since <when>', 'how long ago (2h, 3d), a day or a moment; at most 14 days back')
    .option(...JSON_FLAG)
    .action(run(replayWebhookCommand))
}

function addListen(webhook: Command, run: RunCommand): void {
  webhook
    .command('listen')
    .description(
      'receive events on this machine, verify and print them; the secret is read from KITROOM_WEBHOOK_SECRET',
    )
    .option('--port <port>', 'where to listen on 127.0.0.1', '4110')
    .option('--secret-file <path>', 'read the secret from this file instead')
    .option('--fail <count>', 'answer 500 to the first deliveries, to test retries')
    .option(...JSON_FLAG)
    .action(run(listenForWebhooksCommand))
}

export function addWebhookCommands(program: Command, run: RunCommand): void {
  const webhook = program.command('webhook').description('webhook endpoints')
  addReadCommands(webhook, run)
  addChangeCommands(webhook, run)
  addSendCommands(webhook, run)
  addListen(webhook, run)
}
