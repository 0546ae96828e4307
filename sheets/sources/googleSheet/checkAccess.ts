import { textsOf } from '../../../platform/google/accountTexts.ts'
import type { GoogleHost } from '../source.ts'
import { findFile, toSubject, withReasonOf } from './findFile.ts'
import { createReads } from './reads.ts'
import { readAddress } from './settings.ts'

/** Rights of the account on a sheet. */
export interface SheetAccess {
  /** Name of the file; undefined if Drive does not return it. */
  name: string | undefined
  mayEdit: boolean | undefined
  /** Advice on how to give the account edit rights; undefined if it has them, or if Drive does not return rights. */
  editRemedy: string | undefined
}

export const findSpreadsheetId = (address: string): string => readAddress(address).spreadsheetId

/**
 * Checks that a sheet can be read, with two requests.
 * @throws SheetRefused, GoogleRefused with what to do; GoogleUnavailable
 */
export async function checkAccess(address: string, google: GoogleHost, signal: AbortSignal): Promise<SheetAccess> {
  const id = findSpreadsheetId(address)
  const clients = await google.connect()
  const file = await findFile(clients, id, signal)
  const { name, mayEdit } = file
  const subject = toSubject(id, 'Google Sheets API')
  const reads = createReads(clients, id, google, subject, signal)
  await reads.reserve(1)
  await withReasonOf(file, reads.properties())
  const remedy = mayEdit === false ? textsOf(clients.account, subject.api).notShared(subject.resource, true) : undefined
  return { name: name === '' ? undefined : name, mayEdit, editRemedy: remedy?.message }
}
