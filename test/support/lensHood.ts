import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const MIGRATION = `import { addField, recordMigration } from '../recordMigration.ts'

/** Lenses have the model of their hood. */
export const lensHood = recordMigration({
  name: '9000_lens_hood',
  compatibleWith: '0012_gear_to_list',
  table: 'gear',
  change: (record) => (record['gear_type'] === 'lens' ? addField(record, 'hood_model', 'max_aperture') : record),
})
`

/** A copy of the server's source tree that stands for a later version. */
export interface LaterTree extends Disposable {
  root: string
}

function editFile(file: string, ...edits: readonly (readonly [from: string, to: string])[]): void {
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
    text = text.replace(from, to)
  }
  writeFileSync(file, text)
}

/** Copies the server's source tree and adds the optional field `hood_model` to lenses, as docs/developing/adding-a-record-migration.md says. */
export function addLensHood(): LaterTree {
  const root = mkdtempSync(join(tmpdir(), 'kitroom-later-'))
  for (const name of ['contract', 'platform', 'server', 'package.json'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'dir')
  editFile(join(root, 'contract/api/gearFields.ts'), [
    '    filter_thread_mm:',
    '    hood_model: optionalText(),\n    filter_thread_mm:',
  ])
  editFile(join(root, 'contract/texts/fields.ts'), [
    '  stabilized:',
    "  hood_model: 'Model of the lens hood.',\n  stabilized:",
  ])
  writeFileSync(join(root, 'server/db/migrations/9000_lens_hood.ts'), MIGRATION)
  editFile(
    join(root, 'server/db/migrations/index.ts'),
    ['import type', "import { lensHood } from './9000_lens_hood.ts'\nimport type"],
    [',\n]', ',\n  lensHood,\n]'],
  )
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
}
