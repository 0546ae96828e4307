import { say } from '../../../contract/sentences/say.ts'
import { refuse } from '../refuse.ts'
import type { UrlSettings } from './settings.ts'

/** Matches characters that a header may contain (RFC 9110 section 5.5), without spaces. */
const TOKEN = /^[\x21-\x7e]+$/

function requireVariable(setting: string, name: string, readSecret: (name: string) => string | undefined): string {
  // Files with secrets often end with a line break.
  const value = readSecret(name)?.replace(/[\r\n]+$/, '')
  if (value === undefined) throw refuse(say('variable_missing', { name, setting }))
  return value
}

/**
 * Reads the value of the Authorization header: a bearer token (RFC 6750) or Basic (RFC 7617, UTF-8).
 * @throws SheetRefused when a variable is missing or unusable; the message never contains its value
 */
export function readAuthorization(
  settings: UrlSettings,
  readSecret: (name: string) => string | undefined,
): string | undefined {
  const { bearer_env, user_env, password_env } = settings
  if (bearer_env !== undefined) {
    const token = requireVariable('bearer_env', bearer_env, readSecret)
    if (TOKEN.test(token)) return `Bearer ${token}`
    throw refuse(say('variable_unusable', { name: bearer_env }))
  }
  if (user_env === undefined || password_env === undefined) return undefined
  const user = requireVariable('user_env', user_env, readSecret)
  const password = requireVariable('password_env', password_env, readSecret)
  if (user.includes(':')) throw refuse(say('variable_has_colon', { name: user_env }))
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
