// `npm run verify`, its step for Markdown: the words of words.ts and the length of lines. Tables and code are left out of the length.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findRefusedWord } from './words.ts'

const LONGEST_LINE = 120
/** Written by tests from the contract. */
const GENERATED = new Set(['docs/api.md'])

export interface Fault {
  line: number
  message: string
}

/** Leaves out what is no prose: code between backticks and the targets of links. */
const proseOf = (line: string): string => line.replaceAll(/`[^`]*`/g, '').replaceAll(/\]\([^)]*\)/g, ']')

/** A line that has nowhere to break, such as one address, may be longer. */
const isTooLong = (line: string): boolean =>
  line.length > LONGEST_LINE && !line.startsWith('|') && line.replace(/^\s*([-*>]|\d+\.)?\s*/, '').includes(' ')

/** Faults of a Markdown text, outside of fenced code. */
export function findFaults(text: string): Fault[] {
  const faults: Fault[] = []
  let closing: string | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (closing !== undefined) {
      if (line.startsWith(closing)) closing = undefined
      continue
    }
    closing = /^\s*```+/.exec(line)?.[0]
    if (closing !== undefined) continue
    const refused = findRefusedWord(proseOf(line))
    if (refused) faults.push({ line: index + 1, message: `not "${refused.found}" but ${refused.instead} (see lint/words.ts)` })
    if (isTooLong(line)) faults.push({ line: index + 1, message: `${line.length} characters, at most ${LONGEST_LINE}` })
  }
  return faults
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = globSync('**/*.md', { exclude: (name) => name.startsWith('.') || name === 'node_modules' })
  for (const file of files.map((name) => name.replaceAll('\\', '/')).filter((name) => !GENERATED.has(name)))
    for (const { line, message } of findFaults(readFileSync(file, 'utf8'))) {
      console.error(`${file}:${line}: ${message}`)
      process.exitCode = 1
    }
}
