import { readAccount } from '../../activities/shared/api.ts'
import { readOwnCategories } from '../../activities/shared/ownCategories.ts'
import { readOwnFields } from '../../activities/shared/ownFields.ts'
import { findLastDownload } from '../../activities/inventorySync/lastDownload.ts'
import { explainSheet, toSheetFile, type SheetFile } from '../../sheets/parseSheet.ts'
import { SheetRefused, type MappedTable } from '../../sheets/types.ts'
import { describeLocation, fetchSheet } from '../../sheets/sources/kinds.ts'
import type { SourceSettings } from '../../sheets/sources/settings.ts'
import { SourceUnavailable } from '../../sheets/sources/source.ts'
import type { explainSource, SheetExplanation } from '../../contract/control/explain.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { WorkerContext } from '../context/context.ts'
import { findStagedSize, findUpload, readStagedChunks } from '../../state/sync/stagedSheets.ts'
import { createWorkerError } from '../context/errors.ts'
import { readSourceSettings } from '../runs/start.ts'
import type { ControlContext } from './route.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

const API_TIMEOUT_MS = 3000
/** Time limit of fetching the sheet, shorter than a client waits for the explanation. */
const FETCH_TIMEOUT_MS = 20_000

interface SheetToExplain {
  name: string
  fetch: () => Promise<SheetFile>
}

async function findSheet(
  context: Pick<WorkerContext, 'state' | 'settings' | 'sourceHost'>,
  source: SourceSettings,
  uploadId: string | undefined,
): Promise<SheetToExplain> {
  if (uploadId === undefined) {
    if (source.on !== undefined && source.on !== context.settings.host.label)
      throw createWorkerError('file_on_other_host', { source: source.id, file_host: source.on })
    const deps = {
      ...context.sourceHost,
      lastDownload: findLastDownload(context.state, source.id),
      isRequested: true,
      timeoutMs: FETCH_TIMEOUT_MS,
    }
    return {
      name: describeLocation(source).location,
      fetch: async () => {
        const sheet = await fetchSheet(source, deps)
        return toSheetFile(sheet.bytes, sheet.name)
      },
    }
  }
  const upload = await context.state.read(async (tx) => {
    const found = await findUpload(tx, uploadId)
    return found && { ...found, bytes: await findStagedSize(tx, found.sha256) }
  })
  if (upload?.bytes === undefined) throw createWorkerError('upload_not_stored', {})
  const { name, bytes, sha256 } = upload
  return { name, fetch: async () => ({ name, bytes, chunks: () => readStagedChunks(context.state, sha256) }) }
}

function countRows({ rows }: MappedTable): Record<string, number> {
  const groups = Map.groupBy(rows, ({ outcome }) => outcome ?? 'item')
  return Object.fromEntries([...groups].map(([outcome, group]) => [outcome, group.length]))
}

function describeRefusal(error: SheetRefused | SourceUnavailable): SheetExplanation['refused'] {
  const { code, message: detail, said } = error
  const refused = { code, detail, sentences: said.sentences }
  return error instanceof SheetRefused && error.advice.length > 0 ? { ...refused, advice: [...error.advice] } : refused
}

/** Explains how a source's sheet is read. It stores nothing and starts no run. */
export async function explainSourceSheet(
  context: Pick<ControlContext, 'state' | 'api' | 'settings' | 'sourceHost' | 'parseInTurn'>,
  { body }: Input<typeof explainSource>,
): Promise<Reply<typeof explainSource>> {
  const { source } = await readSourceSettings(context, body.source)
  const { name, fetch } = await findSheet(context, source, body.upload_id)
  const signal = AbortSignal.timeout(scaleTimeLimit(API_TIMEOUT_MS))
  const { currency, timeZone, hasMaintenance } = await readAccount(context.api, signal)
  const fields = await readOwnFields(context.api, signal)
  const categories = await readOwnCategories(context.api, signal)
  const sheetInfo = { source: source.id, file: name }
  try {
    const { file, table } = await context.parseInTurn(async () => {
      const sheet = await fetch()
      const account = { currency, timeZone, fields, categories, lacksMaintenance: !hasMaintenance }
      return { file: sheet.name, table: await explainSheet(sheet, source, account) }
    })
    return {
      data: {
        ...sheetInfo,
        file,
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
          refused: describeRefusal(error),
        },
      }
    throw error
  }
}
