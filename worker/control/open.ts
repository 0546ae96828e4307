import { Agent } from 'undici'
import { CONTROL_BASE } from '../../contract/control/control.ts'
import { ConfigError } from '../../platform/environment.ts'
import type { WorkerConfig } from '../context/config.ts'
import { createToken, removeAccess, writeAccess } from './access.ts'
import { createCallerCheck } from './caller.ts'
import { openRemoteControlPlane } from './remoteServer.ts'
import { createReadSigningKeys } from './readSigningKeys.ts'
import type { ControlContext } from './route.ts'
import { openControlPlane, type ControlPlane, type Health } from './server.ts'
import { createSignedRequests } from './signedRequest.ts'
import { createSigningKeys } from './signingKeys.ts'

/** Connections for questions to the API about callers. */
const CHECK_CONNECTIONS = 32

export interface OpenedControl {
  url: string
  /** Address of the listener for other machines; undefined if it is off. */
  remoteUrl: string | undefined
  close(): Promise<void>
}

function toConfigError(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  names: { port: string; host?: string },
): unknown {
  if (error.code === 'EADDRINUSE')
    return new ConfigError(`Port ${port} is in use. Stop what listens there, or set ${names.port}.`, { cause: error })
  if (names.host !== undefined && (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'))
    return new ConfigError(`This machine has no address ${host}. Set ${names.host} to one that it has.`, {
      cause: error,
    })
  return error
}

/**
 * Opens the control plane for this machine, and for others if KITROOM_CONTROL_PORT is set. It writes `control.json`.
 * @throws ConfigError when it cannot listen
 */
export async function openControl(
  context: ControlContext,
  config: WorkerConfig,
  accountId: string,
  health: Health,
): Promise<OpenedControl> {
  const { dataDir, port, remoteControl, apiUrl, apiKey } = config
  const token = createToken()
  const dispatcher = new Agent({ connections: CHECK_CONNECTIONS })
  const callers = createCallerCheck({ apiUrl, accountId, clock: context.clock, log: context.log, dispatcher })
  const keys = createSigningKeys(createReadSigningKeys(context, { apiUrl, apiKey, dispatcher }), context.clock)
  const signedRequests = createSignedRequests(context, { keys, accountId })
  const local = await openControlPlane(context, { port, token, health, signedRequests }).catch(
    (error: NodeJS.ErrnoException) => {
      throw toConfigError(error, '127.0.0.1', port, { port: 'KITROOM_WORKER_PORT' })
    },
  )
  const remote: ControlPlane | undefined =
    remoteControl &&
    (await openRemoteControlPlane(context, { settings: remoteControl, callers, signedRequests, health }).catch(
      async (error: NodeJS.ErrnoException) => {
        await local.close()
        throw toConfigError(error, remoteControl.host, remoteControl.port, {
          port: 'KITROOM_CONTROL_PORT',
          host: 'KITROOM_CONTROL_HOST',
        })
      },
    ))
  writeAccess(dataDir, { url: `${local.url}${CONTROL_BASE}`, token })
  const close = async (): Promise<void> => {
    removeAccess(dataDir)
    await Promise.all([local.close(), remote?.close()])
    await dispatcher.destroy()
  }
  return { url: local.url, remoteUrl: remote?.url, close }
}
