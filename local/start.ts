// `npm start`: everything on one machine, with its data kept. Flags of the very first start: --name --email --tier --timezone --currency;
// --account says which account the worker serves when there are several.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { signalAllChildren } from './child.ts'
import { readConfig, type LocalConfig } from './config.ts'
import { explainAndExit } from './explainAndExit.ts'
import { createSay } from './say.ts'
import { writeStarterConfig } from './starterConfig.ts'
import { listenForStop } from './stopSignals.ts'
import { machineTimeZone } from './timeZone.ts'
import type { NewAccount } from './studio/keys.ts'
import { startStudio, type Studio } from './studio/studio.ts'

const say = createSay()

function readFlags(args: string[]): { accountFlags: string[]; workerAccount: string | undefined } {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { name: text, email: text, tier: text, timezone: text, currency: text, account: text } })
  const { account, ...given } = values
  const details = { name: 'My studio', email: 'studio@example.com', timezone: machineTimeZone(), ...given }
  return { accountFlags: Object.entries(details).flatMap(([name, value]) => [`--${name}`, value]), workerAccount: account }
}

const keyLines = (account: NewAccount): string[] => [
  'A new account was made. Its keys are shown only now; keep them:',
  `  API key    ${account.api_key}`,
  `  owner key  ${account.owner_key}`,
  '',
]

function welcome(studio: Studio, config: LocalConfig, account: NewAccount | undefined): string {
  return [
    '',
    ...(account ? keyLines(account) : []),
    'Kitroom is running. Ctrl-C stops it; the data stays.',
    `  API        ${studio.apiUrl}/api/v1`,
    `  Temporal   ${studio.temporalAddress}`,
    `  data       ${config.dataFolder} (logs in ${config.dataFolder}/logs)`,
    '',
    'Next, in another terminal:',
    '  1. Name your sheet in kitroom.yaml.',
    '  2. npm run kitroom -- sync plan main      compares and shows; writes nothing',
    '  3. npm run kitroom -- sync approve main   writes what was shown',
    '  4. npm run kitroom -- gear list',
  ].join('\n')
}

async function run(): Promise<number> {
  const flags = readFlags(process.argv.slice(2))
  const config = readConfig(process.env)
  const configFile = resolve(process.env['KITROOM_CONFIG'] || 'kitroom.yaml')
  let account: NewAccount | undefined
  let studio: Studio | undefined
  const signals = listenForStop(() => {
    say.line('\nStopping …')
    if (!studio) signalAllChildren('SIGTERM')
  })
  try {
    if (writeStarterConfig(configFile)) say.line(`Wrote ${configFile} to begin with.`)
    const onAccount = (made: NewAccount): void => void (account = made)
    studio = await startStudio({ env: process.env, config, say, yieldPorts: false, stopAsked: signals.isAsked, onAccount, ...flags })
  } catch (error) {
    if (account) console.log(keyLines(account).join('\n'))
    throw error
  }
  console.log(welcome(studio, config, account))
  const why = await Promise.race([signals.asked, studio.gaveUp])
  if (why !== undefined) say.line(`${why} Everything is stopped now; the logs are in ${config.dataFolder}/logs.`)
  await studio.stop()
  return why === undefined ? 0 : 1
}

await explainAndExit(say, run)
