import { forEachLimit } from '../../activities/forEachLimit.ts'
import type { SignIn } from '../../activities/googleSignIns.ts'
import type { checkGoogle, GoogleAccountInfo, GoogleSheetInfo } from '../../contract/google.ts'
import type { Reply } from '../../contract/operation.ts'
import type { GoogleClients } from '../../google/connect.ts'
import { GoogleRefused, GoogleUnavailable } from '../../google/refused.ts'
import { purposes, type GooglePurpose } from '../../google/scopes.ts'
import { SheetRefused } from '../../sheets/types.ts'
import { checkAccess, findSpreadsheetId } from '../../sources/googleSheet/checkAccess.ts'
import { readConfig } from '../sources.ts'
import type { GoogleContext } from './context.ts'
import { findEmail } from './findEmail.ts'
import { raceSignal } from './timeLimit.ts'

/** Shorter than a client waits. */
const TIMEOUT_MS = 20_000
const CONCURRENT_SHEETS = 4

interface Fault {
  problem: string
  /** True if a later attempt may succeed. */
  isTemporary: boolean
}

/** @returns what Google refuses. @throws any other error */
function toFault(error: unknown): Fault {
  if (error instanceof GoogleRefused || error instanceof SheetRefused) return { problem: error.message, isTemporary: false }
  if (error instanceof GoogleUnavailable) return { problem: `${error.message} Try again later.`, isTemporary: true }
  if ((error as Error).name === 'TimeoutError')
    return { problem: `Google did not answer within ${TIMEOUT_MS / 1000} s. Try again later.`, isTemporary: true }
  throw error
}

async function checkAccount(
  info: Omit<GoogleAccountInfo, 'email' | 'problem'>,
  storedEmail: string | null,
  connect: () => Promise<GoogleClients>,
  signal: AbortSignal,
): Promise<GoogleAccountInfo> {
  let email = storedEmail
  try {
    await raceSignal(signal, async () => {
      const clients = await connect()
      email ??= clients.account.email ?? null
      email = (await findEmail(clients, signal)) ?? email
    })
    return { ...info, email, problem: null }
  } catch (error) {
    return { ...info, email, problem: toFault(error).problem }
  }
}

async function checkAccounts({ google }: GoogleContext, purpose: GooglePurpose, signal: AbortSignal): Promise<GoogleAccountInfo[]> {
  const { keyFile } = google
  const accounts: Promise<GoogleAccountInfo>[] = []
  if (keyFile !== undefined) {
    const info = { purpose, kind: 'service_account', scopes: purposes[purpose].serviceAccount.read, signed_in_at: null, in_use: true } as const
    accounts.push(checkAccount(info, null, () => google.connectServiceAccount(purpose, keyFile), signal))
  }
  const signIn: SignIn | undefined = await google.signIns.find(purpose)
  if (signIn) {
    const scopes = JSON.parse(signIn.scopes) as string[]
    const info = { purpose, kind: 'person', scopes, signed_in_at: signIn.signed_in_at, in_use: keyFile === undefined } as const
    accounts.push(checkAccount(info, signIn.email, () => google.connectPerson(purpose, signIn), signal))
  }
  return Promise.all(accounts)
}

interface ConfiguredSheet {
  id: string
  address: string
  writesBack: boolean
}

async function checkSheet(
  { sourceHost }: GoogleContext,
  { id, address, writesBack }: ConfiguredSheet,
  signal: AbortSignal,
): Promise<GoogleSheetInfo> {
  const sheet = { source: id, spreadsheet_id: findSpreadsheetId(address) }
  try {
    const { name, mayEdit, editRemedy } = await raceSignal(signal, () => checkAccess(address, sourceHost.google, signal))
    return { ...sheet, name: name ?? null, may_read: true, may_edit: mayEdit ?? null, problem: (writesBack ? editRemedy : undefined) ?? null }
  } catch (error) {
    const { problem, isTemporary } = toFault(error)
    return { ...sheet, name: null, may_read: isTemporary ? null : false, may_edit: null, problem }
  }
}

/** Asks Google for each account and each sheet of kitroom.yaml. @throws SettingsError */
export async function checkGoogleAccess(context: GoogleContext): Promise<Reply<typeof checkGoogle>> {
  const { sources } = await readConfig(context.configFile)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const accounts = await checkAccounts(context, 'sheets', signal)
  const found = sources.flatMap(({ id, google_sheet, write_back }): ConfiguredSheet[] =>
    google_sheet === undefined ? [] : [{ id, address: google_sheet, writesBack: write_back === true }],
  )
  const sheets = new Map<string, GoogleSheetInfo>()
  await forEachLimit(found, CONCURRENT_SHEETS, async (sheet) => {
    sheets.set(sheet.id, await checkSheet(context, sheet, signal))
  })
  return { data: { accounts, sheets: found.flatMap(({ id }) => sheets.get(id) ?? []) } }
}
