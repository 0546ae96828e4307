import { readAccount } from '../../activities/shared/api.ts'
import { findLastDownload } from '../../activities/inventorySync/lastDownload.ts'
import { explainSheet } from '../../sheets/parseSheet.ts'
import { SheetRefused, type MappedTable } from '../../sheets/types.ts'
import { describeLocation, fetchSheet } from '../../sheets/sources/kinds.ts'
import type { SourceSettings } from '../../sheets/sources/settings.ts'
import { SourceUnavailable, type FetchedSheet } from '../../sheets/sources/source.ts'
import type { explainSource, SheetExplanation } from '../../contract/control/explain.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { WorkerContext } from '../context/context.ts'
import { findUpload, readStagedSheet } from '../../state/sync/stagedSheets.ts'
import { WorkerError } from '../context/errors.ts'
import { readSourceSettings } from '../runs/start.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

const API_TIMEOUT_MS = 3000
/** Time limit of fetching the sheet, shorter than a client waits for the explanation. */
const FETCH_TIMEOUT_MS = 20_000

interface SheetToExplain {
  name: string
  fetch: () => Promise<FetchedSheet>
}

async function findSheet(
  context: Pick<WorkerContext, 'state' | 'settings' | 'sourceHost'>,
  source: SourceSettings,
  uploadId: string | undefined,
): Promise<SheetToExplain> {
  if (uploadId === undefined) {
    if (source.on !== undefined && source.on !== context.settings.host.label)
      throw new WorkerError(
        'invalid_request',
        `The file of ${source.id} is on the host "${source.on}". Explain it there, or give the file: --file <path>.`,
      )
    const deps = {
      ...context.sourceHost,
      lastDownload: findLastDownload(context.state, source.id),
      timeoutMs: FETCH_TIMEOUT_MS,
    }
    return { name: describeLocation(source).location, fetch: () => fetchSheet(source, deps) }
  }
  const uploadedSheet = await context.state.read(async (tx) => {
    const upload = await findUpload(tx, uploadId)
    return upload && { name: upload.name, bytes: await readStagedSheet(tx, upload.sha256) }
  })
  const bytes = uploadedSheet?.bytes
  if (!bytes)
    throw new WorkerError(
      'invalid_request',
      'upload_id: there is no such upload, or it is not kept any more. Send the file again.',
    )
  const { name } = uploadedSheet
  return { name, fetch: () => Promise.resolve({ name, bytes }) }
}

function countRows({ rows }: MappedTable): Record<string, number> {
  const groups = Map.groupBy(rows, ({ outcome }) => outcome ?? 'item')
  return Object.fromEntries([...groups].map(([outcome, group]) => [outcome, group.length]))
}

/** Explains how a source's sheet is read. It stores nothing and starts no run. */
export async function explainSourceSheet(
  context: Pick<WorkerContext, 'state' | 'api' | 'settings' | 'sourceHost'>,
  { body }: Input<typeof explainSource>,
): Promise<Reply<typeof explainSource>> {
  const { source } = await readSourceSettings(context, body.source)
  const { name, fetch } = await findSheet(context, source, body.upload_id)
  const { currency, timeZone } = await readAccount(context.api, AbortSignal.timeout(scaleTimeLimit(API_TIMEOUT_MS)))
  const sheetInfo = { source: source.id, file: name }
  try {
    const sheet = await fetch()
    const table = await explainSheet(sheet.bytes, sheet.name, source, currency, timeZone)
    return {
      data: {
        ...sheetInfo,
        file: sheet.name,
        read: table.read satisfies SheetExplanation['read'],
        mapping: table.mapping,
        rows: countRows(table),
        refused: null,
      },
    }
  } catch (error) {
    if (error instanceof SheetRefused || error instanceof SourceUnavailable)
      return {
        data: {
          ...sheetInfo,
          read: null,
          mapping: null,
          rows: {},
          refused: { code: error.code, detail: error.message },
        },
      }
    throw error
  }
}
