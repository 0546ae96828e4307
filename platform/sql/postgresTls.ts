import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { ConfigError } from '../environment.ts'

/** Parameters of a URL about TLS. */
export const TLS_PARAMETERS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const

const OFF = new Set(['disable', 'false', '0'])
const UNVERIFIED = new Set(['no-verify'])
/** The driver has always verified certificate and host name in all of these modes, which is stricter than libpq. */
const VERIFIED = new Set(['verify-full', 'verify-ca', 'require', 'prefer', 'true', '1'])
/** libpq's name for the certificate authorities that the system trusts. */
const SYSTEM_AUTHORITIES = 'system'

function readPem(setting: string, parameter: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new ConfigError(
      `${setting}: the file of ${parameter} cannot be read: ${file} (${code ?? 'no reason was given'}).`,
      { cause },
    )
  }
}

function readAuthority(setting: string, file: string): string {
  const text = readPem(setting, 'sslrootcert', file)
  try {
    const { subject } = new X509Certificate(text)
    if (subject === '') throw new Error('the certificate names no authority')
  } catch (cause) {
    throw new ConfigError(`${setting}: the file of sslrootcert has no certificate in PEM format: ${file}.`, { cause })
  }
  return text
}

function readKeyPair(setting: string, parameters: URLSearchParams): Pick<ConnectionOptions, 'cert' | 'key'> {
  const [cert, key] = [parameters.get('sslcert'), parameters.get('sslkey')]
  if ((cert === null) !== (key === null)) throw new ConfigError(`${setting}: sslcert and sslkey are needed together.`)
  return cert === null || key === null
    ? {}
    : { cert: readPem(setting, 'sslcert', cert), key: readPem(setting, 'sslkey', key) }
}

/**
 * Reads the TLS settings of a PostgreSQL URL: `false` for none, `undefined` if the URL has no such parameter. Every
 * mode except `disable` and `no-verify` verifies the certificate and the host name.
 * @throws ConfigError for an unusable mode or file
 */
export function readTlsSettings(parameters: URLSearchParams, setting: string): ConnectionOptions | false | undefined {
  if (!TLS_PARAMETERS.some((name) => parameters.has(name))) return undefined
  const mode = parameters.get('sslmode') ?? parameters.get('ssl') ?? 'verify-full'
  if (OFF.has(mode)) return false
  if (!UNVERIFIED.has(mode) && !VERIFIED.has(mode))
    throw new ConfigError(
      `${setting}: sslmode must be verify-full, disable or no-verify (encrypted, but any certificate is accepted).`,
    )
  const rootFile = parameters.get('sslrootcert')
  return {
    ...readKeyPair(setting, parameters),
    ...(rootFile !== null && rootFile !== SYSTEM_AUTHORITIES && { ca: readAuthority(setting, rootFile) }),
    rejectUnauthorized: !UNVERIFIED.has(mode),
  }
}
