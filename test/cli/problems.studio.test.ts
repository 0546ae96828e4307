// With --json a failure prints a problem as JSON on standard output.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'

let studio: LocalStudio
const emptyFolder = mkdtempSync(join(tmpdir(), 'kitroom-no-studio-'))
const run = (args: string[], env: Record<string, string | undefined> = studio.env): Promise<CommandResult> =>
  runCli(args, env)
const problemOf = ({ out }: CommandResult): Record<string, unknown> => JSON.parse(out) as Record<string, unknown>

beforeAll(async () => {
  studio = await startLocalStudio('sources:\n  - id: main\n    file: ./main.csv\n')
  studio.write('main.csv', 'a,b,c\n1,2,3\n')
})
afterAll(async () => {
  await studio.stop()
  rmSync(emptyFolder, { recursive: true, force: true })
})

describe('a failure with --json prints a problem', () => {
  it('when planning fails, with the code and the sentence of the failure', async () => {
    for (const command of [['plan'], ['apply', '--yes']]) {
      const result = await run(['sync', command[0] ?? '', 'main', ...command.slice(1), '--json'])
      expect(result.code).toBe(1)
      expect(problemOf(result)).toEqual({
        type: 'about:blank',
        title: 'no_header',
        code: 'no_header',
        detail: expect.stringContaining('Row 1 looks like a header'),
        sentences: [{ code: 'unknown_header', values: expect.objectContaining({ row: 1 }) }],
        run_id: expect.any(String),
      })
      expect(result.err).toContain('Row 1 looks like a header')
    }
  })

  it('as the server sent it', async () => {
    const result = await run(['sync', 'plan', 'nobody', '--json'])
    expect({ code: result.code, problem: problemOf(result) }).toEqual({
      code: 1,
      problem: expect.objectContaining({
        code: 'unknown_source',
        status: 404,
        detail: expect.any(String),
        title: 'unknown_source',
      }),
    })
  })

  it('when no worker runs', async () => {
    const result = await run(['sync', 'list', '--json'], { ...studio.env, KITROOM_DATA_DIR: emptyFolder })
    expect(result.code).toBe(1)
    expect(problemOf(result)['code']).toBe('command_failed')
    expect(problemOf(result)['detail']).toBe(result.err.trim())
  })

  it('for an unknown option and a missing argument', async () => {
    for (const args of [
      ['sync', 'list', '--json', '--nonsense'],
      ['sync', 'plan', '--json'],
    ]) {
      const result = await run(args)
      expect(result.code).toBe(1)
      expect(problemOf(result)['code']).toBe('usage')
      expect(result.err).toContain('error:')
    }
  })
})

it('a failure without --json prints a sentence on standard error only', async () => {
  const result = await run(['sync', 'plan', 'main'])
  expect(result).toMatchObject({ code: 1, out: '' })
  expect((await run(['sync', 'plan'])).out).toBe('')
})

it('help with --json exits with 0', async () => {
  const result = await run(['sync', 'list', '--help', '--json'])
  expect(result.code).toBe(0)
  expect(result.out).toContain('Usage:')
})
