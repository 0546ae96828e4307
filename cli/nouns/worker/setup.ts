import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../../../client/client.ts'
import { ensureWebhook, findSharedWebhook, type WebhookResult } from '../../../client/workerWebhook.ts'
import { WEBHOOK_PATH, WorkerFile } from '../../../contract/control/workerFile.ts'
import { workerScopes } from '../../../contract/scopes.ts'
import { getOwnProfile } from '../../../contract/settings/profile.ts'
import { writeSecret } from '../../../platform/secretFile.ts'
import { isWebhookSecret } from '../../../platform/webhookSignature.ts'
import { withoutSlashesAtEnd } from '../../../platform/withoutSlashesAtEnd.ts'
import { findDataFolder, readAccessFile } from '../../access/dataFolder.ts'
import { readSecret } from '../../access/secret.ts'
import { findServerUrl, withSettings } from '../../access/settings.ts'
import { EXIT, type CommandContext } from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import { ensureKey } from './key.ts'
import { printSetup, type WorkerSetup } from './show.ts'

const DEFAULT_INGRESS_URL = 'http://127.0.0.1:4101'
const FILE_NAME = 'worker.json'

export interface SetupOptions {
  url?: string
  ingressUrl?: string
  dataDir?: string
  print?: boolean
  /** True to add a worker beside others, without changing their key and webhook. */
  add?: boolean
  /** Creates a new webhook secret instead of keeping the known one. */
  newSecret?: boolean
  json?: boolean
}

type Environment = CommandContext['env']

/** State of an earlier setup: from the environment with --print, else from the file. */
interface KnownSetup {
  apiKey: string | undefined
  webhook: { id?: string; secret?: string | undefined } | undefined
}

function readKnown(env: Environment, options: SetupOptions): KnownSetup {
  if (options.print)
    return {
      apiKey: readSecret(env, 'KITROOM_API_KEY'),
      webhook: { secret: readSecret(env, 'KITROOM_WEBHOOK_SECRET') },
    }
  const file = readAccessFile(env, FILE_NAME, WorkerFile)
  return { apiKey: file?.api_key, webhook: file?.webhook }
}

const forgetSecret = ({ apiKey, webhook }: KnownSetup): KnownSetup => ({
  apiKey,
  webhook: webhook?.id === undefined ? undefined : { id: webhook.id },
})

function readIngress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new CliError(
      `--ingress-url must be the address at which the server reaches the worker, such as https://worker.example.com.`,
    )
  const base = withoutSlashesAtEnd(url.href)
  return base.endsWith(WEBHOOK_PATH) ? base : base + WEBHOOK_PATH
}

function writeWorkerFile(
  env: Environment,
  apiUrl: string,
  setup: { accountId: string; apiKey: string; webhook: WebhookResult['webhook'] },
): string {
  const { accountId, apiKey, webhook } = setup
  const folder = findDataFolder(env)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file: WorkerFile = { url: apiUrl, account_id: accountId, api_key: apiKey, scopes: [...workerScopes], webhook }
  writeSecret(join(folder, FILE_NAME), file)
  return join(folder, FILE_NAME)
}

/** Refuses to overwrite the file of another account, because it is the only copy of that worker's key. */
function refuseForeignFile(env: Environment, accountId: string): void {
  const ownerId = readAccessFile(env, FILE_NAME, WorkerFile)?.account_id
  if (ownerId === undefined || ownerId === accountId) return
  throw new CliError(
    `${join(findDataFolder(env), FILE_NAME)} belongs to the worker of account ${ownerId}, and this owner key to account ${accountId}. Nothing was changed. Give --data-dir another folder, or move the file away.`,
  )
}

/** @throws CliError that says what is missing; nothing was changed */
async function requireSharedWebhook(settings: Client, url: string, secret: string | undefined): Promise<WebhookResult> {
  if (secret === undefined || !isWebhookSecret(secret))
    throw new CliError(
      'A worker that is added needs the one webhook secret of the others, so that each can check events: set KITROOM_WEBHOOK_SECRET, or KITROOM_WEBHOOK_SECRET_FILE to a file with it. It is webhook.secret in worker.json of the first worker. Nothing was changed.',
    )
  const shared = await findSharedWebhook(settings, { url, secret })
  if (shared) return shared
  throw new CliError(
    `No worker of this account is registered at ${url}. Give --ingress-url the address of the balancer, or set up the first worker without --add. Nothing was changed.`,
  )
}

async function setUp(settings: Client, env: Environment, options: SetupOptions): Promise<WorkerSetup> {
  const apiUrl = findServerUrl(env)
  const url = readIngress(options.ingressUrl ?? (env['KITROOM_PUBLIC_URL'] || DEFAULT_INGRESS_URL))
  const known = options.newSecret ? forgetSecret(readKnown(env, options)) : readKnown(env, options)
  const accountId = (await settings.call(getOwnProfile)).body.data.profile.id
  if (!options.print) refuseForeignFile(env, accountId)
  // The webhook is registered first, because the server may refuse it: then there is no unused key.
  const result = options.add
    ? await requireSharedWebhook(settings, url, readSecret(env, 'KITROOM_WEBHOOK_SECRET') ?? known.webhook?.secret)
    : await ensureWebhook(settings, { url, previous: known.webhook })
  const { apiKey, isNew } = await ensureKey(settings, { apiUrl, accountId }, known.apiKey)
  const file = options.print ? undefined : writeWorkerFile(env, apiUrl, { accountId, apiKey, webhook: result.webhook })
  return { accountId, apiKey, isNew, ...result, file }
}

/**
 * `kitroom worker setup`: creates the worker's key, registers its ingress and writes worker.json, or prints the
 * environment of a container. With --add it changes no registration. Idempotent.
 */
export function setupWorkerCommand(context: CommandContext, options: SetupOptions): Promise<number> {
  const { url, dataDir } = options
  if (options.add && options.newSecret)
    throw new CliError('--add keeps the secret of the other workers: leave out --new-secret.')
  const env = {
    ...context.env,
    ...(url !== undefined && { KITROOM_URL: url }),
    ...(dataDir !== undefined && { KITROOM_DATA_DIR: dataDir }),
  }
  return withSettings(env, async (settings) => {
    printSetup(context.terminal, await setUp(settings, env, options), options)
    return EXIT.success
  })
}
