import { createClient, type Client } from '../../client/client.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { CONTROL_BASE, ControlAccess } from '../../contract/control/control.ts'
import { withoutSlashesAtEnd } from '../../platform/withoutSlashesAtEnd.ts'
import { CliError } from '../base/errors.ts'
import { findDataFolder, readAccessFile } from './dataFolder.ts'
import { readSecret } from './secret.ts'

type Environment = Record<string, string | undefined>

const START_HINT = 'Start everything with: npm start'
const OWNER_KEY_PREFIX = 'ok_studio_'

function connectControl(access: ControlAccess): Client {
  const url = withoutSlashesAtEnd(access.url)
  return createClient({
    url: url.endsWith(CONTROL_BASE) ? url : url + CONTROL_BASE,
    token: access.token,
    userAgent: 'kitroom-cli',
  })
}

/**
 * Opens a client of the running worker's control plane. It reads `control.json` before every call, because a restarted
 * worker has a new token.
 * @throws CliError by a call while there is no `control.json`
 */
function openLocalControl(env: Environment): Client {
  let lastAccess: ControlAccess | undefined
  let client: Client | undefined
  const currentClient = (): Client => {
    const access = readAccessFile(env, 'control.json', ControlAccess)
    if (client && (!access || (access.url === lastAccess?.url && access.token === lastAccess.token))) return client
    if (!access)
      throw new CliError(
        `The worker is not running on the data folder ${findDataFolder(env)}. ${START_HINT}\nFor a worker on another machine, set KITROOM_CONTROL_URL.`,
      )
    void client?.close()
    lastAccess = access
    client = connectControl(access)
    return client
  }
  return {
    call: async (operation, input, options) => currentClient().call(operation, input, options),
    stream: (operation, input, options) => currentClient().stream(operation, input, options),
    download: (operation, input, options) => currentClient().download(operation, input, options),
    upload: async (operation, bytes, input) => currentClient().upload(operation, bytes, input),
    close: async () => client?.close(),
  }
}

/** Reads address and owner key of a worker on another machine. @throws CliError that says what is missing */
function readRemoteAccess(env: Environment, address: string): ControlAccess {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new CliError(
      'KITROOM_CONTROL_URL must be the address of the worker’s control plane, such as https://worker.example.com.',
    )
  const token = readSecret(env, 'KITROOM_OWNER_KEY')
  if (token?.startsWith(OWNER_KEY_PREFIX)) return { url: url.href, token }
  const fault = token === undefined ? 'needs an owner key' : 'takes owner keys only (ok_studio_…)'
  throw new CliError(
    `The worker at ${url.origin} ${fault}: set KITROOM_OWNER_KEY, or KITROOM_OWNER_KEY_FILE to a file with it. A full owner key may do everything, one with scopes needs automation:read and automation:write.`,
  )
}

/**
 * Converts a final error. A 401 on this machine means that the worker restarted and has a new token, which is worth
 * waiting for. A refused owner key is final.
 */
const toFinalError = (error: unknown): unknown =>
  error instanceof ApiError && error.status === 401
    ? new CliError(`${error.detail} [${error.code}]`, { cause: error, code: error.code, detail: error.detail })
    : error

async function* withFinalErrors<T>(values: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* values
  } catch (error) {
    throw toFinalError(error)
  }
}

/** Opens a client of a worker's control plane on another machine. */
function openRemoteControl(access: ControlAccess): Client {
  const client = connectControl(access)
  const rejectFinally = (error: unknown): never => {
    throw toFinalError(error)
  }
  return {
    call: (operation, input, options) => client.call(operation, input, options).catch(rejectFinally),
    stream: (operation, input, options) => withFinalErrors(client.stream(operation, input, options)),
    download: (operation, input, options) => withFinalErrors(client.download(operation, input, options)),
    upload: (operation, bytes, input) => client.upload(operation, bytes, input).catch(rejectFinally),
    close: () => client.close(),
  }
}

/**
 * Runs work with a control plane client and explains connection errors. KITROOM_CONTROL_URL names a worker on another
 * machine, which needs the owner key; the default is the worker of the data folder.
 */
export async function withControl<T>(env: Environment, work: (control: Client) => Promise<T>): Promise<T> {
  const address = env['KITROOM_CONTROL_URL'] || undefined
  const control = address === undefined ? openLocalControl(env) : openRemoteControl(readRemoteAccess(env, address))
  try {
    return await work(control)
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
    const hint =
      address === undefined
        ? `The worker does not answer. ${START_HINT}`
        : 'The worker of KITROOM_CONTROL_URL does not answer.'
    throw new CliError(`${hint}\n${error.message}`, { cause: error })
  } finally {
    await control.close()
  }
}
