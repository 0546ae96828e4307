import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const isWindows = process.platform === 'win32'

export interface Archive {
  path: string
  bytes: number
  files: readonly string[]
}

/** Packs a written package with `npm pack`. @param target an existing folder */
export function packArchive(folder: string, target: string): Archive {
  const args = ['pack', '--json', '--pack-destination', target]
  const output = execFileSync(isWindows ? 'npm.cmd' : 'npm', args, {
    cwd: folder,
    encoding: 'utf8',
    shell: isWindows,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [packed] = JSON.parse(output) as { filename: string; size: number; files: { path: string }[] }[]
  if (!packed) throw new Error('npm pack made no archive.')
  return { path: join(target, packed.filename), bytes: packed.size, files: packed.files.map(({ path }) => path) }
}
