import type { Handler } from '../call.ts'
import { GoogleError } from '../errors.ts'

/** Without `fields`, Drive answers these only. */
export const DEFAULT_FILE_FIELDS = 'kind,id,name,mimeType'

/** A file without access is the same to Drive as one that does not exist. */
export const getFile: Handler = ({ spreadsheets, params, account, query }) => {
  const id = params['fileId'] ?? ''
  const spreadsheet = spreadsheets.get(id)
  const role = spreadsheet?.roleOf(account)
  if (!spreadsheet || !role)
    throw new GoogleError(404, `File not found: ${id}.`, {
      item: { reason: 'notFound', locationType: 'parameter', location: 'fileId' },
    })
  if (query.get('alt') === 'media')
    throw new GoogleError(
      403,
      'Only files with binary content can be directly downloaded. Use Export with Docs Editors files.',
      {
        item: { reason: 'fileNotDownloadable', locationType: 'parameter', location: 'alt' },
      },
    )
  const { version, modifiedTimeMs } = spreadsheet.metadata
  const canEdit = role === 'writer'
  return {
    kind: 'drive#file',
    id,
    name: spreadsheet.title,
    mimeType: 'application/vnd.google-apps.spreadsheet',
    trashed: spreadsheet.trashed,
    explicitlyTrashed: spreadsheet.trashed,
    version: String(version),
    createdTime: new Date(spreadsheet.createdTimeMs).toISOString(),
    modifiedTime: new Date(modifiedTimeMs).toISOString(),
    webViewLink: `https://docs.google.com/spreadsheets/d/${id}/edit?usp=drivesdk`,
    shared: true,
    ownedByMe: false,
    capabilities: { canEdit, canModifyContent: canEdit, canDownload: true, canCopy: true },
  }
}
