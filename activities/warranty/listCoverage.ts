import { listDocuments, type DocumentType } from '../../contract/documents.ts'
import { listEnds, removeEnd, storeEnd } from '../../state/coverage.ts'
import { skipOtherDays } from '../../state/notifiedSteps.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { Api } from '../api.ts'
import { listAll } from '../listAll.ts'
import { addDays } from '../studioDay.ts'
import type { Today } from './queueDue.ts'
import { toCover } from './readCover.ts'
import type { Cover, WarrantyDeps } from './types.ts'

/** Ends stored per transaction, so that other writers do not wait long. */
const AT_ONCE = 500

/** Reads coverage that ends on or before a day, including ended one. */
async function readCovers(api: Api, types: readonly DocumentType[], until: string, signal: AbortSignal): Promise<Map<string, Cover>> {
  const covers = new Map<string, Cover>()
  for (const type of types) {
    const ofType = await listAll(`list of documents of type ${type}`, async (query) => {
      const { data, pagination } = (await api.call(listDocuments, { query: { ...query, type, expiresTo: until } }, { signal })).body
      return { data: data.flatMap((document) => toCover(document) ?? []), pagination }
    })
    for (const cover of ofType) covers.set(cover.id, cover)
  }
  return covers
}

/** Stores a coverage's end and skips pending reminders of other dates. */
export async function storeCover(tx: Tx, { id, expiresOn }: Cover): Promise<void> {
  await storeEnd(tx, { document_id: id, expires_on: expiresOn })
  const error = `The end was moved to ${expiresOn} before this could be sent.`
  await skipOtherDays(tx, { kind: 'warranty', subject: id, due_on: expiresOn, error })
}

/** Removes a document's end and skips its pending reminders. @param now its end outside the window, if any */
export async function removeCover(tx: Tx, id: string, now: string | undefined): Promise<void> {
  await removeEnd(tx, id)
  const error = now === undefined ? 'The document has no such end any more.' : `The end was moved to ${now} before this could be sent.`
  await skipOtherDays(tx, { kind: 'warranty', subject: id, due_on: now ?? '', error })
}

export interface Listed {
  covers: ReadonlyMap<string, Cover>
  opened: number
}

/** Lists all coverage up to the end of the window and updates the stored ends. */
export async function listCoverage({ api, state }: WarrantyDeps, { day, config }: Today, signal: AbortSignal): Promise<Listed> {
  const { types, window_days: window } = config.warranty
  const covers = await readCovers(api, types, addDays(day, window), signal)
  const known = new Map((await state.read(listEnds)).map((end) => [end.document_id, end.expires_on]))
  const gone = [...known.keys()].filter((id) => !covers.has(id))
  const all = [...covers.values()]
  for (let from = 0; from < Math.max(all.length, gone.length); from += AT_ONCE) {
    signal.throwIfAborted()
    await state.write(async (tx) => {
      for (const cover of all.slice(from, from + AT_ONCE)) await storeCover(tx, cover)
      for (const id of gone.slice(from, from + AT_ONCE)) await removeCover(tx, id, undefined)
    })
  }
  return { covers, opened: all.filter(({ id, expiresOn }) => known.get(id) !== expiresOn).length }
}
