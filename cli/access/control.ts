import { createClient, type Client } from '../../client/client.ts'
import { ConnectionError } from '../../client/errors.ts'
import { CONTROL_BASE, ControlAccess } from '../../contract/control.ts'
import { CliError } from '../errors.ts'
import { dataFolder, readAccess } from './dataFolder.ts'

type Environment = Record<string, string | undefined>

const START = 'Start everything with: npm start'

/**
 * A client of the running worker's control plane, from `control.json` in the data folder.
 * @throws CliError when no worker has run here.
 */
export function openControl(env: Environment): Client {
  const access = readAccess(env, 'control.json', ControlAccess)
  if (!access) throw new CliError(`The worker is not running on the data folder ${dataFolder(env)}. ${START}`)
  const url = access.url.replace(/\/+$/, '')
  return createClient({ url: url.endsWith(CONTROL_BASE) ? url : url + CONTROL_BASE, token: access.token, userAgent: 'kitroom-cli' })
}

/** Runs work with the control plane and closes it; that nobody answers is told as what it means. */
export async function withControl<T>(env: Environment, work: (control: Client) => Promise<T>): Promise<T> {
  const control = openControl(env)
  try {
    return await work(control)
  } catch (error) {
    if (error instanceof ConnectionError) throw new CliError(`The worker does not answer. ${START}\n${error.message}`, { cause: error })
    throw error
  } finally {
    await control.close()
  }
}
