// `npm run demo` runs Kitroom in a temporary data folder, syncs the sheet of examples/ with the real command line, and
// adds records that weeks of use would leave. It runs until Ctrl-C; with --once it ends after the sync.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { waitForExit, signalAllChildren, startChild } from './child.ts'
import { readConfig } from './config.ts'
import { furnishDemo, runDemoDay, type DemoStudio } from './demo/furnish.ts'
import { ensureConsole } from './console/ensure.ts'
import { explainAndExit } from './studio/explainAndExit.ts'
import { LocalError } from './errors.ts'
import { createProgressPrinter } from './progressPrinter.ts'
import { listenForStop, type StopSignals } from './stopSignals.ts'
import { findConsoleAddress } from './studio/consoleAddress.ts'
import type { NewAccount } from './studio/keys.ts'
import { StartCancelled } from './studio/startup.ts'
import { startStudio, type Studio } from './studio/studio.ts'
import { readMachineTimeZone } from './readMachineTimeZone.ts'
import { setTimeLimitScale } from '../platform/timeLimit.ts'
import { locateProgram } from '../platform/programFile.ts'
import { createClient } from '../client/client.ts'
import { listGear } from '../contract/api/gear.ts'
import { API_BASE } from '../contract/api/operations.ts'

/** Builds three example commands for sh and cmd: a list, a search, a change. @param apiUrl without a path */
async function buildExampleCurls(apiUrl: string, apiKey: string): Promise<string[]> {
  const base = apiUrl + API_BASE
  const client = createClient({ url: base, token: apiKey })
  try {
    const [item] = (await client.call(listGear, { query: { limit: 1, type: 'camera' } })).body.data
    const command = `curl -s -H "Authorization: Bearer ${apiKey}"`
    return [
      `${command} "${base}/gear?type=lens&limit=3"`,
      `${command} "${base}/gear?q=canon+eos"`,
      `${command} -X PATCH -H "Content-Type: application/json" -d "{\\"updates\\":{\\"status\\":\\"in_use\\"}}" "${base}/gear/${item?.id ?? ''}"`,
    ]
  } finally {
    await client.close()
  }
}

const EXIT_ROWS_HELD = 2
const HELP = `npm run demo -- [--once]

Starts Kitroom in a throwaway folder, syncs examples/inventory.xlsx and fills the studio: shoots, service, documents, and a sheet that waits for a
decision. It stays up until Ctrl-C; with --once it ends after the sync.`
const printer = createProgressPrinter()
const toProjectPath = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

// Builds an environment without the user's own databases, which the demo must never write to.
const buildDemoEnvironment = (): Record<string, string | undefined> => ({
  ...process.env,
  KITROOM_DATABASE_URL: undefined,
  KITROOM_DATABASE_URL_FILE: undefined,
  KITROOM_DATABASE_PASSWORD_FILE: undefined,
  KITROOM_WORKER_DATABASE_URL: undefined,
  KITROOM_WORKER_DATABASE_URL_FILE: undefined,
  KITROOM_CONTROL_PORT: undefined,
  KITROOM_CONFIG: toProjectPath('examples/demo.yaml'),
})

async function syncExample(dataFolder: string, signals: StopSignals): Promise<void> {
  console.log('\nSyncing examples/inventory.xlsx, as you would: kitroom sync apply main --yes\n')
  // Remove the address of another worker, because the example would be written to its inventory.
  const env = { ...process.env, KITROOM_DATA_DIR: dataFolder, KITROOM_CONTROL_URL: undefined }
  const child = startChild(
    process.execPath,
    [locateProgram(new URL('../cli/main.ts', import.meta.url)), 'sync', 'apply', 'main', '--yes'],
    {
      env,
      stdio: 'inherit',
    },
  )
  void signals.stopRequested.then(() => child.kill())
  const exit = await waitForExit(child)
  if (exit.code !== 0 && exit.code !== EXIT_ROWS_HELD)
    throw new LocalError('demo_failed', 'The sync did not work; its output is above.')
}

async function printInstructions(studio: Studio, account: NewAccount): Promise<void> {
  const lines = await buildExampleCurls(studio.apiUrl, account.api_key)
  const consoleAddress = await findConsoleAddress(studio.apiUrl, account.api_key, account.owner_key)
  console.log(
    `\nConsole   ${consoleAddress}\nAPI       ${studio.apiUrl}/api/v1\nReference ${studio.apiUrl}/docs\nAPI key   ${account.api_key}\n\nWhile the demo runs, these work in another terminal:\n`,
  )
  console.log(lines.join('\n\n'))
}

/** Waits for work, or throws as soon as Ctrl-C is pressed. */
async function untilStop(signals: StopSignals, work: Promise<void>): Promise<void> {
  const stopped = signals.stopRequested.then(() => {
    throw new StartCancelled('stopped')
  })
  await Promise.race([work, stopped])
}

/** Waits for the first daily run, then for Ctrl-C. */
async function keepRunning(studio: Studio, furnished: DemoStudio, signals: StopSignals): Promise<void> {
  await untilStop(signals, runDemoDay(furnished))
  console.log('\nCtrl-C stops the demo and removes its data. To keep data: npm start')
  const reason = await Promise.race([signals.stopRequested, studio.gaveUp])
  if (reason !== undefined) throw new LocalError('demo_failed', reason)
}

async function runDemo(dataFolder: string, isOnce: boolean, signals: StopSignals, onUp: () => void): Promise<void> {
  let account: NewAccount | undefined
  const timeZone = readMachineTimeZone()
  const config = readConfig(process.env)
  setTimeLimitScale(config.timeLimitScale)
  const consoleBuilt = ensureConsole(printer)
  const studio = await startStudio({
    env: buildDemoEnvironment(),
    config: { ...config, dataFolder },
    printer,
    useNextFreePort: true,
    isStopRequested: signals.isStopRequested,
    onAccount: (created) => void (account = created),
    onApi: ({ apiUrl }) =>
      console.log(
        `The API is up at ${apiUrl}/api/v1 (reference: ${apiUrl}/docs). The sync follows when Temporal is available.`,
      ),
    accountFlags: [
      '--name',
      'Kestrel Row Studio',
      '--email',
      'demo@example.com',
      '--currency',
      'USD',
      '--timezone',
      timeZone,
    ],
  })
  onUp()
  try {
    await syncExample(dataFolder, signals)
    if (!account) throw new LocalError('demo_failed', 'The demo has no account.')
    const furnished = {
      apiUrl: studio.apiUrl,
      apiKey: account.api_key,
      ownerKey: account.owner_key,
      dataFolder,
      timeZone,
    }
    if (!isOnce) await untilStop(signals, furnishDemo(furnished))
    await consoleBuilt
    await printInstructions(studio, account)
    if (!isOnce) await keepRunning(studio, furnished, signals)
  } catch (error) {
    throw signals.isStopRequested() ? new StartCancelled('stopped', { cause: error }) : error
  } finally {
    await studio.stop()
  }
}

async function main(): Promise<void> {
  const options = {
    once: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  } as const
  const { values } = parseArgs({ options })
  if (values.help) {
    console.log(HELP)
    return
  }
  let isUp = false
  const signals = listenForStop(() => {
    printer.printLine('\nStopping …')
    if (!isUp) signalAllChildren('SIGTERM')
  })
  const dataFolder = mkdtempSync(join(tmpdir(), 'kitroom-demo-'))
  try {
    await runDemo(dataFolder, values.once, signals, () => (isUp = true))
  } finally {
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}

await explainAndExit(printer, main)
