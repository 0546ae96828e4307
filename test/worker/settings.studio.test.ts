import { randomBytes } from 'node:crypto'
import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ControlAccess, listSources } from '../../contract/control/control.ts'
import { listProblems } from '../../contract/control/problems.ts'
import { STARTER_CONFIG } from '../../contract/control/starterConfig.ts'
import { getWorkerSettings, type WorkerSettings } from '../../contract/control/workerSettings.ts'
import { writeMissingConfig } from '../../local/studio/writeMissingConfig.ts'
import { runCli } from '../support/cli.ts'
import { listConfigFaults } from '../support/configFaults.ts'
import { rotateKeyFile } from '../support/rotateKey.ts'
import { sqliteStateOnly, stateOnPostgres } from '../support/stateUrl.ts'
import { testTemporal } from '../support/temporal.ts'
import { loadWorkerConfig } from '../../worker/context/config.ts'
import { mainSource, openStudio, type Studio } from './support/studio.ts'

// The text of kitroom.yaml in force is in the worker's database. One worker; two are in twoSettings.test.ts.

let studio: Studio

const otherSource = 'sources:\n  - id: other\n    file: other.csv\n'
const path = (name: string): string => join(studio.folder.dataDir, name)
const sources = async (): Promise<string[]> =>
  (await studio.sync.client.call(listSources)).body.data.map(({ source }) => source)
const read = async (): Promise<WorkerSettings> => (await studio.sync.client.call(getWorkerSettings)).body.data
const textInForce = async (): Promise<string | undefined> => (await read()).in_force?.text
const fileHere = async (): Promise<string | undefined> => (await read()).hosts.find(({ answers }) => answers)?.file
const codes = async (): Promise<string[]> =>
  (await studio.sync.client.call(listProblems)).body.data.map(({ code }) => code)
const kitroom = (...args: string[]) => runCli(['worker', ...args], { KITROOM_DATA_DIR: studio.folder.dataDir })

beforeAll(async () => {
  studio = await openStudio(testTemporal())
})
afterAll(() => studio[Symbol.asyncDispose]())

it('the first start adopts the file, and an edit takes effect immediately', async () => {
  expect(await textInForce()).toBe(mainSource)
  expect(await fileHere()).toBe('current')
  studio.configure(otherSource)
  expect(await sources()).toEqual(['other'])
  expect(await textInForce()).toBe(otherSource)
})

it('an invalid edit is not adopted', async () => {
  studio.configure('sources: 7\n')
  await expect(sources()).rejects.toThrow(/kitroom\.yaml:1/)
  const { url, token } = ControlAccess.parse(JSON.parse(readFileSync(path('control.json'), 'utf8')))
  const refusal = await fetch(`${url}/sources`, { headers: { authorization: `Bearer ${token}` } })
  expect(await refusal.json()).toMatchObject({
    reason: 'settings_invalid',
    values: { lines: [1] },
    settings_faults: [
      {
        detail: 'kitroom.yaml:1: sources: must be array',
        sentences: [
          { code: 'setting_in_line', values: { file: 'kitroom.yaml', line: 1, path: 'sources' } },
          { code: 'value_wrong_type', values: { expected: 'array' } },
        ],
      },
    ],
  })
  expect({ textInForce: await textInForce(), fileHere: await fileHere(), codes: await codes() }).toEqual({
    textInForce: otherSource,
    fileHere: 'invalid',
    codes: ['settings_invalid'],
  })
  expect((await kitroom('settings')).code).toBe(1)
  studio.configure(mainSource)
  expect({ sources: await sources(), codes: await codes() }).toEqual({ sources: ['main'], codes: [] })
})

it('a file that disappears is a problem, and its settings stay in force; an empty one ends them', async () => {
  rmSync(path('kitroom.yaml'))
  expect({ sources: await sources(), fileHere: await fileHere(), codes: await codes() }).toEqual({
    sources: ['main'],
    fileHere: 'missing',
    codes: ['settings_missing'],
  })
  studio.configure('')
  expect({ sources: await sources(), codes: await codes() }).toEqual({ sources: [], codes: [] })
  studio.configure(mainSource)
  expect(await sources()).toEqual(['main'])
})

