import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, runOperatorCommand } from '../support/account.ts'
import { createApi } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { createSeededRandom } from '../support/random.ts'
import { startServer, createDataFolder, type DataFolder } from '../support/server.ts'
import { kitroom, kitroomJson, startCommand } from '../server/operator/support.ts'
import { fullOrSmall } from '../support/counts.ts'
import { HANG_GUARD_MS, pause } from '../support/wait.ts'

/** When a restore is killed: after this output, or (`undefined`) as soon as files begin to move. */
const KILL_MOMENTS = [/Checking the backup/, /Restoring gear/, /Restoring audit/, /Verifying/, undefined]
const CYCLE_COUNT = fullOrSmall(10, 2)
/** The small run resumes every third state between two moves: before a move of an old file, and of a new one. */
const STEPS_PER_STATE = fullOrSmall(1, 3)

let folder: DataFolder
let backup: string
/** The data folder before each restore: another account, a worker's database, keys. */
let folderBefore: string

const names = async (dataDir: string): Promise<unknown[]> =>
  (await runSql<{ name: string }>(join(dataDir, 'kitroom.db'), 'select name from account')).map(({ name }) => name)

async function makeData(dataDir: string, name: string, items: number): Promise<void> {
  mkdirSync(dataDir)
  const account = await createAccount(dataDir, name)
  await using server = await startServer(dataDir)
  const api = createApi(server.url, account.api_key)
  for (let index = 0; index < items; index++) await api.createItem({ model: `${name} ${index}` })
  await runSql(join(dataDir, 'worker.db'), `create table of_${name.toLowerCase()} (a text)`)
  for (const key of ['worker.json', 'cli.json', 'host-id']) writeFileSync(join(dataDir, key), name, { mode: 0o600 })
}

beforeAll(async () => {
  folder = createDataFolder()
  folderBefore = join(folder.dataDir, 'before')
  backup = join(folder.dataDir, 'backup')
  await makeData(join(folder.dataDir, 'source'), 'New', 40)
  await makeData(folderBefore, 'Old', 5)
  await kitroomJson(join(folder.dataDir, 'source'), ['backup', '--out', backup])
})
afterAll(() => folder[Symbol.dispose]())

/** Checks that database, worker's database and keys are all old or all new. */
async function expectOldOrNew(dataDir: string, kind: 'Old' | 'New'): Promise<void> {
  expect(await names(dataDir)).toEqual([kind])
  const tables = await runSql<{ name: string }>(
    join(dataDir, 'worker.db'),
    "select name from sqlite_master where type = 'table'",
  )
  expect(tables).toEqual([{ name: `of_${kind.toLowerCase()}` }])
  for (const key of ['worker.json', 'cli.json', 'host-id'])
    expect(readFileSync(join(dataDir, key), 'utf8'), `the file ${key}`).toBe(kind)
  if (kind === 'Old') await checkInvariants(join(dataDir, 'kitroom.db'))
}

/** Checks that commands refuse the folder, then finishes the restore. */
async function finish(dataDir: string): Promise<void> {
  const refusedRun = await kitroom(dataDir, ['account', 'list'])
  expect({ code: refusedRun.code, err: refusedRun.err.trim() }).toEqual({
    code: 1,
    err: `A restore into ${dataDir} was interrupted half way. Finish it first: npm run kitroom -- restore --resume`,
  })
  await runOperatorCommand(dataDir, 'restore', '--resume')
}

