import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { listenOn } from '../../../platform/http/listener.ts'
import { isWebhookSecret } from '../../../platform/webhookSignature.ts'
import { readSecret } from '../../access/secret.ts'
import { EXIT, type CommandContext } from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import { resolveUserPath } from '../../base/files.ts'
import { escapeUnsafe } from '../../show/text.ts'
import { formatDelivery } from './formatDelivery.ts'
import { createDeliveryCheck, createReceiver, RECEIVER_HOST, type CheckedDelivery } from './receiver.ts'

type Environment = Record<string, string | undefined>

function readSecretFile(env: Environment, file: string): string {
  try {
    return readFileSync(resolveUserPath(env, file), 'utf8')
  } catch (error) {
    throw new CliError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`, {
      cause: error,
    })
  }
}

/**
 * Reads the accepted secrets, separated by spaces, from the file or KITROOM_WEBHOOK_SECRET. There is no flag for them,
 * because process lists show flags.
 * @throws CliError that does not repeat the input
 */
function readSecrets(env: Environment, file: string | undefined): string[] {
  const text = file === undefined ? (readSecret(env, 'KITROOM_WEBHOOK_SECRET') ?? '') : readSecretFile(env, file)
  const secrets = text.split(/\s+/).filter(Boolean)
  const inputName = file ?? 'KITROOM_WEBHOOK_SECRET'
  if (file !== undefined && secrets.length === 0)
    throw new CliError(`${inputName} is empty: it must hold the secret of the endpoint, whsec_….`)
  if (!secrets.every(isWebhookSecret))
    throw new CliError(
      `${inputName} must hold the secret of the endpoint: whsec_ and base64, as it was shown on registering.`,
    )
  return secrets
}

export interface ListenOptions {
  port: string
  secretFile?: string
  fail?: string
  json?: boolean
}

function parseWholeNumber(flag: string, text: string, max: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text)
  throw new CliError(`${flag} must be a whole number from 0 to ${max}.`)
}

async function listenForDeliveries(server: Server, port: number): Promise<number> {
  try {
    return (await listenOn(server, RECEIVER_HOST, port)).port
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`
    throw new CliError(`Port ${port} ${reason}. Give another: --port 4111`, { cause: error })
  }
}

function printInstructions({ terminal }: CommandContext, port: number, secrets: readonly string[]): void {
  const lines = [
    `Listening on http://${RECEIVER_HOST}:${port}/ until Ctrl-C. Register it: npm run kitroom -- webhook add http://${RECEIVER_HOST}:${port}/ --events all`,
    `The server sends to it when its KITROOM_WEBHOOK_ALLOW has ${RECEIVER_HOST}/32:${port}.`,
    'Nothing is verified: give the secret of the endpoint in KITROOM_WEBHOOK_SECRET or by --secret-file, and forged events are refused.',
  ]
  terminal.printNote(lines.slice(0, secrets.length === 0 ? 3 : 2).join('\n'))
}

const printDelivery = ({ terminal }: CommandContext, checked: CheckedDelivery, json: boolean): void =>
  terminal.printResult(json ? escapeUnsafe(JSON.stringify(checked)) : formatDelivery(checked, terminal.paint))

/**
 * `kitroom webhook listen`: receives, verifies and prints events, one per line, until interrupted. Responds 204, 400 or
 * 401; with `--fail`, the first valid deliveries get 500, so that the server retries them.
 */
export async function listenForWebhooksCommand(context: CommandContext, options: ListenOptions): Promise<number> {
  const [port, failures] = [
    parseWholeNumber('--port', options.port, 65_535),
    parseWholeNumber('--fail', options.fail ?? '0', 1000),
  ]
  const secrets = readSecrets(context.env, options.secretFile)
  const check = createDeliveryCheck(secrets, failures)
  const server = createReceiver((delivery) => {
    const checked = check(delivery, Date.now())
    printDelivery(context, checked, options.json ?? false)
    return checked.status
  })
  printInstructions(context, await listenForDeliveries(server, port), secrets)
  context.onInterrupt(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'close')
  return EXIT.success
}
