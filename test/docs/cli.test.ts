import type { Command } from 'commander'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildProgram } from '../../cli/program.ts'
import { createTerminal } from '../../cli/base/terminal.ts'

// docs/cli.md and the program have the same commands.

const text = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')

const program = buildProgram(
  { env: {}, terminal: createTerminal(process, {}), onInterrupt: () => undefined },
  () => undefined,
)

/**
 * Commands that do something, such as `sync plan`. A group does nothing without a command, unless it has its own
 * options.
 */
function listCommands(command: Command, path: readonly string[]): { path: string; options: string[] }[] {
  const children = command.commands.flatMap((child) => listCommands(child, [...path, child.name()]))
  const options = command.options.flatMap(({ long }) => long ?? [])
  const isGroup = children.length > 0 && options.length === 0
  return isGroup ? children : [...children, { path: path.join(' '), options }]
}

const commands = program.commands.flatMap((command) => listCommands(command, [command.name()]))
const groups = new Set(program.commands.map((command) => command.name()))

/** The words of a command before its arguments: `sync plan` of `sync plan <source>`. */
const wordsOf = (code: string): string[] => code.split(/ (?![a-z][a-z-]*(?: |$))/)[0]?.split(' ') ?? []

/** Commands of a row. `get` behind `gear list` is `gear get`. */
function readRow(cell: string): string[] {
  const codes = Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => wordsOf(code))
  const [group = ''] = codes[0] ?? []
  return codes.map((words) => (groups.has(words[0] ?? '') ? words : [group, ...words]).join(' '))
}

const documented = Array.from(text.matchAll(/^\| (`.*?) +\|/gm), ([, cell = '']) => readRow(cell)).flat()

it('docs/cli.md has every command, and no other', () => {
  expect(documented.toSorted()).toEqual(commands.map(({ path }) => path).toSorted())
})

it('every option that docs/cli.md names exists', () => {
  const named = new Set(Array.from(text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g), ([option]) => option))
  const known = new Set([...commands.flatMap(({ options }) => options), '--help', '--version'])
  expect([...named].filter((option) => !known.has(option))).toEqual([])
})

it('every command has --json but those that docs/cli.md excepts', () => {
  const without = commands.filter(({ options }) => !options.includes('--json')).map(({ path }) => path)
  const [, excepted = ''] = /`--json` except ([^.]*), which write files/s.exec(text) ?? []
  expect(without.toSorted()).toEqual(Array.from(excepted.matchAll(/`([^`]+)`/g), ([, code = '']) => code).toSorted())
})
