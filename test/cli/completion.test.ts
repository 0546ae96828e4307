import type { Command } from 'commander'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildProgram } from '../../cli/program.ts'
import { createTerminal } from '../../cli/base/terminal.ts'
import { runCli } from '../support/cli.ts'

const program = buildProgram(
  { env: {}, terminal: createTerminal(process, {}), onInterrupt: () => undefined },
  () => undefined,
)

const printScript = async (shell: string): Promise<string> => {
  const { code, out, err } = await runCli(['completion', shell], {})
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out
}

const listAll = (command: Command, words: readonly string[] = []): [string, Command][] => [
  [words.join(' '), command],
  ...command.commands.flatMap((child) => listAll(child, [...words, child.name()])),
]

/** Asks bash itself what it offers behind each line. */
function completeInBash(script: string, lines: readonly string[]): string[][] {
  const calls = lines.map(
    (line) =>
      `try ${line
        .split(' ')
        .map((word) => `'${word}'`)
        .join(' ')}`,
  )
  const text = `${script}
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kitroom kitroom "\${COMP_WORDS[COMP_CWORD]}" ''; echo "\${COMPREPLY[*]}"; }
${calls.join('\n')}`
  const out = execFileSync('bash', ['--norc', '--noprofile', '-c', text], { encoding: 'utf8' })
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' ').filter(Boolean))
}

it('bash offers every command, every option and the shells themselves', async () => {
  const levels = listAll(program)
  const lines = levels.flatMap(([words]) => {
    const start = ['kitroom', words].filter(Boolean).join(' ')
    return [`${start} `, `${start} -`]
  })
  const offered = completeInBash(await printScript('bash'), [...lines, 'kitroom completion '])
  for (const [index, [words, command]] of levels.entries()) {
    const [commands = [], options = []] = offered.slice(index * 2)
    expect(commands, words).toEqual(expect.arrayContaining(command.commands.map((child) => child.name())))
    expect(options, words).toEqual(expect.arrayContaining(command.options.map(({ long }) => long)))
    expect(options, words).toContain('--help')
  }
  expect(offered.at(-1)).toEqual(['bash', 'zsh', 'fish'])
})

it('bash completes beginnings, and leaves values of options to names of files', async () => {
  const script = await printScript('bash')
  expect(
    completeInBash(script, ['kitroom au', 'kitroom sync a', 'kitroom sync plan --fi', 'kitroom sync plan --file sh']),
  ).toEqual([['automations', 'audit'], ['apply', 'approve', 'abort', 'adopt'], ['--file'], []])
})

it('zsh and fish get every command and option with its description', async () => {
  const [zsh, fish] = [await printScript('zsh'), await printScript('fish')]
  for (const [words, command] of listAll(program)) {
    const [inZsh] = new RegExp(`^ +'${words}'\\) commands=.*$`, 'm').exec(zsh) ?? []
    const [inFish] = new RegExp(`^ +case '${words}'\\n.*\\n.*$`, 'm').exec(fish) ?? []
    for (const { name, text } of [
      ...command.commands.map((child) => ({ name: child.name(), text: child.description() })),
      ...command.options.map((option) => ({ name: option.long ?? '', text: option.description })),
    ]) {
      const zshText = text.replaceAll("'", String.raw`'\''`)
      expect(inZsh, words).toContain(text === '' ? `'${name}'` : `'${name}:${zshText}'`)
      expect(inFish, words).toContain(String.raw`${name}\t'${text.replaceAll("'", String.raw`\'`)}'`)
    }
  }
})

it('the programs of bin/kitroom.mjs are offered too', async () => {
  const source = readFileSync(new URL('../../bin/kitroom.mjs', import.meta.url), 'utf8')
  const [, body = ''] = /const programs = \{\n(.*?)\n\}/s.exec(source) ?? []
  const names = Array.from(body.matchAll(/^ {2}(\w+):/gm), ([, name]) => name)
  expect(names.length).toBeGreaterThan(0)
  const [offered] = completeInBash(await printScript('bash'), ['kitroom '])
  expect(offered).toEqual(expect.arrayContaining(names))
})
