// The programs that tests start, bundled once per run: a process then loads few files instead of a thousand.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { PROGRAMS_FOLDER } from './programs.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** In the project, where programs find their packages. The compile cache of Node knows files by their paths. */
const BUNDLES = join(ROOT, '.cache/programs')
const SOURCES = [
  '{activities,calendars,cli,client,config,contract,local,messages,platform,server,sheets,state,worker}/**/*.ts',
  'test/worker/support/*.ts',
]
const PROGRAMS = [
  '{cli,server,worker}/main.ts',
  'local/{demo,start}.ts',
  '{server,worker}/operator/*.ts',
  'sheets/parseSheetProcess.ts',
  'sheets/write/tableProcess.ts',
  'test/worker/support/pausedStep.ts',
]
/** Packages of many small files. Others stay outside of the bundle. */
const BUNDLED_PACKAGES = [
  'chardet',
  'commander',
  'csv-parse',
  'fastest-levenshtein',
  'hucre',
  'kysely',
  'numfmt',
  'undici',
  'uuid',
  'yaml',
  'zod',
]
const KEPT = 8

function hashSources(): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  for (const file of globSync(SOURCES, { cwd: ROOT }).toSorted())
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)))
  return hash
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest('hex')
    .slice(0, 16)
}

/** A program finds its own files, such as threads and other programs, where its source is. */
const keepUrls: Plugin = {
  name: 'keep-urls',
  transform(code, id) {
    if (!id.startsWith(ROOT) || id.includes('/node_modules/') || !code.includes('import.meta.url')) return undefined
    return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
  },
}

const OWN_LOCATION = /(?<== )\(file\) => file/

/** A program that starts another one starts its bundle. @param folder where the bundles will be */
const locateBundles = (names: readonly string[], folder: string): Plugin => ({
  name: 'locate-bundles',
  transform(code, id) {
    if (id !== join(ROOT, 'platform/programFile.ts')) return undefined
    if (!OWN_LOCATION.test(code)) throw new Error('platform/programFile.ts does not say where a program is')
    const paths = Object.fromEntries(names.map((name) => [join(ROOT, `${name}.ts`), join(folder, `${name}.mjs`)]))
    return { code: code.replace(OWN_LOCATION, `(file) => (${JSON.stringify(paths)})[file] ?? file`), map: null }
  },
})

/** @param built the folder that is filled, and renamed to `folder` by the caller */
async function bundle(built: string, folder: string): Promise<void> {
  const files = PROGRAMS.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  const names = files.map((file) => file.replaceAll('\\', '/').replace(/\.ts$/, ''))
  await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    plugins: [keepUrls, locateBundles(names, folder)],
    ssr: { noExternal: BUNDLED_PACKAGES, target: 'node' },
    build: {
      ssr: true,
      outDir: built,
      minify: false,
      target: 'esnext',
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(ROOT, `${name}.ts`)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
      },
    },
  })
}

/** A run that goes on at the same time may use one that is not the newest. */
function removeOldBundles(): void {
  const folders = readdirSync(BUNDLES).map((name) => join(BUNDLES, name))
  const newestFirst = folders.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const folder of newestFirst.slice(KEPT)) rmSync(folder, { recursive: true, force: true })
}

/** Bundles the programs of the present sources, unless an earlier run has. */
export async function preparePrograms(): Promise<void> {
  mkdirSync(BUNDLES, { recursive: true })
  removeOldBundles()
  const folder = join(BUNDLES, hashSources())
  if (!existsSync(folder)) {
    const built = `${folder}.${process.pid}`
    await bundle(built, folder)
    // Another run may have been faster.
    if (existsSync(folder)) rmSync(built, { recursive: true })
    else renameSync(built, folder)
  }
  process.env[PROGRAMS_FOLDER] = folder
}
