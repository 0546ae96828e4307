import { parseArgs } from 'node:util'
import { readMachineTimeZone } from './readMachineTimeZone.ts'

export interface StartFlags {
  /** Flags of `account create`, for the first start. */
  accountFlags: string[]
  workerAccount: string | undefined
  help: boolean
}

export const HELP = `npm start -- [options]

Starts the API, Temporal and the worker on this machine. The data stays in .kitroom (KITROOM_DATA_DIR).

Options of the first start, for the account that it makes:
  --name <text>        name of the studio (default: My studio)
  --email <address>    e-mail address (default: studio@example.com)
  --tier <tier>        free, pro or studio (default: pro)
  --timezone <zone>    such as Europe/Berlin (default: this machine's)
  --currency <code>    such as EUR (default: USD)

Options of every start:
  --account <id>       which account the worker serves, where there are several
  --help               print this and start nothing

Settings are environment variables, such as KITROOM_PORT: docs/settings.md. Running Kitroom: docs/running.md.`

/** @throws TypeError of `parseArgs` for an unknown flag */
export function readStartFlags(args: string[]): StartFlags {
  const text = { type: 'string' } as const
  const options = {
    name: text,
    email: text,
    tier: text,
    timezone: text,
    currency: text,
    account: text,
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values } = parseArgs({ args, options })
  const { account, help = false, ...accountValues } = values
  const accountDetails = {
    name: 'My studio',
    email: 'studio@example.com',
    timezone: readMachineTimeZone(),
    ...accountValues,
  }
  return {
    accountFlags: Object.entries(accountDetails).flatMap(([name, value]) => [`--${name}`, value]),
    workerAccount: account,
    help,
  }
}
