// Records what stands for earlier installations: test/upgrade and the histories of test/workflows/replay. `npm run
// record` takes some minutes. Only until 0.1.0 is released: from then on, recorded files stay, and each release adds
// new ones beside them.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const HISTORIES = join(ROOT, 'test/workflows/replay')

function run(...args: string[]): void {
  console.log(args.join(' '))
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

for (const database of ['sqlite', 'postgres']) run('test/upgrade/make.ts', database, `test/upgrade/${database}`)
for (const name of readdirSync(HISTORIES)) if (name.endsWith('.json')) rmSync(join(HISTORIES, name))
run('test/workflows/replay/record.ts')
