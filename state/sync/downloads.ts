import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type DownloadTable, type StateTables } from '../tables/schema.ts'

/** The last download of a source: the version that its server returned, and the sheet in `staged`. */
export interface Download {
  source: string
  name: string
  sha256: string
  locationSha256: string
  urlSha256: string
  etag: string | null
  lastModified: string | null
}

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectOne = defineStatement<{ source: string }, DownloadTable>((db, arg) =>
  db.selectFrom('download').selectAll().where('source', '=', arg('source')),
)
const selectLocations = defineStatement<object, { source: string; location_sha256: string }>((db) =>
  db.selectFrom('download').select(['source', 'location_sha256']),
)
const upsert = defineStatement<DownloadTable>((db, arg) =>
  db
    .insertInto('download')
    .values(arg.columns('source', 'location_sha256', 'url_sha256', 'etag', 'last_modified', 'name', 'sha256'))
    .onConflict((conflict) =>
      conflict
        .column('source')
        .doUpdateSet(takeExcluded('location_sha256', 'url_sha256', 'etag', 'last_modified', 'name', 'sha256')),
    ),
)
const setEtag = defineStatement<Pick<DownloadTable, 'source' | 'location_sha256' | 'etag'>>((db, arg) =>
  db
    .updateTable('download')
    .set({ etag: arg('etag') })
    .where('source', '=', arg('source'))
    .where('location_sha256', '=', arg('location_sha256')),
)
const remove = defineStatement<{ source: string }>((db, arg) =>
  db.deleteFrom('download').where('source', '=', arg('source')),
)

export async function findDownload(tx: Tx, source: string): Promise<Download | undefined> {
  const row = await tx.get(selectOne, { source })
  if (!row) return undefined
  const {
    location_sha256: locationSha256,
    url_sha256: urlSha256,
    last_modified: lastModified,
    name,
    sha256,
    etag,
  } = row
  return { source, name, sha256, locationSha256, urlSha256, etag, lastModified }
}

/** Replaces the source's last download. Its sheet is staged in the same transaction. */
export const storeDownload = (
  tx: Tx,
  { locationSha256, urlSha256, lastModified, ...download }: Download,
): Promise<number> =>
  tx.run(upsert, { ...download, location_sha256: locationSha256, url_sha256: urlSha256, last_modified: lastModified })

/** Replaces the version of a source's last download, whose sheet stays the same. */
export const updateDownloadEtag = (tx: Tx, source: string, location_sha256: string, etag: string): Promise<number> =>
  tx.run(setEtag, { source, location_sha256, etag })

export const removeDownload = (tx: Tx, source: string): Promise<number> => tx.run(remove, { source })

/**
 * Finds sources whose last download is from another location than the present one.
 * @param locations SHA-256 by source
 */
export async function findOldDownloads(tx: Tx, locations: ReadonlyMap<string, string | undefined>): Promise<string[]> {
  const rows = await tx.all(selectLocations, {})
  return rows.filter((row) => locations.get(row.source) !== row.location_sha256).map((row) => row.source)
}
