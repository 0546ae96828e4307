import type { GoogleHost } from '../source.ts'
import { findFile, toSubject } from './findFile.ts'
import { createReads } from './reads.ts'
import { readAddress } from './settings.ts'

/** What the account in use may do with a sheet. */
export interface SheetAccess {
  /** Name of the file; undefined if Drive does not tell it. */
  name: string | undefined
  mayEdit: boolean | undefined
}

export const findSpreadsheetId = (address: string): string => readAddress(address).spreadsheetId

/**
 * Checks that a sheet can be read, with two requests.
 * @throws SheetRefused, GoogleRefused with what to do; GoogleUnavailable
 */
export async function checkAccess(address: string, google: GoogleHost, signal: AbortSignal): Promise<SheetAccess> {
  const id = findSpreadsheetId(address)
  const clients = await google.connect()
  const { name, mayEdit } = await findFile(clients, id, signal)
  const reads = createReads(clients, id, google, toSubject(id, 'Google Sheets API'), signal)
  await reads.reserve(1)
  await reads.properties()
  return { name: name === '' ? undefined : name, mayEdit }
}
