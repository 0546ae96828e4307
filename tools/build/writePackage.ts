import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { compressFile, COMPRESSED } from '../../local/console/compressFile.ts'
import { renameCommands, renamePaths, toJavaScript } from './javaScript.ts'
import { createManifest, createShrinkwrap } from './manifest.ts'

/** Contents of the package besides its manifest. Tests, benchmarks and development tools are left out. */
const FOLDERS = [
  'activities',
  'bin',
  'calendars',
  'cli',
  'client',
  'config',
  'contract',
  'docs',
  'examples',
  'local',
  'messages',
  'platform',
  'server',
  'sheets',
  'state',
  'worker',
  'workflows',
] as const

const FILES = ['ARCHITECTURE.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'] as const
/** The package's own README. */
const README = 'tools/build/README.md'
/** The console as it was built, if it was. */
const CONSOLE = 'console/dist'
/** Sources that the build of a clone needs. */
export const packageSources: readonly string[] = [
  ...FOLDERS,
  ...FILES,
  'tools/build',
  'console',
  'package.json',
  'package-lock.json',
  '.npmrc',
]
/** Files of a clone that the package omits. */
const LEFT_OUT = [
  'local/verify.ts',
  'local/console/build.ts',
  'local/console/compressFile.ts',
  'docs/bench.md',
  'docs/bench.json',
  'docs/developing',
]

/** docs/docker.md has the studio's own settings and sheets in the same folder. */
const isOwnFile = (path: string): boolean => !path.startsWith('config/') || path.endsWith('.ts')

/** The file of which this one is a compressed copy, or itself. */
const toOriginal = (path: string): string =>
  COMPRESSED.reduce<string>((left, ending) => (left.endsWith(ending) ? left.slice(0, -ending.length) : left), path)

const toTarget = (path: string): string => (extname(path) === '.ts' ? `${path.slice(0, -'.ts'.length)}.js` : path)

/** Scripts of the console say commands too. Compressed copies are made again of those whose text differs. */
function writeConsoleFile(source: string, target: string): void {
  const original = toOriginal(source)
  if (!original.endsWith('.js')) return copyFileSync(source, target)
  const text = readFileSync(original, 'utf8')
  const renamed = renameCommands(text)
  if (renamed === text) return copyFileSync(source, target)
  if (source !== original) return
  writeFileSync(target, renamed)
  compressFile(target)
}

function writeTarget(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true })
  const kind = extname(source)
  if (source.includes(`/${CONSOLE}/`)) return writeConsoleFile(source, target)
  if (kind === '.ts') writeFileSync(target, toJavaScript(readFileSync(source, 'utf8')))
  else if (kind === '.mjs') writeFileSync(target, renamePaths(readFileSync(source, 'utf8')), { mode: 0o755 })
  else if (kind === '.md') writeFileSync(target, renameCommands(readFileSync(source, 'utf8')))
  else copyFileSync(source, target)
}

const listFiles = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .filter((path) => isOwnFile(path) && !LEFT_OUT.some((left) => path === left || path.startsWith(`${left}/`)))

export interface WrittenPackage {
  name: string
  version: string
  files: number
}

/**
 * Writes the package's folder anew: plain JavaScript, since Node strips no types of files in `node_modules`.
 * @param root of the clone @param folder is deleted first
 */
export function writePackage(root: string, folder: string): WrittenPackage {
  rmSync(folder, { recursive: true, force: true })
  const folders = existsSync(join(root, CONSOLE)) ? [...FOLDERS, CONSOLE] : FOLDERS
  const paths = [...folders.flatMap((name) => listFiles(root, name)), ...FILES]
  for (const path of paths) writeTarget(join(root, path), join(folder, toTarget(path)))
  copyFileSync(join(root, README), join(folder, 'README.md'))
  const manifest = createManifest(root)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  writeFileSync(join(folder, 'npm-shrinkwrap.json'), `${JSON.stringify(createShrinkwrap(root), undefined, 2)}\n`)
  return { name: manifest.name, version: manifest.version, files: paths.length + 3 }
}
