import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workerFolders } from '../../../worker/temporal/buildId.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A copy of the worker's source tree that stands for a later version: an activity differs, so its build id does. */
export function copyLaterWorker(): { root: string } & Disposable {
  const root = mkdtempSync(join(tmpdir(), 'kitroom-later-'))
  for (const name of [...workerFolders, 'package.json']) cpSync(join(ROOT, name), join(root, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'dir')
  const file = join(root, 'activities/inventorySync/planRun.ts')
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n// A later version.\n`)
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
}
