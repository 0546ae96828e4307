import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const SERVER_ROOMS = ['contract', 'platform', 'server']
const OTHER_ROOMS = [
  'activities',
  'bin',
  'calendars',
  'cli',
  'client',
  'config',
  'console',
  'docs',
  'local',
  'messages',
  'sheets',
  'state',
  'worker',
  'workflows',
]

const LENS_HOOD = `import { addField, recordMigration } from '../recordMigration.ts'

/** Lenses have the model of their hood. */
export const lensHood = recordMigration({
  name: '9000_lens_hood',
  compatibleWith: '0001_baseline',
  table: 'gear',
  change: (record) => (record['gear_type'] === 'lens' ? addField(record, 'hood_model', 'max_aperture') : record),
})
`

/** A step of the schema that fills its column from stored rows. */
const toSchemaStep = (platform: string, table: string, from: string): string => `import type { Kysely } from 'kysely'
import type { Migration } from '${platform}/sql/migrate.ts'

type Tables = Record<string, { later: string; '${from}': string }>

export const later: Migration = {
  name: '9001_later',
  compatibleWith: '0001_baseline',
  up: (db) => [
    db.schema.alterTable('${table}').addColumn('later', 'text', (column) => column.notNull().defaultTo('')),
    (db as Kysely<Tables>).updateTable('${table}').set((row) => ({ later: row.ref('${from}') })),
    db.schema.createTable('later').addColumn('id', 'text', (column) => column.primaryKey()),
    db.schema.createIndex('${table}_later').on('${table}').column('later'),
  ],
}
`

/** A copy of the product's source tree that stands for a later version. */
export interface LaterTree extends Disposable {
  root: string
}

function editFile(file: string, ...edits: readonly (readonly [from: string | RegExp, to: string])[]): void {
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of edits) {
    const edited = text.replace(from, to)
    if (edited === text) throw new Error(`${file} has no ${String(from)}`)
    text = edited
  }
  writeFileSync(file, text)
}

/** Adds a step at the end of a list of migrations, as docs/developing/adding-a-migration.md says. */
function addStep(migrations: string, name: string, exported: string, text: string): void {
  writeFileSync(join(migrations, `${name}.ts`), text)
  editFile(
    join(migrations, 'index.ts'),
    ['import type', `import { ${exported} } from './${name}.ts'\nimport type`],
    [/,?\s*\]\s*$/, `, ${exported}]\n`],
  )
}

/** Adds the optional field `hood_model` to lenses, as docs/developing/adding-a-record-migration.md says. */
function addLensHood(root: string): void {
  editFile(join(root, 'contract/api/gearFields.ts'), [
    '    filter_thread_mm:',
    '    hood_model: optionalText(),\n    filter_thread_mm:',
  ])
  editFile(join(root, 'contract/texts/fields.ts'), [
    '  stabilized:',
    "  hood_model: 'Model of the lens hood.',\n  stabilized:",
  ])
  addStep(join(root, 'server/db/migrations'), '9000_lens_hood', 'lensHood', LENS_HOOD)
}

/**
 * Copies the product, or only its server, and adds steps to its databases: a field of stored records, and a column that
 * is filled from rows, a table and an index. Until a release has a second step, these are the only ones.
 */
export function makeLaterVersion({ isWhole = false }: { isWhole?: boolean } = {}): LaterTree {
  const root = mkdtempSync(join(tmpdir(), 'kitroom-later-'))
  for (const name of ['package.json', ...SERVER_ROOMS, ...(isWhole ? OTHER_ROOMS : [])])
    cpSync(join(ROOT, name), join(root, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'dir')
  addLensHood(root)
  addStep(
    join(root, 'server/db/migrations'),
    '9001_later',
    'later',
    toSchemaStep('../../../platform', 'document', 'expires_key'),
  )
  if (isWhole)
    addStep(join(root, 'state/migrations'), '9001_later', 'later', toSchemaStep('../../platform', 'run', 'source'))
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
}
