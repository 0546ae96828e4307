import { createClient, type Client } from '../../client/client.ts'
import { ConnectionError } from '../../client/errors.ts'
import { CONTROL_BASE, ControlAccess } from '../../contract/control.ts'
import { CliError } from '../errors.ts'
import { findDataFolder, readAccessFile } from './dataFolder.ts'

type Environment = Record<string, string | undefined>

const START_HINT = 'Start everything with: npm start'

function connectControl(access: ControlAccess): Client {
  const url = access.url.replace(/\/+$/, '')
  return createClient({ url: url.endsWith(CONTROL_BASE) ? url : url + CONTROL_BASE, token: access.token, userAgent: 'kitroom-cli' })
}

/**
 * A client of the running worker's control plane. Reads `control.json` before every call, because a restarted worker has a new token.
 * @throws CliError by a call while there is no `control.json`
 */
function openControl(env: Environment): Client {
  let lastAccess: ControlAccess | undefined
  let client: Client | undefined
  const currentClient = (): Client => {
    const access = readAccessFile(env, 'control.json', ControlAccess)
    if (client && (!access || (access.url === lastAccess?.url && access.token === lastAccess.token))) return client
    if (!access) throw new CliError(`The worker is not running on the data folder ${findDataFolder(env)}. ${START_HINT}`)
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

/** Runs work with a control plane client and explains connection errors. */
export async function withControl<T>(env: Environment, work: (control: Client) => Promise<T>): Promise<T> {
  const control = openControl(env)
  try {
    return await work(control)
  } catch (error) {
    if (error instanceof ConnectionError) throw new CliError(`The worker does not answer. ${START_HINT}\n${error.message}`, { cause: error })
    throw error
  } finally {
    await control.close()
  }
}
