import type { Database } from '../../platform/sql/types.ts'
import type { SourceDeps } from '../../sheets/sources/source.ts'
import { findDownload } from '../../state/sync/downloads.ts'
import { readStagedSheet } from '../../state/sync/stagedSheets.ts'

/** Finds the last download of a source in the worker's database. */
export const findLastDownload =
  (state: Database, source: string): SourceDeps['lastDownload'] =>
  async (locationSha256) => {
    const found = await state.read((tx) => findDownload(tx, source))
    if (found?.locationSha256 !== locationSha256) return undefined
    const { sha256, source: _, ...download } = found
    return { ...download, readBytes: () => state.read((tx) => readStagedSheet(tx, sha256)) }
  }
