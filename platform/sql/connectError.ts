import { DatabaseUnavailable } from './types.ts'

const UNKNOWN_AUTHORITY_CODES = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
const API_SETTING = 'KITROOM_DATABASE_URL'
const DEFAULT_ADVICE = 'Check that it runs and that KITROOM_DATABASE_URL is right.'

const adviceByMessage: readonly (readonly [RegExp, string])[] = [
  [
    /does not support SSL/,
    'Switch TLS on at the server (ssl = on), or set sslmode=disable in KITROOM_DATABASE_URL for a network that you trust.',
  ],
  [/no encryption|SSL required/, 'The server requires TLS: add sslmode=verify-full to KITROOM_DATABASE_URL.'],
  [
    /in options|startup parameter: options/,
    'A pooler does not pass on the "options" of KITROOM_DATABASE_URL. Remove them, and set search_path with "alter role".',
  ],
  [/the password file/, 'Check KITROOM_DATABASE_PASSWORD_FILE.'],
  [
    /password|authentication/,
    'Check the user, and the password in KITROOM_DATABASE_URL or KITROOM_DATABASE_PASSWORD_FILE.',
  ],
]

function findAdvice(message: string, code: string): string {
  if (UNKNOWN_AUTHORITY_CODES.has(code))
    return "sslrootcert in KITROOM_DATABASE_URL must name the certificate of the authority that signed the server's certificate."
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'KITROOM_DATABASE_URL must name the server by a name of its certificate.'
  return adviceByMessage.find(([pattern]) => pattern.test(message))?.[1] ?? DEFAULT_ADVICE
}

/**
 * Creates the error for a failed connect, which says what to do. It repeats no part of the URL.
 * @param setting the variable of the URL
 */
export function toConnectError(cause: unknown, setting: string): DatabaseUnavailable {
  const { message, code = 'no reason was given' } = cause as NodeJS.ErrnoException
  const advice = findAdvice(message, code).replaceAll(API_SETTING, setting)
  return new DatabaseUnavailable(`The database cannot be reached: ${(message || code).replace(/\.$/, '')}. ${advice}`, {
    cause,
  })
}
