import { isPushed } from '../../activities/googleCalendar/findCalendar.ts'
import { forEachLimit } from '../../activities/shared/forEachLimit.ts'
import type { SignIn } from '../../activities/google/googleSignIns.ts'
import type { checkGoogle, GoogleAccountInfo, GoogleSheetInfo } from '../../contract/control/google.ts'
import type { Reply } from '../../contract/operation.ts'
import type { ClientsByPurpose, GoogleConnection } from '../../platform/google/connect.ts'
import { purposes, type GooglePurpose } from '../../platform/google/scopes.ts'
import { checkAccess, findSpreadsheetId } from '../../sheets/sources/googleSheet/checkAccess.ts'
import type { WorkerContext } from '../context/context.ts'
import { checkCalendars } from './checkCalendars.ts'
import { findEmail, requireCalendarToken } from './findEmail.ts'
import { CHECK_TIMEOUT_MS, toFault } from './toFault.ts'
import { raceSignal } from './timeLimit.ts'
import type { GoogleAccess } from './context.ts'

const CONCURRENT_SHEETS = 4

interface Connected {
  connection: GoogleConnection
  /** Asks Google for the address of the account. @throws GoogleRefused, GoogleUnavailable */
  findAddress: () => Promise<string | undefined>
}

async function checkAccount(
  info: Omit<GoogleAccountInfo, 'email' | 'problem'>,
  storedEmail: string | null,
  connect: () => Promise<Connected>,
  signal: AbortSignal,
): Promise<GoogleAccountInfo> {
  let email = storedEmail
  try {
    await raceSignal(signal, async () => {
      const { connection, findAddress } = await connect()
      email ??= connection.account.email ?? null
      email = (await findAddress()) ?? email
    })
    return { ...info, email, problem: null }
  } catch (error) {
    return { ...info, email, problem: toFault(error).problem }
  }
}

/** Finds the address of an account. Only Drive returns it, so a calendar account's address is the stored one. */
const addressFinders: {
  [P in GooglePurpose]: (clients: ClientsByPurpose[P], signal: AbortSignal) => Promise<string | undefined>
} = {
  sheets: findEmail,
  calendar: async (clients, signal) => {
    await requireCalendarToken(clients, signal)
    return undefined
  },
}

const toConnected = <P extends GooglePurpose>(
  purpose: P,
  clients: ClientsByPurpose[P],
  signal: AbortSignal,
): Connected => ({
  connection: clients,
  findAddress: () => addressFinders[purpose](clients, signal),
})

async function checkAccounts(
  { google }: GoogleAccess,
  purpose: GooglePurpose,
  signal: AbortSignal,
): Promise<GoogleAccountInfo[]> {
  const { keyFile } = google
  const accounts: Promise<GoogleAccountInfo>[] = []
  if (keyFile !== undefined) {
    const info = {
      purpose,
      kind: 'service_account',
      scopes: purposes[purpose].serviceAccount.read,
      signed_in_at: null,
      in_use: true,
    } as const
    accounts.push(
      checkAccount(
        info,
        null,
        async () => toConnected(purpose, await google.connectServiceAccount(purpose, keyFile), signal),
        signal,
      ),
    )
  }
  const signIn: SignIn | undefined = await google.signIns.find(purpose)
  if (signIn) {
    const scopes = JSON.parse(signIn.scopes) as string[]
    // A person's calendar is written with the person's rights even if there is a service account.
    const isUsed = keyFile === undefined || purpose === 'calendar'
    const info = { purpose, kind: 'person', scopes, signed_in_at: signIn.signed_in_at, in_use: isUsed } as const
    accounts.push(
      checkAccount(
        info,
        signIn.email,
        async () => toConnected(purpose, await google.connectPerson(purpose, signIn), signal),
        signal,
      ),
    )
  }
  return Promise.all(accounts)
}

interface ConfiguredSheet {
  id: string
  address: string
  writesBack: boolean
}

async function checkSheet(
  { sourceHost }: Pick<WorkerContext, 'sourceHost'>,
  { id, address, writesBack }: ConfiguredSheet,
  signal: AbortSignal,
): Promise<GoogleSheetInfo> {
  const sheet = { source: id, spreadsheet_id: findSpreadsheetId(address) }
  try {
    const { name, mayEdit, editRemedy } = await raceSignal(signal, () =>
      checkAccess(address, sourceHost.google, signal),
    )
    return {
      ...sheet,
      name: name ?? null,
      may_read: true,
      may_edit: mayEdit ?? null,
      problem: (writesBack ? editRemedy : undefined) ?? null,
    }
  } catch (error) {
    const { problem, isTemporary } = toFault(error)
    return { ...sheet, name: null, may_read: isTemporary ? null : false, may_edit: null, problem }
  }
}

/** Asks Google for each account, sheet and calendar of kitroom.yaml. @throws SettingsError */
export async function checkGoogleAccess(
  context: GoogleAccess & Pick<WorkerContext, 'state' | 'settings' | 'sourceHost'>,
): Promise<Reply<typeof checkGoogle>> {
  const { sources, calendars } = await context.settings.read()
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
  const pushed = calendars.filter(isPushed)
  const accounts = await checkAccounts(context, 'sheets', signal)
  if (pushed.length > 0) accounts.push(...(await checkAccounts(context, 'calendar', signal)))
  const found = sources.flatMap(({ id, google_sheet, write_back }): ConfiguredSheet[] =>
    google_sheet === undefined ? [] : [{ id, address: google_sheet, writesBack: write_back === true }],
  )
  const sheets = new Map<string, GoogleSheetInfo>()
  await forEachLimit(found, CONCURRENT_SHEETS, async (sheet) => {
    sheets.set(sheet.id, await checkSheet(context, sheet, signal))
  })
  const sheetInfos = found.flatMap(({ id }) => sheets.get(id) ?? [])
  return { data: { accounts, sheets: sheetInfos, calendars: await checkCalendars(context, pushed, signal) } }
}