it('a host that is set up with an old copy does not use it, until a person adopts it', async () => {
  await studio.worker.stop()
  rmSync(path('host-id'))
  studio.configure(otherSource)
  await studio.startWorker()
  expect({ sources: await sources(), fileHere: await fileHere() }).toEqual({ sources: ['main'], fileHere: 'outdated' })
  const { out, code } = await kitroom('settings')
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^In force: [0-9a-f]{12}, kitroom\.yaml of .*, adopted .*\n\nhost .*\n[^]* \(this one\) .* outdated +runs\n/,
    ),
  })
  expect((await kitroom('settings', '--text')).out).toContain(mainSource)
  expect((await kitroom('settings', 'adopt', '--json')).code).toBe(0)
  expect({ sources: await sources(), fileHere: await fileHere() }).toEqual({ sources: ['other'], fileHere: 'current' })
})

it('a new host with a new text, and no other worker, adopts it', async () => {
  await studio.worker.stop()
  rmSync(path('host-id'))
  studio.configure(`# new\n${mainSource}`)
  await studio.startWorker()
  expect({ sources: await sources(), fileHere: await fileHere() }).toEqual({ sources: ['main'], fileHere: 'current' })
})

it('a file that a start wrote, and its first edits, end no source until they have it again or a person adopts them', async () => {
  await studio.worker.stop()
  rmSync(path('host-id'))
  studio.configure(STARTER_CONFIG)
  await studio.startWorker()
  const state = async () => ({ sources: await sources(), fileHere: await fileHere(), codes: await codes() })
  const unused = { sources: ['main'], fileHere: 'conflict', codes: ['settings_conflict'] }
  expect(await state()).toEqual(unused)
  studio.configure(STARTER_CONFIG.replace('sources: []\n', otherSource))
  expect(await state()).toEqual(unused)
  const [problem] = (await studio.sync.client.call(listProblems)).body.data
  expect(problem).toMatchObject({
    title: 'kitroom.yaml is not used: it would end sources, calendars or channels',
    detail: expect.stringContaining('It does not have what is in force: sources: main.'),
  })
  expect((await kitroom('settings')).code).toBe(1)
  studio.configure(`${mainSource}warranty:\n  steps: [30]\n`)
  expect(await state()).toEqual({ sources: ['main'], fileHere: 'current', codes: [] })
  studio.configure(otherSource)
  expect(await state(), 'an edit of a file that was in force may end a source').toMatchObject({ sources: ['other'] })
  studio.configure(mainSource)
})

it('a host without a file gets the text in force when Kitroom starts there, with its secrets', async () => {
  const text = 'sources:\n  - id: web\n    url: https://example.com/gear.csv?sig=7f3a9c\n'
  studio.configure(text)
  expect(await sources()).toEqual(['web'])
  const env = { ...process.env, ...studio.environment() }
  expect(await writeMissingConfig(path('other.yaml'), env)).toBe('in force')
  expect(readFileSync(path('other.yaml'), 'utf8')).toBe(text)
  expect(await writeMissingConfig(path('other.yaml'), env)).toBeUndefined()
  rmSync(path('other.yaml'))
  studio.configure(mainSource)
  expect(await sources()).toEqual(['main'])
})

it('a host that ran without a file does not end sources with its first one', async () => {
  await studio.worker.stop()
  rmSync(path('host-id'))
  rmSync(path('kitroom.yaml'))
  await studio.startWorker()
  expect({ sources: await sources(), fileHere: await fileHere() }).toEqual({ sources: ['main'], fileHere: 'missing' })
  studio.configure(otherSource.replaceAll('other', 'third'))
  expect({ sources: await sources(), fileHere: await fileHere() }).toEqual({ sources: ['main'], fileHere: 'conflict' })
  expect((await kitroom('settings', 'adopt', '--json')).code).toBe(0)
  expect({ sources: await sources(), fileHere: await fileHere() }).toEqual({ sources: ['third'], fileHere: 'current' })
  studio.configure(mainSource)
  expect(await sources()).toEqual(['main'])
})

