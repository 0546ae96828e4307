// Prints every statement of a folder, server or state, compiled for both databases.
// It is a process of its own, because other tests may have loaded modules with statements of other schemas.
import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { listDefinedStatements } from '../../platform/sql/statement.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Modules that run when they are imported. */
const PROGRAMS = /^server\/(main\.ts|operator\/)/

const [folder = ''] = process.argv.slice(2)
const files = globSync(`${folder}/**/*.ts`, { cwd: root }).map((file) => file.replaceAll('\\', '/'))
for (const file of files.filter((name) => !PROGRAMS.test(name))) await import(pathToFileURL(root + file).href)
process.stdout.write(
  JSON.stringify(
    listDefinedStatements().map((one) => ({ sqlite: one.compile('sqlite'), postgres: one.compile('postgres') })),
  ),
)
