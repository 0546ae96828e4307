import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packArchive } from '../../tools/build/packArchive.ts'
import { writePackage } from '../../tools/build/writePackage.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '')

/** The package as npm installs it: under `node_modules`, where Node strips no types. */
export interface InstalledPackage extends Disposable {
  /** An empty folder to run it in. */
  folder: string
  /** The package's own folder. */
  root: string
  /** Names and sizes of the files in the archive. */
  files: readonly string[]
}

/**
 * Builds and packs the package, and unpacks the archive beside links to this clone's dependencies, which the package
 * pins.
 */
export function installPackage(): InstalledPackage {
  const temporary = mkdtempSync(join(tmpdir(), 'kitroom-package-'))
  writePackage(ROOT, join(temporary, 'written'))
  const archive = packArchive(join(temporary, 'written'), temporary)
  const folder = join(temporary, 'empty')
  const modules = join(folder, 'node_modules')
  mkdirSync(modules, { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  execFileSync('tar', ['-xzf', archive.path, '-C', modules])
  execFileSync('mv', [join(modules, 'package'), join(modules, 'kitroom')])
  return {
    folder,
    root: join(modules, 'kitroom'),
    files: archive.files,
    [Symbol.dispose]: () => rmSync(temporary, { recursive: true, force: true }),
  }
}
