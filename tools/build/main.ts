// Builds the npm package into dist/: plain JavaScript with the built console, and the archive of it. `--sizes` also
// lists what is installed.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packArchive } from './packArchive.ts'
import { listInstalled, measureBytes } from './sizes.ts'
import { writePackage } from './writePackage.ts'

const LISTED_PACKAGES = 15

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '')
const target = join(root, 'dist')
const folder = join(target, 'package')

const toMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

execFileSync(process.execPath, [join(root, 'local/console/build.ts')], { stdio: 'inherit' })
const { name, version, files } = writePackage(root, folder)
console.log(`dist/package: ${name} ${version}, ${files} files, ${toMegabytes(measureBytes(folder))}`)
const archive = packArchive(folder, target)
console.log(`${archive.path}: ${toMegabytes(archive.bytes)}`)
console.log(`Try it in an empty folder: npx --yes file:${archive.path} demo`)

if (process.argv.includes('--sizes')) {
  const installed = listInstalled(join(root, 'node_modules'))
  console.log(`\nnode_modules: ${toMegabytes(installed.reduce((sum, { bytes }) => sum + bytes, 0))}`)
  for (const { name: one, bytes } of installed.slice(0, LISTED_PACKAGES))
    console.log(`  ${one.padEnd(24)} ${toMegabytes(bytes)}`)
}
