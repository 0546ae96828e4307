import { Client, type ClientConfig } from 'pg'
import { ConfigError } from '../environment.ts'
import { PASSWORD_FILE_PARAMETER, readPasswordFile } from './passwordFile.ts'
import { readTlsSettings, TLS_PARAMETERS } from './postgresTls.ts'

/** Where a PostgreSQL URL leads. Parts that it leaves out come from `PGHOST` and similar variables. */
export interface PostgresTarget {
  host: string
  port: number
  database: string | undefined
}

/** A member of a client that its types lack. */
interface DriverParameters {
  /** `options` of the URL, else `PGOPTIONS`. */
  connectionParameters: { options?: string }
}

/** The driver's reading of a URL, without TLS: the driver would read the files of certificates, and fail without naming the setting. */
function parseWithDriver(url: string): Client {
  const plainUrl = new URL(url)
  for (const name of TLS_PARAMETERS) plainUrl.searchParams.delete(name)
  return new Client({ connectionString: plainUrl.href })
}

/** Opens no file and connects to nothing. */
export function parsePostgresTarget(url: string): PostgresTarget {
  const { host, port, database } = parseWithDriver(url)
  return { host, port, database }
}

/** The driver's settings for a URL. Reads the files of certificates; a password file is read at each connect. @throws ConfigError */
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
    // Without a parameter in the URL, `PGSSLMODE` decides.
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
