import { Client, type ClientConfig } from 'pg'
import { ConfigError } from '../environment.ts'
import { PASSWORD_FILE_PARAMETER, readPasswordFile } from './passwordFile.ts'
import { readTlsSettings, TLS_PARAMETERS } from './postgresTls.ts'

/** Destination of a PostgreSQL URL. `PGHOST` and similar variables supply missing parts. */
export interface PostgresTarget {
  host: string
  port: number
  database: string | undefined
}

/** Member of a client that its types lack. */
interface DriverParameters {
  /** `options` of the URL, else `PGOPTIONS`. */
  connectionParameters: { options?: string }
}

/**
 * Parses a URL with the driver, without TLS: the driver would read certificate files, and fail without naming the
 * setting.
 */
function parseWithDriver(url: string): Client {
  const plainUrl = new URL(url)
  for (const name of TLS_PARAMETERS) plainUrl.searchParams.delete(name)
  return new Client({ connectionString: plainUrl.href })
}

/** Parses a URL without opening files or connections. */
export function parsePostgresTarget(url: string): PostgresTarget {
  const { host, port, database } = parseWithDriver(url)
  return { host, port, database }
}

/**
 * Reads the driver's settings for a URL. It reads certificate files; a password file is read at each connect.
 * @throws ConfigError
 */
export function readPostgresUrl(url: string, setting: string): ClientConfig {
  const parameters = new URL(url).searchParams
  const driver = parseWithDriver(url)
  const { host, port, database, user, password, ssl } = driver
  const { options } = (driver as unknown as DriverParameters).connectionParameters
  const passwordFile = parameters.get(PASSWORD_FILE_PARAMETER)
  if (passwordFile !== null && new URL(url).password !== '')
    throw new ConfigError(
      'There are two passwords for the database: remove the one in KITROOM_DATABASE_URL, or KITROOM_DATABASE_PASSWORD_FILE.',
    )
  const config: ClientConfig = {
    host,
    port,
    // `PGSSLMODE` applies if the URL has no parameter.
    ssl: readTlsSettings(parameters, setting) ?? ssl,
    application_name: parameters.get('application_name') ?? 'kitroom',
  }
  if (database !== undefined) config.database = database
  if (user !== undefined) config.user = user
  if (passwordFile !== null) config.password = () => readPasswordFile(passwordFile)
  else if (typeof password === 'string') config.password = password
  if (options !== undefined) config.options = options
  return config
}
