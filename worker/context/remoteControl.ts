import { z } from 'zod'
import { ConfigError, portSetting } from '../../platform/environment.ts'
import { listSetting, networksSetting } from '../../platform/http/listSetting.ts'

/** True for a host name, an IPv4 address or an IPv6 address in brackets, in lower case and without a port. */
const isHostName = (entry: string): boolean =>
  /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])$/.test(entry) && URL.canParse(`http://${entry}`)

const names = listSetting(
  (entry) => isHostName(entry.toLowerCase()),
  'must be host names such as worker.example.com, without ports, with commas between them',
).transform((entries) => entries.map((entry) => entry.toLowerCase()))

/** Environment of the control plane for other machines. */
export const controlVariables = {
  KITROOM_CONTROL_HOST: z.string().default('127.0.0.1'),
  KITROOM_CONTROL_PORT: portSetting.optional(),
  KITROOM_CONTROL_NAMES: names.default([]),
  KITROOM_TRUSTED_PROXIES: networksSetting.default([]),
}

export interface RemoteControlSettings {
  host: string
  port: number
  /** Accepted names in the Host header, lower case, without ports. */
  names: readonly string[]
  /** Networks of trusted proxies, whose X-Forwarded-For counts. */
  trustedProxies: readonly string[]
}

/** @returns undefined while the control plane is for this machine only @throws ConfigError without names */
export function readRemoteControl(
  settings: z.output<z.ZodObject<typeof controlVariables>>,
): RemoteControlSettings | undefined {
  const { KITROOM_CONTROL_HOST: host, KITROOM_CONTROL_PORT: port, KITROOM_CONTROL_NAMES: hostNames } = settings
  if (port === undefined) return undefined
  if (hostNames.length === 0)
    throw new ConfigError(
      'KITROOM_CONTROL_PORT needs KITROOM_CONTROL_NAMES: the host names under which callers reach the control plane.',
    )
  return { host, port, names: hostNames, trustedProxies: settings.KITROOM_TRUSTED_PROXIES }
}
