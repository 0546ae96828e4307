// The programs that tests start, bundled once per run: a process then loads few files instead of a thousand.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** In the project, where programs find their packages. The compile cache of Node knows files by their paths. */
const BUNDLES = join(ROOT, '.cache/programs')
const SOURCES = '{activities,calendars,cli,client,config,contract,messages,platform,server,sheets,state,worker}/**/*.ts'
const PROGRAMS = ['server/main.ts', 'worker/main.ts', 'cli/main.ts', '{server,worker}/operator/*.ts']
/** Packages of many small files. Others stay outside of the bundle. */
const BUNDLED_PACKAGES = ['commander', 'kysely', 'undici', 'uuid', 'yaml', 'zod']
const KEPT = 8
const FOLDER = 'KITROOM_TEST_PROGRAMS'

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

async function bundle(folder: string): Promise<void> {
  const files = PROGRAMS.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  const names = files.map((file) => file.replaceAll('\\', '/').replace(/\.ts$/, ''))
  await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    plugins: [keepUrls],
    ssr: { noExternal: BUNDLED_PACKAGES, target: 'node' },
    build: {
      ssr: true,
      outDir: folder,
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
    await bundle(built)
    // Another run may have been faster.
    if (existsSync(folder)) rmSync(built, { recursive: true })
    else renameSync(built, folder)
  }
  process.env[FOLDER] = folder
}

/** @param file a path in the project, such as `server/main.ts` @returns the path of its bundle if there is one, else its own */
export function findProgram(file: string): string {
  const folder = process.env[FOLDER]
  const bundled = folder === undefined ? undefined : join(folder, file.replace(/\.ts$/, '.mjs'))
  return bundled !== undefined && existsSync(bundled) ? bundled : join(ROOT, file)
}
