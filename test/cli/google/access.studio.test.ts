import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { explainSource } from '../../../contract/control/explain.ts'
import { listProblems } from '../../../contract/control/problems.ts'
import { countSecrets, requireNoSecret } from '../../google/issuedSecrets.ts'
import { rotateKeyFile } from '../../support/rotateKey.ts'
import {
  ADA,
  explainMain,
  gear,
  openGoogleStudio,
  readHistories,
  visit,
  waitForAddress,
  type GoogleStudio,
} from './support.ts'

let one: GoogleStudio
beforeAll(async () => {
  one = await openGoogleStudio()
})
afterAll(() => one[Symbol.asyncDispose]())
afterEach(() => one.google.faults.clear())

const refusal = async (): Promise<string | undefined> =>
  (await one.studio.sync.client.call(explainSource, explainMain)).body.data.refused?.detail
const plan = async (decide: 'policy' | 'wait' = 'wait') =>
  one.studio.sync.follow((await one.studio.sync.start({ source: 'main', decide })).run_id)
const restartWorker = async (env: Record<string, string> = {}): Promise<void> => {
  await one.studio.worker.stop()
  await one.studio.startWorker(env)
}
const kitroom = (...args: string[]) => one.kitroom('google', ...args)

describe('without an account', () => {
  it('a source, check and logout say what to do', async () => {
    expect(await refusal()).toMatch(
      /Sign in with "kitroom google login --client <file>", or .*set KITROOM_GOOGLE_KEY_FILE/,
    )
    const { code, out } = await kitroom('check')
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(
        /^No account\. Sign in[^]*\n\nmain: 1\S+: cannot be read\n {2}Kitroom has no access to Google/,
      ),
    })
    expect(await kitroom('logout', '--json')).toMatchObject({ code: 1, json: { code: 'not_signed_in' } })
    expect(await kitroom('login')).toMatchObject({
      code: 1,
      err: expect.stringContaining('kitroom google login --client <file>') as string,
    })
  })
})

describe('check', () => {
  it('names a sheet that was not picked, and what to do; then it can be read', async () => {
    one.google.signIn(ADA)
    await one.login()
    expect(await one.check()).toMatchObject({
      accounts: [
        {
          kind: 'person',
          email: ADA,
          in_use: true,
          problem: null,
          scopes: ['https://www.googleapis.com/auth/drive.file'],
        },
      ],
      sheets: [
        {
          source: 'main',
          may_read: false,
          problem: expect.stringContaining('must be picked when you sign in: kitroom google login') as string,
        },
      ],
    })
    expect(await refusal()).toContain('must be picked')
    expect(await plan()).toMatchObject({ status: 'failed' })
    one.google.signIn(ADA, { picks: [one.spreadsheet.id] })
    await one.login()
    const { code, out } = await kitroom('check')
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^Person for sheets: ada@example\.com, signed in \S.*\n {2}scopes: drive\.file\n\nmain: Gear: can be read; the account may edit it\n$/,
      ),
    })
    expect(await one.studio.sync.syncAll('main')).toMatchObject({ status: 'completed', results: { created: 2 } })
  })

  it('tells what Google says of each sheet: role, trash, an API that is off, an outage', async () => {
    one.spreadsheet.sharedWith.set(ADA, 'reader')
    expect((await one.check()).sheets).toMatchObject([{ name: 'Gear', may_read: true, may_edit: false, problem: null }])
    const { id } = one.spreadsheet
    const sourceText = `sources:\n  - id: main\n    google_sheet: ${id}\n`
    one.studio.configure(`${sourceText}    write_back: true\n`)
    expect((await one.check()).sheets).toMatchObject([
      { may_read: true, problem: expect.stringContaining(`${ADA} may not write to spreadsheet ${id}`) as string },
    ])
    one.studio.configure(sourceText)
    one.spreadsheet.trashed = true
    expect((await one.check()).sheets).toMatchObject([
      { may_read: false, problem: expect.stringContaining('in the trash') as string },
    ])
    one.spreadsheet.trashed = false
    one.google.disableApi('drive')
    expect(await one.check()).toMatchObject({
      accounts: [
        {
          email: ADA,
          problem: expect.stringContaining(
            'Google Drive API is switched off in the project of the OAuth client',
          ) as string,
        },
      ],
      sheets: [{ name: null, may_read: true, may_edit: null }],
    })
    one.google.enableApi('drive')
    one.google.disableApi('sheets')
    expect((await one.check()).sheets).toMatchObject([
      { may_read: false, problem: expect.stringContaining('Google Sheets API is switched off') as string },
    ])
    one.google.enableApi('sheets')
    one.google.faults.next('sheets.spreadsheets.get', { status: 503 })
    expect((await one.check()).sheets).toMatchObject([
      { may_read: null, problem: expect.stringContaining('Try again later') as string },
    ])
    one.spreadsheet.sharedWith.set(ADA, 'writer')
  })
})

