// `npm start` runs the API, Temporal and the worker on this machine. The data stays when they stop.
import { resolve } from 'node:path'
import { CONSOLE_CODE_MINUTES } from '../contract/policies.ts'
import { signalAllChildren } from './child.ts'
import { readConfig, type LocalConfig } from './config.ts'
import { ensureConsole } from './console/ensure.ts'
import { explainAndExit, explainFault } from './studio/explainAndExit.ts'
import { toMessage } from './errors.ts'
import { createProgressPrinter, type ProgressPrinter } from './progressPrinter.ts'
import { HELP, readStartFlags, type StartFlags } from './startFlags.ts'
import { writeMissingConfig } from './studio/writeMissingConfig.ts'
import { listenForStop } from './stopSignals.ts'
import { setTimeLimitScale } from '../platform/timeLimit.ts'
import { readCliKey } from './studio/cliFile.ts'
import { findConsoleAddress } from './studio/consoleAddress.ts'
import { buildStudioEnvironment } from './studio/environment.ts'
import { readFileStatus, UNUSED_STATUSES } from './studio/fileStatus.ts'
import { StartCancelled, type ApiAddress } from './studio/startup.ts'
import type { NewAccount } from './studio/keys.ts'
import { startStudio, type Studio } from './studio/studio.ts'

const MAX_REPORTED_WAIT_MS = 5 * 60_000

const describeDuration = (ms: number): string =>
  ms < 60_000 ? `${ms / 1000} seconds` : `${Math.round(ms / 60_000)} minutes`

/** Reports why the worker does not run and when it is retried. It reports an equal reason and delay only once. */
function createWorkerReport(printer: ProgressPrinter): (error: unknown, waitMs: number) => void {
  let reported = ''
  let reportedWaitMs = 0
  return (error, waitMs) => {
    const reason = explainFault(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
    const retryText =
      waitMs < MAX_REPORTED_WAIT_MS
        ? `It is tried again in ${describeDuration(waitMs)}.`
        : `It is tried again every ${describeDuration(waitMs)}; to try at once, stop Kitroom and start it again.`
    if (reason !== reported)
      printer.printLine(
        `The worker does not run: ${reason}\nThe API stays up; no sync runs and no reminder is sent meanwhile. ${retryText}`,
      )
    else if (waitMs !== reportedWaitMs) printer.printLine(`The worker could not be started, as before. ${retryText}`)
    reported = reason
    reportedWaitMs = waitMs
  }
}

const printer = createProgressPrinter()

const formatKeyLines = (account: NewAccount): string[] => [
  'A new account was created. Its keys are shown only once; store them:',
  `  API key    ${account.api_key}`,
  `  owner key  ${account.owner_key}`,
  '',
]

/** Formats the lines that are shown before Temporal is ready. */
const formatApiLines = (
  api: ApiAddress,
  consoleAddress: string,
  config: LocalConfig,
  configFile: string,
  account: NewAccount | undefined,
): string =>
  [
    '',
    ...(account ? formatKeyLines(account) : []),
    'The API is up. The worker follows when Temporal is available.',
    `  console    ${consoleAddress}${consoleAddress.includes('#') ? `  (signs in once, within ${CONSOLE_CODE_MINUTES} minutes)` : ''}`,
    `  API        ${api.apiUrl}/api/v1`,
    `  reference  ${api.apiUrl}/docs`,
    `  database   ${api.database}`,
    `  settings   ${configFile}`,
    `  data       ${config.dataFolder} (logs in ${config.dataFolder}/logs)`,
    '',
  ].join('\n')

const formatWelcome = (studio: Studio, config: LocalConfig): string =>
  [
    '',
    'Kitroom is running. Ctrl-C stops it; the data stays.',
    `  Temporal   ${studio.temporalAddress}${config.temporal?.ui === undefined ? '' : ` (pages at http://127.0.0.1:${config.temporal.ui})`}`,
    '',
    'Next, in another terminal:',
    '  1. Name your sheet in kitroom.yaml.',
    '  2. npm run kitroom -- sync plan main      compares and shows; writes nothing',
    '  3. npm run kitroom -- sync approve main   writes what was shown',
    '  4. npm run kitroom -- gear list',
    '  or npm run kitroom -- console --open      signs a browser in to the console',
  ].join('\n')

/** Writes kitroom.yaml if there is none. It is optional, so a failure is only reported. */
async function writeSettings(configFile: string, dataFolder: string): Promise<void> {
  try {
    const written = await writeMissingConfig(configFile, buildStudioEnvironment(process.env, dataFolder))
    if (written === 'initial') printer.printLine(`Wrote an initial ${configFile}.`)
    if (written === 'in force') printer.printLine(`Wrote the settings in force to ${configFile}, which did not exist.`)
  } catch (error) {
    printer.printLine(
      `${configFile} cannot be written (${toMessage(error)}). KITROOM_CONFIG names another place for the settings.`,
    )
  }
}

/** Says at the terminal that kitroom.yaml is not used. */
async function reportUnusedSettings(configFile: string, dataFolder: string): Promise<void> {
  const status = await readFileStatus(dataFolder)
  if (status !== undefined && UNUSED_STATUSES.has(status))
    printer.printLine(
      `${configFile} is not used (${status}); the settings in force are others: npm run kitroom -- worker settings`,
    )
}

async function runStudio(flags: StartFlags): Promise<number> {
  const config = readConfig(process.env)
  setTimeLimitScale(config.timeLimitScale)
  const configFile = resolve(process.env['KITROOM_CONFIG'] || 'kitroom.yaml')
  let account: NewAccount | undefined
  let areKeysShown = false
  let studio: Studio | undefined
  const signals = listenForStop(() => {
    printer.printLine('\nStopping …')
    if (!studio) signalAllChildren('SIGTERM')
  })
  const onAccount = (made: NewAccount): void => void (account = made)
  const onApi = async (api: ApiAddress): Promise<void> => {
    await writeSettings(configFile, config.dataFolder)
    const consoleAddress = await findConsoleAddress(api.apiUrl, readCliKey(config.dataFolder), account?.owner_key)
    console.log(formatApiLines(api, consoleAddress, config, configFile, account))
    areKeysShown = true
  }
  const report = createWorkerReport(printer)
  let isApiAlone = false
  const onWorkerFailed = (error: unknown, waitMs: number): void => {
    isApiAlone = true
    report(error, waitMs)
  }
  const options = {
    env: process.env,
    config,
    printer,
    useNextFreePort: false,
    isStopRequested: signals.isStopRequested,
    onAccount,
    onApi,
    onWorkerFailed,
    ...flags,
  }
  // The server serves the pages once they exist, so the API need not wait for them.
  const consoleBuilt = ensureConsole(printer)
  try {
    studio = await startStudio(options)
    await consoleBuilt
  } catch (error) {
    if (error instanceof StartCancelled && isApiAlone) return 0
    if (account && !areKeysShown) console.log(formatKeyLines(account).join('\n'))
    throw error
  }
  console.log(formatWelcome(studio, config))
  await reportUnusedSettings(configFile, config.dataFolder)
  const reason = await Promise.race([signals.stopRequested, studio.gaveUp])
  if (reason !== undefined)
    printer.printLine(`${reason} Everything is stopped now; the logs are in ${config.dataFolder}/logs.`)
  await studio.stop()
  return reason === undefined ? 0 : 1
}

async function main(): Promise<number> {
  const flags = readStartFlags(process.argv.slice(2))
  if (!flags.help) return runStudio(flags)
  console.log(HELP)
  return 0
}

await explainAndExit(printer, main)
