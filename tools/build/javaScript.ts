import { stripTypeScriptTypes } from 'node:module'

/** A quoted path or file ending in `.ts`, as imports and `new URL` have it. */
const TS_PATH = /(['"`])((?:\$\{[^}]*\}|[^'"`\s\\$])*)\.ts\1/g
/** Operator programs, which messages and documents name by their paths. */
const OPERATOR_PATH = /\b((?:server|worker)\/operator\/\w+)\.ts\b/g

/** Commands as people type them in a clone, and with the package. */
const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/npm run (?:-s )?kitroom --(?= )/g, 'kitroom'],
  [/npm run (demo|server|worker) --(?= )/g, 'kitroom $1'],
  [/npm run (demo|server|worker)\b/g, 'kitroom $1'],
  [/npm start --(?= )/g, 'kitroom start'],
  [/npm start\b/g, 'kitroom start'],
]

/** Names the commands of the package instead of those of a clone. */
export const renameCommands = (text: string): string =>
  COMMANDS.reduce((renamed, [pattern, command]) => renamed.replace(pattern, command), text)

/** Paths of our own files end in `.js` in the package. */
export const renamePaths = (text: string): string => text.replace(TS_PATH, '$1$2.js$1').replace(OPERATOR_PATH, '$1.js')

/** Plain JavaScript of a TypeScript file: the same lines without types. */
export const toJavaScript = (source: string): string => renameCommands(renamePaths(stripTypeScriptTypes(source)))
