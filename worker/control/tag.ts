import { tagSheet } from '../../sheets/tagSheet.ts'
import { SheetRefused } from '../../sheets/types.ts'
import { createPlanRecords } from '../../activities/inventorySync/planRecords.ts'
import { readAllGear } from '../../activities/shared/listGear.ts'
import type { Gear } from '../../contract/api/gear.ts'
import type { tagRunSheet, tagSheet as tagSheetOperation } from '../../contract/control/controlTag.ts'
import type { Input } from '../../contract/operation.ts'
import type { StateAccess, WorkerContext } from '../context/context.ts'
import { findUpload, readStagedSheet } from '../../state/sync/stagedSheets.ts'
import { requireRun } from '../runs/find.ts'
import { readSourceSettings } from '../runs/start.ts'
import { createWorkerError } from '../context/errors.ts'
import type { ControlContext } from './route.ts'

/** Maximum size of a sheet that gets tags, because it is parsed in this process. */
const MAX_BYTES = 16 * 1024 * 1024

/** A stored sheet. */
interface StoredSheet {
  name: string
  sha256: string
}

async function findSheetOfUpload(context: StateAccess, id: string): Promise<StoredSheet> {
  const upload = await context.state.read((tx) => findUpload(tx, id))
  if (!upload) throw createWorkerError('upload_not_stored', {})
  return upload
}

async function readSheet(context: StateAccess, { name, sha256 }: StoredSheet): Promise<Uint8Array> {
  const bytes = await context.state.read((tx) => readStagedSheet(tx, sha256))
  if (!bytes) throw createWorkerError('upload_not_stored', {})
  if (!/\.(csv|tsv|tab|txt)$/i.test(name)) throw createWorkerError('tags_text_files_only', {})
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

type TagContext = Pick<ControlContext, 'state' | 'api' | 'settings' | 'parseInTurn'>

async function* copyWithTags(
  context: TagContext,
  findSheet: () => Promise<StoredSheet>,
  source: string | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield await context.parseInTurn(async () => {
      const bytes = await readSheet(context, await findSheet())
      const settings = source === undefined ? undefined : (await readSourceSettings(context, source)).source
      return tagSheet(bytes, await listTags(context), settings).bytes
    })
  } catch (error) {
    if (error instanceof SheetRefused)
      throw createWorkerError('sheet_refused', { code: error.code, answer: error.message }, { cause: error })
    throw error
  }
}

/** Copies an uploaded sheet with asset tags that no item uses yet. */
export const tagUploadedSheet = (
  context: TagContext,
  { params, query }: Input<typeof tagSheetOperation>,
): AsyncGenerator<Uint8Array> => copyWithTags(context, () => findSheetOfUpload(context, params.id), query.source)

/** Copies the sheet of a run with asset tags that no item uses yet. */
export async function* tagSheetOfRun(
  context: TagContext,
  { params }: Input<typeof tagRunSheet>,
): AsyncGenerator<Uint8Array> {
  const { file: name, sha256, source } = await requireRun(context, params.id)
  const findSheet = (): Promise<StoredSheet> => {
    if (sha256 === null) throw createWorkerError('sheet_not_stored', {})
    return Promise.resolve({ name, sha256 })
  }
  yield* copyWithTags(context, findSheet, source)
}
