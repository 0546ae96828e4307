import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import {
  checkGoogle,
  type GoogleAccountInfo,
  type GoogleCalendarInfo,
  type GoogleSheetInfo,
} from '../../../contract/control/google.ts'
import { accountPrefix, taskQueue } from '../../../contract/temporal.ts'
import { startGoogle, type FakeGoogle } from '../../google/google.ts'
import type { OAuthClient } from '../../google/oauth/clients.ts'
import type { StoredSpreadsheet } from '../../google/sheets/storedSpreadsheet.ts'
import { runFile, startFile, type CommandResult, type StartedProcess } from '../../support/run.ts'
import { testTemporal } from '../../support/temporal.ts'
import { openStudio, type Studio } from '../../worker/support/studio.ts'

export const ADA = 'ada@example.com'
export const GRACE = 'grace@example.com'

const HEADER = ['Asset Tag', 'Type', 'Brand', 'Model']
export const gear = (tag: string): string[] => [tag, 'camera', 'Sony', 'FX3']

type Result = CommandResult & { json: unknown }

/** A studio whose source `main` is a sheet of Ada's, Google, and the file of an OAuth client. */
export interface GoogleStudio extends AsyncDisposable {
  google: FakeGoogle
  studio: Studio
  spreadsheet: StoredSpreadsheet
  client: OAuthClient
  clientFile: string
  /** Starts `kitroom google …`. @param stdin null leaves its standard input open */
  start(args: string[], env?: Record<string, string>, stdin?: null): StartedProcess
  kitroom(...args: string[]): Promise<Result>
  /** Signs in with the browser that `visit` plays; it gets the printed address. */
  login(visit?: (address: string) => Promise<unknown>, ...args: string[]): Promise<Result>
  check(): Promise<{ accounts: GoogleAccountInfo[]; sheets: GoogleSheetInfo[]; calendars: GoogleCalendarInfo[] }>
}

const ADDRESS = /^http:\S+\/o\/oauth2\S+$/m

/** Waits for the address of the consent page. */
export async function waitForAddress(started: StartedProcess): Promise<string> {
  await started.waitForOutput(ADDRESS)
  return ADDRESS.exec(started.err())?.[0] ?? ''
}

/** A browser of somebody who agrees at once. */
export const visit = (address: string): Promise<Response> => fetch(address)

/** The address to which Google sends a browser. */
export async function findRedirect(address: string): Promise<string> {
  return (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? ''
}

function parseResult(result: CommandResult): Result {
  try {
    return { ...result, json: JSON.parse(result.out) }
  } catch {
    return { ...result, json: undefined }
  }
}

export async function openGoogleStudio(): Promise<GoogleStudio> {
  const google = await startGoogle()
  const sheets = [{ title: 'Inventory', cells: [HEADER, gear('C-1'), gear('C-2')] }]
  const spreadsheet = google.addSpreadsheet({ title: 'Gear', sheets, sharedWith: { [ADA]: 'writer' } })
  google.signIn(ADA, { picks: [spreadsheet.id] })
  const file = google.addDesktopClient()
  const studio = await openStudio(testTemporal(), {
    ownProcess: 'worker',
    config: `sources:\n  - id: main\n    google_sheet: https://docs.google.com/spreadsheets/d/${spreadsheet.id}/edit\n`,
    workerEnv: { KITROOM_GOOGLE_URL: google.url },
  })
  const { dataDir } = studio.folder
  const clientFile = join(dataDir, 'client.json')
  writeFileSync(clientFile, JSON.stringify(file), { mode: 0o600 })
  // Without programs, no browser starts.
  const noPrograms = join(dataDir, 'no-programs')
  mkdirSync(noPrograms)
  const env = { KITROOM_DATA_DIR: dataDir, PATH: noPrograms }
  const start = (args: string[], more: Record<string, string> = {}, stdin?: null): StartedProcess =>
    startFile('cli/main.ts', ['google', ...args], { ...env, ...more }, stdin)
  return {
    google,
    studio,
    spreadsheet,
    client: file.installed,
    clientFile,
    start,
    kitroom: async (...args) => parseResult(await runFile('cli/main.ts', args, env)),
    login: async (browse = visit, ...args) => {
      const started = start(['login', '--client', clientFile, ...args])
      await browse(await waitForAddress(started))
      return parseResult(await started.ended)
    },
    check: async () => (await studio.sync.client.call(checkGoogle)).body.data,
    [Symbol.asyncDispose]: async () => {
      await studio[Symbol.asyncDispose]()
      await google.stop()
    },
  }
}

/** Payloads as text. */
function toText(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const own = this[key]
  if (own instanceof Uint8Array) return Buffer.from(own).toString()
  return typeof value === 'bigint' ? String(value) : value
}

/** The histories of all workflows of a studio's account. */
export async function readHistories({ accountId }: Studio): Promise<string> {
  const { address, namespace } = testTemporal()
  const connection = await Connection.connect({ address })
  try {
    const { workflow } = new Client({ connection, namespace })
    const histories: string[] = []
    for await (const { workflowId, runId } of workflow.list({
      query: `TaskQueue = '${taskQueue(accountPrefix(accountId))}'`,
    }))
      histories.push(JSON.stringify(await workflow.getHandle(workflowId, runId).fetchHistory(), toText))
    return histories.join('\n')
  } finally {
    await connection.close()
  }
}

export const explainMain = { body: { source: 'main' } }

/** The body that `kitroom google login` sends, after the browser came back. */
export function toSignInBody(redirect: string, { client_id, client_secret }: OAuthClient, code_verifier: string) {
  const { origin, searchParams } = new URL(redirect)
  return {
    purpose: 'sheets' as const,
    client: { client_id, client_secret },
    redirect_uri: origin,
    code: searchParams.get('code') ?? '',
    code_verifier,
    picked_file_ids: [],
  }
}