it('a restart of the worker keeps the sign-in', async () => {
  await restartWorker()
  one.spreadsheet.insertRow('Inventory', 3, gear('C-3'))
  expect(await one.studio.sync.syncAll('main')).toMatchObject({ status: 'completed', results: { created: 1 } })
})

it.each([
  ['deleted_client', 'The OAuth client was deleted in the Google Cloud console.'],
  ['admin_policy_enforced', 'The organisation forbids this access by a policy.'],
] as const)('%s of the token endpoint is explained', async (tokenError, text) => {
  one.google.revokeTokens()
  one.google.faults.next('token', { tokenError }, 10)
  const problem = expect.stringContaining(text) as string
  expect(await one.check()).toMatchObject({
    accounts: [{ email: ADA, problem }],
    sheets: [{ may_read: false, problem }],
  })
  one.google.faults.clear()
  expect(await one.check()).toMatchObject({
    accounts: [{ problem: null }],
    sheets: [{ may_read: true, problem: null }],
  })
})

it('a sign-in that Google has ended is final, reported, and repaired by another sign-in', async () => {
  one.google.revokeConsent(ADA)
  one.google.revokeTokens()
  // As a schedule does.
  const run = await plan('policy')
  expect(run).toMatchObject({
    status: 'failed',
    reason: { detail: expect.stringContaining('ended the sign-in of ada@example.com') as string },
  })
  for (const cause of ['"Testing"', 'six months', '100 newer sign-ins', 'kitroom google login'])
    expect(run.reason?.detail).toContain(cause)
  const problems = async (): Promise<string[]> =>
    (await one.studio.sync.client.call(listProblems)).body.data.map(({ code, detail }) => `${code} ${detail}`)
  await expect.poll(async () => (await problems()).join('\n')).toContain('ended the sign-in of ada@example.com')
  const { code, out } = await kitroom('check')
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('main: ') })
  expect(out.match(/ended the sign-in of ada@example\.com/g)).toHaveLength(2)
  await one.login()
  expect(await plan('policy')).toMatchObject({ counts: { unchanged: 3 } })
  await expect.poll(async () => (await problems()).join('\n')).not.toContain('ended the sign-in')
})

it('an OAuth client that was deleted is reported', async () => {
  const { installed } = one.google.addDesktopClient()
  const file = join(one.studio.folder.dataDir, 'second.json')
  writeFileSync(file, JSON.stringify({ installed }), { mode: 0o600 })
  expect((await one.login(visit, '--client', file)).code).toBe(0)
  one.google.removeOAuthClient(installed.client_id)
  one.google.revokeTokens()
  expect(await refusal()).toContain('Google does not know the OAuth client')
  expect((await one.login()).code).toBe(0)
})

it('a service account takes precedence, and has a quota of its own', async () => {
  const key = one.google.addServiceAccount('kitroom')
  const keyFile = join(one.studio.folder.dataDir, 'key.json')
  writeFileSync(keyFile, JSON.stringify(key), { mode: 0o600 })
  await restartWorker({ KITROOM_GOOGLE_KEY_FILE: keyFile })
  expect(await one.check()).toMatchObject({
    accounts: [
      { kind: 'service_account', email: key.client_email, in_use: true, problem: null },
      { kind: 'person', email: ADA, in_use: false, problem: null },
    ],
    sheets: [{ may_read: false, problem: expect.stringContaining(`${key.client_email} may not read`) as string }],
  })
  const { out } = await one.login()
  expect(out).toContain('The sign-in is not used')
  one.spreadsheet.sharedWith.set(key.client_email, 'reader')
  expect((await one.check()).sheets).toMatchObject([{ may_read: true, may_edit: false }])
  await restartWorker()
  await one.check()
  const credentials = await one.studio.stateSql<{ credential: string }>('select distinct credential from google_read')
  expect(credentials.map(({ credential }) => credential).toSorted()).toEqual(
    [`${ADA} ${one.client.client_id}`, key.client_email].toSorted(),
  )
})

