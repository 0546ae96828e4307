import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runCli } from '../support/cli.ts'

// What the command line says about itself, without a server.

const run = (...args: string[]) => runCli(args, {})

it('--version prints the version of package.json', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  expect(await run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

it('an unknown command is one line and exit code 64', async () => {
  expect(await run('synk', 'plan', 'main', '--yes')).toEqual({
    code: 64,
    out: '',
    err: "error: unknown command 'synk' (Did you mean sync?). To see all: kitroom --help\n",
  })
  expect(await run('webhook', 'frobnicate')).toEqual({
    code: 64,
    out: '',
    err: "error: unknown command 'frobnicate'. To see all: kitroom webhook --help\n",
  })
})

it('an unknown command with --json is a problem with the code usage', async () => {
  const { code, out, err } = await run('sync', 'pln', 'main', '--json')
  const detail = "unknown command 'pln' (Did you mean plan?). To see all: kitroom sync --help"
  expect(code).toBe(64)
  expect(JSON.parse(out)).toEqual({ type: 'about:blank', title: 'usage', code: 'usage', detail })
  expect(err).toBe(`error: ${detail}\n`)
})

it('other errors of usage keep exit code 1 and the help', async () => {
  for (const args of [['sync', 'list', '--nonsense'], ['sync', 'plan'], ['sync'], ['completion', 'tcsh']]) {
    const { code, out, err } = await run(...args)
    expect(code, args.join(' ')).toBe(1)
    expect(out).toBe('')
    expect(err).toContain('Usage: kitroom')
  }
})
