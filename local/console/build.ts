// `npm run build:console` bundles console/ into console/dist, with compressed copies of each file and a hash of the
// sources.
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { compressFile } from './compressFile.ts'
import { consoleFolder, distFolder, hashSources, HASH_FILE } from './sources.ts'

const COMPRESSIBLE = /\.(?:js|css|svg)$/

/**
 * Builds into a new folder and then swaps it in, because another process may build, and a server may read the present
 * files.
 */
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
      // Small files would otherwise become data: URLs. The content security policy allows those for images only.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // Mantine marks every file for React servers. There are none here.
      rolldownOptions: {
        onLog: (level, log, print) => void (log.code === 'MODULE_LEVEL_DIRECTIVE' || print(level, log)),
      },
    },
  })
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => COMPRESSIBLE.test(name))
  for (const name of files) compressFile(join(folder, name))
  writeFileSync(join(folder, HASH_FILE), sourcesHash)
  const replaced = `${folder}.replaced`
  if (existsSync(distFolder)) renameSync(distFolder, replaced)
  renameSync(folder, distFolder)
  rmSync(replaced, { recursive: true, force: true })
}

await buildConsole()
