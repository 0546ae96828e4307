import { readFileSync } from 'node:fs'
import { isWebhookSecret } from '../../platform/webhookSignature.ts'
import { CliError } from '../errors.ts'
import { userPath } from '../files.ts'

type Environment = Record<string, string | undefined>

function readSecretFile(env: Environment, file: string): string {
  try {
    return readFileSync(userPath(env, file), 'utf8')
  } catch (error) {
    throw new CliError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`, { cause: error })
  }
}

/**
 * The secrets that deliveries may be signed with: of the file, else of KITROOM_WEBHOOK_SECRET; several with white space between them, as while one is
 * rotated. None when neither is given. They are no flag's value, because the machine's list of processes shows those.
 * @throws CliError that does not repeat what was given
 */
export function readSecrets(env: Environment, file: string | undefined): string[] {
  const text = file === undefined ? (env['KITROOM_WEBHOOK_SECRET'] ?? '') : readSecretFile(env, file)
  const secrets = text.split(/\s+/).filter(Boolean)
  const place = file ?? 'KITROOM_WEBHOOK_SECRET'
  if (file !== undefined && secrets.length === 0) throw new CliError(`${place} is empty: it must hold the secret of the endpoint, whsec_….`)
  if (!secrets.every(isWebhookSecret))
    throw new CliError(`${place} must hold the secret of the endpoint: whsec_ and base64, as it was shown on registering.`)
  return secrets
}