it('a worker of the version before, which stored no text in force, adopts its file', async () => {
  await studio.worker.stop()
  for (const table of ['settings', 'settings_adoption', 'settings_host']) await studio.stateSql(`delete from ${table}`)
  studio.configure(otherSource)
  await studio.startWorker()
  expect({ sources: await sources(), fileHere: await fileHere() }).toEqual({ sources: ['other'], fileHere: 'current' })
})

it.skipIf(stateOnPostgres)(
  `after a restore of worker.db, a file that was changed since the backup is adopted${sqliteStateOnly}`,
  async () => {
    await studio.worker.stop()
    copyFileSync(path('worker.db'), path('copy.db'))
    studio.configure(mainSource)
    await studio.startWorker()
    expect(await sources()).toEqual(['main'])
    await studio.worker.stop()
    copyFileSync(path('copy.db'), path('worker.db'))
    await studio.startWorker()
    expect({ sources: await sources(), fileHere: await fileHere(), textInForce: await textInForce() }).toEqual({
      sources: ['main'],
      fileHere: 'current',
      textInForce: mainSource,
    })
  },
)

it('a worker with another encryption key says that it cannot use settings with the query of a web address', async () => {
  studio.configure('sources:\n  - id: web\n    url: https://example.com/gear.csv?sig=7f3a9c\n')
  expect(await sources()).toEqual(['web'])
  await studio.worker.stop()
  rmSync(path('kitroom.yaml'))
  await studio.startWorker({ KITROOM_ENCRYPTION_KEY: randomBytes(32).toString('base64') })
  await expect(sources()).rejects.toThrow('the same KITROOM_ENCRYPTION_KEY')
  expect({ fileHere: await fileHere(), codes: await codes() }).toEqual({
    fileHere: 'invalid',
    codes: ['settings_invalid'],
  })
  await studio.worker.stop()
  await studio.startWorker()
  expect({ sources: await sources(), fileHere: await fileHere() }).toEqual({ sources: ['web'], fileHere: 'missing' })
})

it('settings with the query of a web address outlive the key that sealed them, after one start with two keys', async () => {
  const sealedText = async () =>
    (await studio.stateSql('select sealed, text, sha256, host, adopted_at from settings'))[0]
  const before = await sealedText()
  const restart = async (): Promise<unknown> => {
    await studio.worker.stop()
    await studio.startWorker()
    expect({ sources: await sources(), fileHere: await fileHere() }).toEqual({ sources: ['web'], fileHere: 'missing' })
    return studio.worker.log.findLast(({ msg }) => String(msg).includes('needs the earlier encryption key'))?.[
      'resealed'
    ]
  }
  const { dropEarlierKey } = rotateKeyFile(studio.folder.dataDir)
  expect(await restart()).toBe(1)
  const after = await sealedText()
  expect(after).toEqual({ ...before, sealed: expect.any(String) })
  expect(after?.['sealed']).not.toBe(before?.['sealed'])
  expect({ exitCode: await restart(), sealedText: await sealedText() }).toEqual({ exitCode: 0, sealedText: after })
  dropEarlierKey()
  expect({ exitCode: await restart(), sealedText: await sealedText() }).toEqual({
    exitCode: undefined,
    sealedText: after,
  })
})

it('the label of a host is for files, and has the characters of an id', () => {
  expect(listConfigFaults('sources:\n  - { id: web, url: https://example.com/a.csv, on: nas }\n')).toEqual([
    'kitroom.yaml:2: sources.0.on: is for file:; any worker fetches the sheet of url:',
  ])
  expect(listConfigFaults('sources:\n  - { id: main, file: a.csv, on: Studio NAS }\n').join()).toContain(
    'sources.0.on: must be 1 to 64 lower-case letters',
  )
  expect(() => loadWorkerConfig({ ...studio.environment(), KITROOM_FILES: 'Studio NAS' })).toThrow(
    /KITROOM_FILES.*lower-case letters/,
  )
})
