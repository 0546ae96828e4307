import { tagSheet } from '../../sheets/tagSheet.ts'
import { SheetRefused } from '../../sheets/types.ts'
import { createPlanRecords } from '../../activities/inventorySync/planRecords.ts'
import { readAllGear } from '../../activities/shared/listGear.ts'
import type { Gear } from '../../contract/api/gear.ts'
import type { tagSheet as tagSheetOperation } from '../../contract/control/controlTag.ts'
import type { Input } from '../../contract/operation.ts'
import type { StateAccess, WorkerContext } from '../context/context.ts'
import { findUpload, readStagedSheet } from '../../state/sync/stagedSheets.ts'
import { readSourceSettings } from '../runs/start.ts'
import { createWorkerError } from '../context/errors.ts'
import type { ControlContext } from './route.ts'

/** Maximum size of a sheet that gets tags, because it is parsed in this process. */
const MAX_BYTES = 16 * 1024 * 1024

async function readUpload(context: StateAccess, id: string): Promise<Uint8Array> {
  const upload = await context.state.read((tx) => findUpload(tx, id))
  const bytes = upload && (await context.state.read((tx) => readStagedSheet(tx, upload.sha256)))
  if (!bytes) throw createWorkerError('upload_not_stored', {})
  if (!/\.(csv|tsv|tab|txt)$/i.test(upload.name)) throw createWorkerError('tags_text_files_only', {})
  if (bytes.length > MAX_BYTES) throw createWorkerError('tagged_file_too_large', { max_mib: MAX_BYTES / 1024 / 1024 })
  return bytes
}

/** Lists the tags of all items. */
async function listTags(context: Pick<WorkerContext, 'api'>): Promise<string[]> {
  using records = createPlanRecords()
  const items = await readAllGear(context.api, new AbortController().signal, () => records.create<Gear>())
  const tags: string[] = []
  for (const { asset_tag: assetTag } of items) if (assetTag) tags.push(assetTag)
  return tags
}

/** Copies an uploaded sheet with asset tags that no item uses yet. */
export async function* tagUploadedSheet(
  context: Pick<ControlContext, 'state' | 'api' | 'settings' | 'parseInTurn'>,
  { params, query }: Input<typeof tagSheetOperation>,
): AsyncGenerator<Uint8Array> {
  try {
    yield await context.parseInTurn(async () => {
      const bytes = await readUpload(context, params.id)
      const settings = query.source === undefined ? undefined : (await readSourceSettings(context, query.source)).source
      return tagSheet(bytes, await listTags(context), settings).bytes
    })
  } catch (error) {
    if (error instanceof SheetRefused)
      throw createWorkerError('sheet_refused', { code: error.code, answer: error.message }, { cause: error })
    throw error
  }
}
