// The Markdown step of `npm run verify`: checks for the words of words.ts and for long lines. Tables and fenced code
// may have long lines.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findRefusedWord } from './words.ts'

const MAX_LINE_LENGTH = 120
/** Generated from the contract and from tables by tests. */
const GENERATED = new Set(['docs/api.md', 'docs/sheets-words.md', 'docs/operations-of-the-api.md'])

export interface Fault {
  line: number
  message: string
}

/** Removes code between backticks and the targets of links. */
const withoutCode = (line: string): string => line.replaceAll(/`[^`]*`/g, '').replaceAll(/\]\([^)]*\)/g, ']')

/** A line without a space to break at, such as a long URL, may be longer. */
const isTooLong = (line: string): boolean =>
  line.length > MAX_LINE_LENGTH && !line.startsWith('|') && line.replace(/^\s*([-*>]|\d+\.)?\s*/, '').includes(' ')

/** Faults of a Markdown text, outside of fenced code. */
export function findFaults(text: string): Fault[] {
  const faults: Fault[] = []
  let openFence: string | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (openFence !== undefined) {
      if (line.startsWith(openFence)) openFence = undefined
      continue
    }
    openFence = /^\s*```+/.exec(line)?.[0]
    if (openFence !== undefined) continue
    const refused = findRefusedWord(withoutCode(line))
    if (refused)
      faults.push({
        line: index + 1,
        message: `not "${refused.found}" but ${refused.instead} (see tools/lint/words.ts)`,
      })
    if (isTooLong(line))
      faults.push({ line: index + 1, message: `${line.length} characters, at most ${MAX_LINE_LENGTH}` })
  }
  return faults
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = globSync('**/*.md', {
    exclude: (name) => name.startsWith('.') || name === 'node_modules' || name === 'dist',
  })
  for (const file of files.map((name) => name.replaceAll('\\', '/')).filter((name) => !GENERATED.has(name)))
    for (const { line, message } of findFaults(readFileSync(file, 'utf8'))) {
      console.error(`${file}:${line}: ${message}`)
      process.exitCode = 1
    }
}
