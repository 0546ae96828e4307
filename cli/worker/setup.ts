import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebhook, type WebhookResult } from '../../client/workerWebhook.ts'
import type { Client } from '../../client/client.ts'
import { workerScopes } from '../../contract/scopes.ts'
import { getOwnProfile } from '../../contract/settings/profile.ts'
import { WEBHOOK_PATH, WorkerFile } from '../../contract/workerFile.ts'
import { writeSecret } from '../../platform/secretFile.ts'
import { dataFolder, readAccess } from '../access/dataFolder.ts'
import { settingsUrl, withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit.ts'
import { ensureKey } from './key.ts'
import { showSetup, type Setup } from './show.ts'

const INGRESS_URL = 'http://127.0.0.1:4101'
const FILE = 'worker.json'

export interface SetupOptions {
  url?: string
  ingressUrl?: string
  dataDir?: string
  print?: boolean
  /** Replaces the known secret. */
  newSecret?: boolean
  json?: boolean
}

type Environment = CommandContext['env']

/** State of an earlier setup: from the environment with --print, else from the file. */
interface Known {
  apiKey: string | undefined
  webhook: { id?: string; secret?: string | undefined } | undefined
}

function readKnown(env: Environment, options: SetupOptions): Known {
  if (options.print) return { apiKey: env['KITROOM_API_KEY'] || undefined, webhook: { secret: env['KITROOM_WEBHOOK_SECRET'] || undefined } }
  const file = readAccess(env, FILE, WorkerFile)
  return { apiKey: file?.api_key, webhook: file?.webhook }
}

const forgetSecret = ({ apiKey, webhook }: Known): Known => ({ apiKey, webhook: webhook?.id === undefined ? undefined : { id: webhook.id } })

function readIngress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new CliError(`--ingress-url must be the address at which the server reaches the worker, such as https://worker.example.com.`)
  const base = url.href.replace(/\/+$/, '')
  return base.endsWith(WEBHOOK_PATH) ? base : base + WEBHOOK_PATH
}

function write(env: Environment, apiUrl: string, setup: { accountId: string; apiKey: string; webhook: WebhookResult['webhook'] }): string {
  const { accountId, apiKey, webhook } = setup
  const folder = dataFolder(env)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file: WorkerFile = { url: apiUrl, account_id: accountId, api_key: apiKey, scopes: [...workerScopes], webhook }
  writeSecret(join(folder, FILE), file)
  return join(folder, FILE)
}

/** Another account's file is the only copy of its worker's key. */
function refuseOthersFile(env: Environment, accountId: string): void {
  const owner = readAccess(env, FILE, WorkerFile)?.account_id
  if (owner === undefined || owner === accountId) return
  throw new CliError(
    `${join(dataFolder(env), FILE)} belongs to the worker of account ${owner}, and this owner key to account ${accountId}. Nothing was changed. Give --data-dir another folder, or move the file away.`,
  )
}

async function setUp(settings: Client, env: Environment, options: SetupOptions): Promise<Setup> {
  const apiUrl = settingsUrl(env)
  const url = readIngress(options.ingressUrl ?? (env['KITROOM_PUBLIC_URL'] || INGRESS_URL))
  const known = options.newSecret ? forgetSecret(readKnown(env, options)) : readKnown(env, options)
  const accountId = (await settings.call(getOwnProfile)).body.data.profile.id
  if (!options.print) refuseOthersFile(env, accountId)
  // The step that may be refused comes first, so that no unused key is left.
  const result = await ensureWebhook(settings, { url, previous: known.webhook })
  const { apiKey, isNew } = await ensureKey(settings, { apiUrl, accountId }, known.apiKey)
  const file = options.print ? undefined : write(env, apiUrl, { accountId, apiKey, webhook: result.webhook })
  return { accountId, apiKey, isNew, ...result, file }
}

/**
 * `kitroom worker setup`: creates the worker's key, registers its ingress and writes worker.json, or prints the environment of a container.
 * Idempotent.
 */
export function setupWorkerCommand(context: CommandContext, options: SetupOptions): Promise<number> {
  const { url, dataDir } = options
  const env = { ...context.env, ...(url !== undefined && { KITROOM_URL: url }), ...(dataDir !== undefined && { KITROOM_DATA_DIR: dataDir }) }
  return withSettings(env, async (settings) => {
    showSetup(context.terminal, await setUp(settings, env, options), options.json === true)
    return EXIT.fine
  })
}
