// Prints every statement that the server's modules define, compiled for both databases. A process of its own: in that of a test, other files
// may have loaded what defines statements of other schemas.
import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { definedStatements } from '../../platform/sql/statement.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** What runs when it is imported. */
const PROGRAMS = /^server\/(main\.ts|operator\/)/

const files = globSync('server/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
for (const file of files.filter((name) => !PROGRAMS.test(name))) await import(pathToFileURL(root + file).href)
process.stdout.write(JSON.stringify(definedStatements().map((one) => ({ sqlite: one.compile('sqlite'), postgres: one.compile('postgres') }))))
