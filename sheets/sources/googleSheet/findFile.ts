import { say } from '../../../contract/sentences/say.ts'
import { callGoogle } from '../../../platform/google/call.ts'
import type { SheetsClients } from '../../../platform/google/connect.ts'
import type { Subject } from '../../../platform/google/explainError.ts'
import { GoogleRefused } from '../../../platform/google/refused.ts'
import { refuse } from '../refuse.ts'

const MIME_TYPE = 'application/vnd.google-apps.spreadsheet'
const FIELDS = 'name,version,trashed,mimeType,capabilities(canEdit)'

/** Facts about a file from Drive. */
interface DriveFile {
  name: string
  /** Version of the file. Drive counts an edit up to minutes late, and never counts changes by IMPORTRANGE. */
  version: string | undefined
  /** True if the account may edit the file, regardless of its scopes. */
  mayEdit: boolean | undefined
  /** Drive's refusal, if it is about the project or the organisation. A refusal of Sheets then has the same cause. */
  refusal?: GoogleRefused
}

/** Names the requested resource of an API, for messages. */
export const toSubject = (spreadsheetId: string, api: Subject['api']): Subject => ({
  resource: { thing: 'spreadsheet', id: spreadsheetId },
  api,
})

/** Gives Drive's reason for a refusal of Sheets, which names none. */
export async function withReasonOf<T>({ refusal }: DriveFile, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isVague = error instanceof GoogleRefused && error.status === 403 && error.reason === undefined
    throw isVague && refusal ? refusal : error
  }
}

/**
 * Asks Drive about a file. Without the Drive API only the account's access is known, and each sync reads the whole
 * sheet.
 * @throws SheetRefused for a file in the trash or of another type; GoogleRefused if Google refuses the account itself;
 * GoogleUnavailable
 */
export async function findFile(clients: SheetsClients, fileId: string, signal: AbortSignal): Promise<DriveFile> {
  try {
    const query = { fileId, fields: FIELDS, supportsAllDrives: true }
    const data = await callGoogle(clients, toSubject(fileId, 'Google Drive API'), signal, (options) =>
      clients.drive.files.get(query, options),
    )
    if (data.trashed === true) throw refuse(say('spreadsheet_in_trash'))
    if (data.mimeType !== undefined && data.mimeType !== null && data.mimeType !== MIME_TYPE)
      throw refuse(say('drive_file_is_no_sheet'))
    return {
      name: data.name ?? '',
      version: data.version ?? undefined,
      mayEdit: data.capabilities?.canEdit ?? undefined,
    }
  } catch (error) {
    if (!(error instanceof GoogleRefused) || error.isAboutAccount) throw error
    const refusal = error.reason === undefined ? {} : { refusal: error }
    return { name: '', version: undefined, mayEdit: undefined, ...refusal }
  }
}
