import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProgressPrinter, silentPrinter, type ProgressPrinter } from '../../local/progressPrinter.ts'
import { provideTemporal } from '../../local/temporal/configured.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { installDownload } from '../../local/temporal/sdkDownload.ts'
import { until } from '../support/wait.ts'

const TEMPORAL = '#!/bin/sh\necho "temporal version 9.9.9 (fake)"\n'
let folder: string
let env: Record<string, string | undefined>

function program(path: string, text: string): string {
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  chmodSync(file, 0o755)
  return file
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitroom-find-'))
  mkdirSync(join(folder, 'bin'))
  for (const name of ['sh', 'cat', 'chmod', 'touch', 'sleep'])
    symlinkSync(existsSync(`/bin/${name}`) ? `/bin/${name}` : `/usr/bin/${name}`, join(folder, 'bin', name))
  // A missing proxy makes the SDK's download fail at once, even with a network.
  env = {
    PATH: join(folder, 'bin'),
    KITROOM_CACHE_DIR: join(folder, 'cache'),
    HTTPS_PROXY: 'http://127.0.0.1:9',
    HOME: folder,
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('no error'),
    (error: unknown) => error as Error,
  )

describe.skipIf(process.platform === 'win32')('findTemporal (with shell scripts as stand-ins)', () => {
  it('prefers the program on the PATH to an earlier copy', async () => {
    const onPath = program('bin/temporal', TEMPORAL)
    program('cache/temporal', TEMPORAL)
    expect(await findTemporal(env, silentPrinter)).toBe(onPath)
  })

  it('ignores another program of that name and uses the earlier copy', async () => {
    program('bin/temporal', '#!/bin/sh\necho "a clock"\n')
    const copy = program('cache/temporal', TEMPORAL)
    expect(await findTemporal(env, silentPrinter)).toBe(copy)
  })

  it('tries the download, then builds with Go, and finds the stored file the next time', async () => {
    const go =
      '#!/bin/sh\necho "$@" >> "$GOBIN/../go-was-asked"\ncat "$FAKE" > "$GOBIN/temporal" && chmod +x "$GOBIN/temporal"\n'
    program('bin/go', go)
    env['FAKE'] = program('fake', TEMPORAL)
    const lines: string[] = []
    const storedPath = await findTemporal(env, { ...silentPrinter, printLine: (text) => lines.push(text) })
    expect(storedPath).toBe(join(folder, 'cache', 'temporal'))
    expect(lines).toEqual([expect.stringMatching(/^Temporal: download by the Temporal SDK did not work \(/)])
    expect(await findTemporal(env, silentPrinter)).toBe(storedPath)
    expect(readFileSync(join(folder, 'cache', 'go-was-asked'), 'utf8')).toBe(
      'install -v github.com/temporalio/cli/cmd/temporal@v1.5.1\n',
    )
  })

  it('says how far the build with Go is', async () => {
    const print = (lines: string[]): string => lines.map((line) => `echo "${line}" >&2\n`).join('')
    const pause = (step: string): string => `while [ ! -f "$GOBIN/../${step}" ]; do sleep 0.05; done\n`
    const downloads = print(['go: downloading go.temporal.io/server v1.30.1', 'go: downloading github.com/a/b v1.0.0'])
    const builds = print(['internal/goarch', 'github.com/temporalio/cli/cmd/temporal', '# a note of the compiler'])
    program(
      'bin/go',
      `#!/bin/sh\n${downloads}${pause('built')}${builds}${pause('done')}cat "$FAKE" > "$GOBIN/temporal"\nchmod +x "$GOBIN/temporal"\n`,
    )
    env['FAKE'] = program('fake', TEMPORAL)
    const titles: string[] = []
    const printer: ProgressPrinter = {
      printLine: () => undefined,
      async runWithProgress(title, work, detail) {
        titles.push(title)
        const finished = work()
        if (!title.includes('Go')) return finished
        await until('both downloads are counted', () => detail?.() === '2 modules downloaded')
        program('cache/built', '')
        await until('both packages are counted', () => detail?.() === '2 of about 1300 packages built')
        program('cache/done', '')
        return finished
      },
    }
    expect(await findTemporal(env, printer)).toBe(join(folder, 'cache', 'temporal'))
    expect(titles).toEqual([
      expect.stringContaining('Downloading Temporal'),
      'Building Temporal with Go (once, 3 to 10 minutes)',
    ])
  })

  it('says what was tried and what to do when nothing works', async () => {
    program('bin/go', '#!/bin/sh\necho "go: no route to the module" >&2\nexit 1\n')
    program('cache/temporal', 'half a download')
    const error = await failure(findTemporal(env, silentPrinter))
    expect(error).toMatchObject({ code: 'no_temporal' })
    expect(error.message).toContain('`temporal` on the PATH: not there')
    expect(error.message).toContain(`earlier copy: ${join(folder, 'cache', 'temporal')} does not run`)
    expect(error.message).toContain('download by the Temporal SDK: ')
    expect(error.message).toContain('build with Go: go install ended with code 1: go: no route to the module')
    expect(error.message).toContain('set TEMPORAL_ADDRESS')
  })

  it('says that Go is not installed', async () => {
    expect((await failure(findTemporal(env, silentPrinter))).message).toContain('build with Go: Go is not installed')
  })
})

it.skipIf(process.platform === 'win32')(
  'installDownload stores a downloaded binary that runs, and nothing else',
  async () => {
    program('download/temporal-sdk-typescript', TEMPORAL)
    program('download/broken', 'half')
    program('download/x.downloading', TEMPORAL)
    await installDownload(join(folder, 'download'), join(folder, 'temporal'), 'why')
    expect(readFileSync(join(folder, 'temporal'), 'utf8')).toBe(TEMPORAL)
    await expect(installDownload(join(folder, 'download'), join(folder, 'other'), 'nothing arrived')).rejects.toThrow(
      'nothing arrived',
    )
  },
)

it.each([
  ['127.0.0.1:9', 'temporal_unreachable', /Nobody answers at TEMPORAL_ADDRESS \(127\.0\.0\.1:9\)/],
  ['localhost', 'bad_address', /must look like host:port/],
])('TEMPORAL_ADDRESS=%s has precedence and is reported as wrong', async (address, code, message) => {
  program('bin/temporal', TEMPORAL)
  const options = {
    env: { ...env, TEMPORAL_ADDRESS: address },
    printer: silentPrinter,
    databaseFile: join(folder, 'x.db'),
    namespace: 'x',
  }
  const error = await failure(provideTemporal(options))
  expect(error).toMatchObject({ code })
  expect(error.message).toMatch(message)
})

it('progress shows seconds on a terminal and plain lines elsewhere', async () => {
  const writtenTexts: string[] = []
  const tickSignal = Promise.withResolvers<void>()
  const write = (text: string): boolean => {
    if (writtenTexts.push(text) === 2) tickSignal.resolve()
    return true
  }
  await createProgressPrinter({ write, isTTY: true }).runWithProgress(
    'Fetching',
    () => tickSignal.promise,
    () => '5 MB so far',
  )
  expect(writtenTexts.join('')).toBe('Fetching …\r\u001b[KFetching … 1 s, 5 MB so far\r\u001b[K')
  writtenTexts.length = 0
  await createProgressPrinter({ write, isTTY: false }).runWithProgress('Fetching', async () => 1)
  expect(writtenTexts.join('')).toBe('Fetching …\n')
})