it('kill -9 at any moment leaves the old data, or a journal from which the restore resumes', async () => {
  const random = createSeededRandom(20_261_121)
  const ends = { old: 0, resumed: 0, done: 0 }
  for (let cycle = 0; cycle < CYCLE_COUNT; cycle++) {
    const dataDir = join(folder.dataDir, `cycle-${cycle}`)
    cpSync(folderBefore, dataDir, { recursive: true })
    const restoreCommand = startCommand(dataDir, 'restore.ts', ['--from', backup, '--replace', '--yes'])
    const moment = KILL_MOMENTS[cycle % KILL_MOMENTS.length]
    if (moment)
      await restoreCommand
        .waitForOutput(moment, HANG_GUARD_MS)
        .then(() => pause(random.next() * 20, 'the kill comes at a random moment'))
    else
      while (!existsSync(join(dataDir, 'restore.json')) && restoreCommand.child.exitCode === null) await setImmediate()
    restoreCommand.child.kill('SIGKILL')
    const { code } = await restoreCommand.ended
    const isUnfinished = existsSync(join(dataDir, 'restore.json'))
    if (isUnfinished) await finish(dataDir)
    const isNew = (await names(dataDir))[0] === 'New'
    const end = isNew ? 'done' : 'old'
    ends[isUnfinished ? 'resumed' : end] += 1
    await expectOldOrNew(dataDir, isNew ? 'New' : 'Old')
    expect(isNew || (code !== 0 && !isUnfinished), 'a restore that exited with 0, or was resumed, is complete').toBe(
      true,
    )
    // The next restore ignores and removes the unfinished files of the killed one.
    await runOperatorCommand(dataDir, 'restore', '--from', backup, '--replace', '--yes')
    await expectOldOrNew(dataDir, 'New')
    expect(readdirSync(dataDir).filter((name) => name.includes('unfinished'))).toEqual([])
    rmSync(dataDir, { recursive: true })
  }
  console.log(`restores killed: ${JSON.stringify(ends)}`)
  expect(ends.old, 'some were killed before any change').toBeGreaterThan(0)
})

it('kill -9 between any two moves of files blocks commands until the restore is resumed, and then all data is new', async () => {
  // A finished restore leaves the new files and the renamed old files. From them the test rebuilds every state in
  // between.
  const restoredFolder = join(folder.dataDir, 'done')
  cpSync(folderBefore, restoredFolder, { recursive: true })
  const restored = await kitroomJson(restoredFolder, ['restore', '--from', backup, '--replace', '--yes'])
  const moves = (restored['aside'] as string[]).map((asidePath) => ({
    path: asidePath.replace(/\.before-.*$/, ''),
    aside: asidePath,
  }))
  expect(moves.map(({ path }) => path.slice(restoredFolder.length + 1)).toSorted()).toEqual([
    'cli.json',
    'host-id',
    'kitroom.db',
    'worker.db',
    'worker.json',
  ])
  const steps = moves.flatMap(({ path, aside: asidePath }) => [
    [path, asidePath],
    [`${path}.ready`, path],
  ])
  for (let stepsTaken = 0; stepsTaken <= steps.length; stepsTaken += STEPS_PER_STATE) {
    const dataDir = join(folder.dataDir, `step-${stepsTaken}`)
    cpSync(restoredFolder, dataDir, { recursive: true })
    const pathHere = (path: string): string => dataDir + path.slice(restoredFolder.length)
    for (const { path, aside: asidePath } of moves) {
      renameSync(pathHere(path), pathHere(`${path}.ready`))
      renameSync(pathHere(asidePath), pathHere(path))
    }
    const journal = moves.map(({ path, aside: asidePath }) => ({
      ready: pathHere(`${path}.ready`),
      place: pathHere(path),
      aside: pathHere(asidePath),
    }))
    writeFileSync(join(dataDir, 'restore.json'), JSON.stringify({ moves: journal }))
    for (const [from, to] of steps.slice(0, stepsTaken)) renameSync(pathHere(String(from)), pathHere(String(to)))
    await finish(dataDir)
    await expectOldOrNew(dataDir, 'New')
    expect(existsSync(join(dataDir, 'restore.json'))).toBe(false)
    rmSync(dataDir, { recursive: true })
  }
  const nothingRun = await kitroom(restoredFolder, ['restore', '--resume'])
  expect(nothingRun.err).toContain('was interrupted: there is nothing to finish.')
})
