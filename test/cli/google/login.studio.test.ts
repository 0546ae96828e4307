import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openRedirectListener } from '../../../cli/nouns/google/redirectListener.ts'
import { finishGoogleSignIn, startGoogleSignIn } from '../../../contract/control/google.ts'
import { withTimeLimit } from '../../../worker/google/timeLimit.ts'
import {
  ADA,
  findRedirect,
  GRACE,
  openGoogleStudio,
  toSignInBody,
  visit,
  waitForAddress,
  type GoogleStudio,
} from './support.ts'

let one: GoogleStudio
beforeAll(async () => {
  one = await openGoogleStudio()
})
afterAll(() => one[Symbol.asyncDispose]())
beforeEach(() => one.google.signIn(ADA, { picks: [one.spreadsheet.id] }))
afterEach(() => one.google.faults.clear())

const rows = (): Promise<{ email: string; client_id: string; sealed: string }[]> =>
  one.studio.stateSql('select * from google_sign_in')

it('login asks for picked files only, with PKCE and a state, and then the sheet is synced', async () => {
  let address = ''
  let page = ''
  const { code, out, err } = await one.login(async (found) => {
    address = found
    page = await (await visit(found)).text()
  })
  const query = Object.fromEntries(new URL(address).searchParams)
  expect(query).toMatchObject({
    scope: 'https://www.googleapis.com/auth/drive.file',
    access_type: 'offline',
    prompt: 'consent',
    trigger_onepick: 'true',
    code_challenge_method: 'S256',
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
  })
  expect(query['state']?.length).toBeGreaterThanOrEqual(43)
  expect({ code, page }).toEqual({ code: 0, page: expect.stringContaining('the terminal shows the result') })
  expect(out).toMatch(/^Signed in as ada@example\.com\.\nPicked: 1 file\..*\n.*"Testing".*7 days/)
  expect(err).toContain('No browser could be started')
  expect(await one.studio.sync.syncAll('main')).toMatchObject({ status: 'completed', results: { created: 2 } })
})

it('a later login needs no file', async () => {
  const before = await rows()
  const started = one.start(['login'])
  const address = await waitForAddress(started)
  expect(new URL(address).searchParams.get('client_id')).toBe(one.client.client_id)
  await visit(address)
  expect((await started.ended).out).toMatch(/^Signed in as ada@example\.com\./)
  const after = await rows()
  expect(after).toMatchObject([{ email: ADA, client_id: one.client.client_id }])
  expect(after[0]?.sealed).not.toBe(before[0]?.sealed)
})

it('fetches share one access token', async () => {
  const count = (): number => one.google.calls.filter(({ method }) => method === 'token').length
  const { run_id: first } = await one.studio.sync.start({ source: 'main' })
  await one.studio.sync.follow(first)
  const before = count()
  const { run_id: second } = await one.studio.sync.start({ source: 'main' })
  expect(await one.studio.sync.follow(second)).toMatchObject({ counts: { unchanged: 2 } })
  expect(count()).toBe(before)
})

it('the browser is started with the address', async () => {
  const programs = join(one.studio.folder.dataDir, 'programs')
  mkdirSync(programs)
  const opened = join(programs, 'opened.txt')
  const script = `#!${process.execPath}\nconst [address] = process.argv.slice(2)\nrequire('fs').writeFileSync(${JSON.stringify(opened)}, address)\nfetch(address)\n`
  for (const name of ['xdg-open', 'open']) writeFileSync(join(programs, name), script, { mode: 0o755 })
  const started = one.start(['login', '--client', one.clientFile, '--json'], { PATH: programs })
  const { code, out, err } = await started.ended
  expect({ code, out: JSON.parse(out) }).toMatchObject({
    code: 0,
    out: { data: { email: ADA, picked_file_ids: [one.spreadsheet.id], replaced: null } },
  })
  expect(err).toContain(readFileSync(opened, 'utf8'))
  expect(err).toContain('Your browser opens it now.')
})

it('another account replaces the first, whose access remains at Google', async () => {
  one.google.signIn(GRACE)
  const { code, out } = await one.login()
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(
      /Signed in as grace@.*\nNo sheet was picked[^]*replaces the sign-in of ada@example\.com/,
    ),
  })
  expect(await rows()).toMatchObject([{ email: GRACE }])
  one.google.signIn(ADA, { picks: [one.spreadsheet.id] })
  expect((await one.login()).code).toBe(0)
  expect(await rows()).toMatchObject([{ email: ADA }])
})

describe('with --no-browser, the address of the redirect is pasted', () => {
  const paste = async (change: (redirect: string) => string) => {
    const started = one.start(['login', '--client', one.clientFile, '--no-browser'], {}, null)
    const redirect = await findRedirect(await waitForAddress(started))
    started.child.stdin?.end(`${change(redirect)}\n`)
    return started.ended
  }

  it('and the sign-in is stored', async () => {
    const { code, out, err } = await paste((redirect) => redirect)
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Signed in as ada@') })
    expect(err).toContain('Copy the address of that page')
  })

  it.each([
    [
      'of another sign-in',
      (redirect: string) => redirect.replace(/state=[\w-]+/, 'state=other'),
      'belongs to another sign-in',
    ],
    ['of another page', () => 'https://accounts.google.com/?code=1', 'This is not the address'],
    ['that is none', () => 'code=1', 'This is not the address'],
    ['that is empty', () => '', 'No address was pasted'],
    ['without a code', (redirect: string) => redirect.replace(/code=[^&]+/, 'code='), 'has no code'],
  ])('an address %s is refused', async (_, change, message) => {
    const before = await rows()
    const { code, err } = await paste(change)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) })
    expect(await rows()).toEqual(before)
  })
})

