// `npm run build:console`: bundles console/ into console/dist, with compressed copies of each file and the hash of the sources that it was made of.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { build } from 'vite'
import { consoleFolder, distFolder, hashSources, HASH_FILE } from './sources.ts'

const COMPRESSIBLE = /\.(?:js|css|svg)$/
const BROTLI_QUALITY = 10

async function compressFile(path: string): Promise<void> {
  const content = readFileSync(path)
  const brotli = await promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  })
  writeFileSync(`${path}.br`, brotli)
  writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}

/** Builds beside the present files and then takes their place, because another process may build at the same time, and a server may read. */
async function buildConsole(): Promise<void> {
  // Another value, such as that of a test run, would bundle React's development build.
  process.env['NODE_ENV'] = 'production'
  const folder = `${distFolder}.${process.pid}`
  const sourcesHash = hashSources()
  await build({
    root: consoleFolder,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      // Files become data: URLs otherwise, which the policy allows for images only.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // Mantine marks every file for React servers, which do not exist here.
      rolldownOptions: {
        onLog: (level, log, print) => void (log.code === 'MODULE_LEVEL_DIRECTIVE' || print(level, log)),
      },
    },
  })
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => COMPRESSIBLE.test(name))
  await Promise.all(files.map((name) => compressFile(join(folder, name))))
  writeFileSync(join(folder, HASH_FILE), sourcesHash)
  const replaced = `${folder}.replaced`
  if (existsSync(distFolder)) renameSync(distFolder, replaced)
  renameSync(folder, distFolder)
  rmSync(replaced, { recursive: true, force: true })
}

await buildConsole()
