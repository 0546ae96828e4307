import { isIP } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { createClient, type Client } from '../../client/client.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { ensureWebhook } from '../../client/workerWebhook.ts'
import { revokeKey } from '../../contract/settings/keys.ts'
import { SETTINGS_BASE } from '../../contract/settings/operations.ts'
import { watchedEvents } from '../../contract/api/watchedEvents.ts'
import { WEBHOOK_PATH, WorkerFile } from '../../contract/control/workerFile.ts'
import { readJson, writeSecret } from '../../platform/secretFile.ts'
import type { ProgressPrinter } from '../progressPrinter.ts'
import { runOperatorCommand } from './operatorCommand.ts'

const SetupKey = z.object({ key_id: z.string().nullable(), owner_key: z.string().nullable() })

/** Port of `kitroom webhook listen`. */
const LISTENER_PORT = 4110

export interface IngressOptions {
  dataFolder: string
  env: Record<string, string | undefined>
  apiUrl: string
  ingressUrl: string
  /** Owner key of an account that was just created. */
  ownerKey: string | undefined
  printer: ProgressPrinter
}

/**
 * Builds the list of addresses on this machine that webhooks may reach: the worker's ingress, the command line's
 * listener, and `userAllow`.
 * @param ingressUrl without a path
 */
export function buildWebhookAllowList(ingressUrl: string, userAllow: string | undefined): string {
  const { hostname, port } = new URL(ingressUrl)
  const address = hostname.replaceAll(/[[\]]/g, '')
  const network = { 4: `${address}/32`, 6: `[${address}]/128` }[isIP(address)] ?? '127.0.0.1/32'
  return [...(userAllow ? [userAllow] : []), `${network}:${port}`, `127.0.0.1/32:${LISTENER_PORT}`].join(',')
}

/** Creates a temporary owner key. @returns undefined if the endpoint is already registered */
async function createTemporaryKey(
  options: IngressOptions,
  file: WorkerFile,
  url: string,
): Promise<z.output<typeof SetupKey> | undefined> {
  const { webhook, account_id: account } = file
  if (account === undefined) return undefined
  const isCurrent = webhook?.url === url && watchedEvents.every((pattern) => webhook.events.includes(pattern))
  const unlessArgs = isCurrent ? ['--unless-webhook', webhook.id] : []
  const created = await runOperatorCommand('setupKey.ts', ['--account', account, ...unlessArgs], options.env, SetupKey)
  return created.owner_key === null ? undefined : created
}

async function revokeTemporaryKey(settings: Client, keyId: string | null): Promise<void> {
  if (keyId === null) return
  try {
    await settings.call(revokeKey, { params: { id: keyId } })
  } catch (error) {
    // The account has no other owner key, so this one stays until it expires soon.
    if (!(error instanceof ApiError && error.code === 'last_owner_key')) throw error
  }
}

async function registerWebhook(options: IngressOptions, file: WorkerFile, url: string): Promise<void> {
  const { ownerKey, apiUrl, dataFolder, printer } = options
  const key =
    ownerKey === undefined ? await createTemporaryKey(options, file, url) : { key_id: null, owner_key: ownerKey }
  if (!key?.owner_key) return
  const settings = createClient({ url: apiUrl + SETTINGS_BASE, token: key.owner_key, userAgent: 'kitroom-start' })
  try {
    const { webhook, isDisabledByOwner } = await ensureWebhook(settings, { url, previous: file.webhook })
    writeSecret(join(dataFolder, 'worker.json'), { ...file, webhook })
    if (isDisabledByOwner)
      printer.printLine('The endpoint of the worker is switched off, so it learns of changes once a day.')
  } finally {
    await revokeTemporaryKey(settings, key.key_id)
    await settings.close()
  }
}

/**
 * Registers the worker's ingress and stores it in `worker.json`. The worker works without it, so a failure is only
 * reported.
 */
export async function registerIngress(options: IngressOptions): Promise<void> {
  const file = readJson(join(options.dataFolder, 'worker.json'), WorkerFile)
  if (!file) return
  try {
    await registerWebhook(options, file, options.ingressUrl + WEBHOOK_PATH)
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error
    options.printer.printLine(
      `The worker could not be registered for events, so it learns of changes once a day: ${error.message}`,
    )
  }
}