it('no code, verifier, token or key is in a process list, an output or a history', async () => {
  const started = one.start(['login', '--client', one.clientFile])
  const address = await waitForAddress(started)
  const commandLines = [started.child.pid ?? 0, one.studio.worker.pid].map((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
  )
  await visit(address)
  const { out, err } = await started.ended
  await plan()
  await expect.poll(() => readHistories(one.studio)).toContain('main')
  const histories = await readHistories(one.studio)
  expect(countSecrets()).toBeGreaterThan(30)
  // Files, databases and logs are searched when any studio is closed.
  requireNoSecret(new Map(Object.entries({ commandLines: commandLines.join('\n'), out, err, histories })))
})

describe('another encryption key', () => {
  it('changes nothing after one start with both', async () => {
    const { dropEarlierKey } = rotateKeyFile(one.studio.folder.dataDir)
    await restartWorker()
    expect(await plan()).toMatchObject({ counts: { unchanged: 3 } })
    dropEarlierKey()
    await restartWorker()
    expect(await plan()).toMatchObject({ counts: { unchanged: 3 } })
    expect((await kitroom('check')).code).toBe(0)
  })

  it('ends the sign-in until it is repeated; logout needs the key, or --forget', async () => {
    await one.studio.worker.stop()
    rmSync(join(one.studio.folder.dataDir, 'encryption.key'))
    await one.studio.startWorker()
    expect(await refusal()).toMatch(/cannot be decrypted: encryption\.key.*sign in again: kitroom google login/)
    expect((await kitroom('check')).out).toContain('cannot be decrypted')
    expect((await kitroom('login')).err).toMatch(/cannot be decrypted.*kitroom google login --client <file>/)
    expect(await kitroom('logout')).toMatchObject({
      code: 1,
      err: expect.stringContaining('kitroom google logout --forget') as string,
    })
    expect((await one.login()).code).toBe(0)
    expect(await plan()).toMatchObject({ counts: { unchanged: 3 } })
  })
})

describe('logout', () => {
  it('changes nothing while Google does not answer', async () => {
    one.google.faults.next('revoke', { status: 503 })
    expect(await kitroom('logout', '--json')).toMatchObject({
      code: 1,
      json: {
        code: 'google_unavailable',
        detail: expect.stringMatching(
          /unknown whether the sign-in was revoked\. Nothing was deleted here\. Try again later, or remove the access/,
        ) as string,
      },
    })
    expect(await plan()).toMatchObject({ counts: { unchanged: 3 } })
  })

  it('revokes the token and names what ends with it', async () => {
    const { code, out } = await kitroom('logout')
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^The sign-in of ada@example\.com is deleted\. Google has revoked it[^]*No longer readable: main\./,
      ),
    })
    expect(await one.studio.stateSql('select * from google_sign_in')).toEqual([])
    expect(await refusal()).toContain('Kitroom has no access to Google')
    expect(await kitroom('logout', '--json')).toMatchObject({ code: 1, json: { code: 'not_signed_in' } })
  })

  it('deletes what Google had ended before, as after a lost answer, and with --forget asks nobody', async () => {
    await one.login()
    one.google.faults.next('revoke', { commitThen: 503 })
    expect((await kitroom('logout')).code).toBe(1)
    expect((await kitroom('logout')).out).toContain('Google had ended it before.')
    await one.login()
    const before = one.google.calls.length
    expect(await kitroom('logout', '--forget', '--json')).toMatchObject({
      code: 0,
      json: { data: { at_google: 'not_asked', sources: ['main'] } },
    })
    expect(one.google.calls.length).toBe(before)
  })
})
