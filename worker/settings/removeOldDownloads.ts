import type { Config } from '../../config/config.ts'
import type { Database } from '../../platform/sql/types.ts'
import { hashLocation } from '../../sheets/sources/kinds.ts'
import { findOldDownloads, removeDownload } from '../../state/sync/downloads.ts'

/** Removes the stored downloads of addresses that the settings do not have any more. */
export async function removeOldDownloads(state: Database, { sources }: Config): Promise<void> {
  const locations = new Map(sources.map((source) => [source.id, hashLocation(source)]))
  const old = await state.read((tx) => findOldDownloads(tx, locations))
  if (old.length === 0) return
  await state.write(async (tx) => {
    for (const source of old) await removeDownload(tx, source)
  })
}
