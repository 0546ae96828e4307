import { readFileSync } from 'node:fs'
import { isWebhookSecret } from '../../platform/webhookSignature.ts'
import { readSecret } from '../access/secret.ts'
import { CliError } from '../errors.ts'
import { resolveUserPath } from '../files.ts'

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
 * Reads the accepted secrets, separated by spaces, from the file or KITROOM_WEBHOOK_SECRET. No flag takes them, because process lists show flags.
 * @throws CliError that does not repeat the input
 */
export function readSecrets(env: Environment, file: string | undefined): string[] {
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