describe('nothing is stored', () => {
  it('for a redirect with another state, which is ignored', async () => {
    const before = await rows()
    const statuses: number[] = []
    // As a browser does.
    const advance = new Socket()
    const result = await one.login(async (address) => {
      const redirectUri = new URL(address).searchParams.get('redirect_uri') ?? ''
      advance.connect(Number(new URL(redirectUri).port), '127.0.0.1')
      await once(advance, 'connect')
      for (const path of ['/?code=1&state=other', '/?code=1', '/favicon.ico'])
        statuses.push((await fetch(redirectUri + path)).status)
      statuses.push((await fetch(`${redirectUri}/`, { method: 'POST' })).status)
      expect(await rows()).toEqual(before)
      await visit(address)
    })
    expect(statuses).toEqual([400, 400, 404, 404])
    expect(result.code).toBe(0)
  })

  it('when the person declines, unticks the scope, or stops the command', async () => {
    const before = await rows()
    one.google.signIn(undefined)
    expect(await one.login()).toMatchObject({
      code: 1,
      err: expect.stringContaining('The access was declined at Google') as string,
    })
    one.google.signIn(ADA, { unticksAll: true })
    expect(await one.login()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/drive\.file: its box was left unticked.*tick every box/) as string,
    })
    const started = one.start(['login', '--client', one.clientFile])
    await waitForAddress(started)
    started.child.kill('SIGINT')
    expect(await started.ended).toMatchObject({
      code: 1,
      err: expect.stringContaining('The sign-in was stopped') as string,
    })
    expect(await rows()).toEqual(before)
  })

  it('when Google does not answer, or no longer knows the client', async () => {
    const before = await rows()
    one.google.faults.next('token', { status: 503 })
    const failed = await one.login(visit, '--json')
    expect(failed).toMatchObject({ code: 1, json: { code: 'google_unavailable' } })
    const { installed: other } = one.google.addDesktopClient()
    const otherFile = join(one.studio.folder.dataDir, 'other.json')
    writeFileSync(otherFile, JSON.stringify({ installed: other }), { mode: 0o600 })
    const refused = await one.login(
      async (address) => {
        const redirect = await findRedirect(address)
        one.google.removeOAuthClient(other.client_id)
        await fetch(redirect)
      },
      '--client',
      otherFile,
    )
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining('Google does not know this OAuth client') as string,
    })
    expect(await rows()).toEqual(before)
  })

  it('for a code that is used again', async () => {
    const verifier = randomBytes(32).toString('base64url')
    const { client } = one.studio.sync
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const start = {
      purpose: 'sheets',
      client_id: one.client.client_id,
      redirect_uri: 'http://127.0.0.1:50000',
      state: 's',
      code_challenge,
    } as const
    const { url } = (await client.call(startGoogleSignIn, { body: start })).body.data
    const body = toSignInBody(await findRedirect(url), one.client, verifier)
    expect((await client.call(finishGoogleSignIn, { body })).body.data).toMatchObject({ email: ADA })
    const before = await rows()
    await expect(client.call(finishGoogleSignIn, { body })).rejects.toMatchObject({
      code: 'google_refused',
      detail: expect.stringContaining('it was used before') as string,
    })
    const other = {
      ...body,
      code: new URL(await findRedirect(url)).searchParams.get('code') ?? '',
      code_verifier: 'x'.repeat(43),
    }
    await expect(client.call(finishGoogleSignIn, { body: other })).rejects.toMatchObject({ code: 'google_refused' })
    expect(await rows()).toEqual(before)
  })
})

it('nobody waits for ever', async () => {
  await expect(withTimeLimit(20, () => new Promise(() => undefined))).rejects.toThrow(
    'Google did not answer within 0.02 s.',
  )
  const listener = await openRedirectListener('state')
  await expect(listener.wait(20)).rejects.toThrow('Nobody signed in')
  await expect(fetch(listener.redirectUri)).rejects.toThrow('fetch failed')
})

describe('the file of the OAuth client', () => {
  const loginWith = async (content: unknown, mode = 0o600): Promise<string> => {
    const file = join(one.studio.folder.dataDir, 'candidate.json')
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    chmodSync(file, mode)
    const { code, err } = await one.kitroom('google', 'login', '--client', file)
    expect(code).toBe(1)
    return err
  }

  it.each([
    [
      'of a web site',
      { web: { client_id: 'a', client_secret: 'hidden' } },
      'is a client of the type "Web application"',
    ],
    [
      'of a service account',
      { type: 'service_account', private_key: 'hidden' },
      'set KITROOM_GOOGLE_KEY_FILE to its path',
    ],
    ['without a secret', { installed: { client_id: 'a' } }, 'is no file of an OAuth client'],
    ['that is no JSON', 'hidden', 'is no file of an OAuth client'],
  ])('%s is refused', async (_, content, message) => {
    const err = await loginWith(content)
    expect(err).toContain(message)
    expect(err).toContain('choose "Desktop app"')
    expect(err).not.toContain('hidden')
  })

  it('that others can read, or that is missing, is refused', async () => {
    expect(await loginWith({ installed: one.client }, 0o644)).toContain('chmod 600')
    expect((await one.kitroom('google', 'login', '--client', 'none.json')).err).toContain(
      'none.json cannot be read (ENOENT)',
    )
  })
})
