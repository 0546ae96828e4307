import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { explainError } from '../../../platform/google/explainError.ts'
import { limitBody } from '../../../platform/google/limitBody.ts'
import { createTransport } from '../../../platform/google/transport.ts'
import { SheetRefused } from '../../../sheets/types.ts'
import { SourceUnavailable } from '../../../sheets/sources/source.ts'
import { addressOf, fetchFrom, gearOf, openGoogleSource, type GoogleSource } from './support/googleSource.ts'

let source: GoogleSource
beforeEach(async () => {
  source = await openGoogleSource()
})
afterEach(() => source[Symbol.asyncDispose]())

/** Fails unless the fetch is refused. @returns the message */
async function refusalOf(fetching: Promise<unknown>): Promise<string> {
  const error = await fetching.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SheetRefused)
  return (error as SheetRefused).message
}

async function delayOf(fetching: Promise<unknown>): Promise<SourceUnavailable> {
  const error = await fetching.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SourceUnavailable)
  return error as SourceUnavailable
}

describe('refusals say what to do', () => {
  it('not shared, unknown, in the trash', async () => {
    const closed = source.google.addSpreadsheet({ sheets: [gearOf(1)] })
    expect(await refusalOf(fetchFrom(source, addressOf(closed)))).toContain(`${source.email} may not read`)
    expect(await refusalOf(fetchFrom(source, '1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'))).toMatch(
      /Google has no spreadsheet 1AbC/,
    )
    const trashed = source.google.addSpreadsheet({
      sheets: [gearOf(1)],
      trashed: true,
      sharedWith: { [source.email]: 'reader' },
    })
    expect(await refusalOf(fetchFrom(source, addressOf(trashed)))).toMatch(/in the trash/)
  })

  it('the Sheets API is off; without the Drive API the cells are read each time', async () => {
    const spreadsheet = source.add([gearOf(1)])
    source.google.disableApi('drive')
    const sheet = await fetchFrom(source, addressOf(spreadsheet))
    expect(sheet.version).toBeUndefined()
    source.google.disableApi('sheets')
    expect(await refusalOf(fetchFrom(source, addressOf(spreadsheet)))).toMatch(/Google Sheets API is switched off/)
  })

  it('the key: none, open to others, damaged, deleted', async () => {
    const spreadsheet = source.add([gearOf(1)])
    const withKey = (keyFile: string | undefined) =>
      fetchFrom(source, addressOf(spreadsheet), { google: source.createHost(keyFile) })
    expect(await refusalOf(withKey(undefined))).toMatch(/set KITROOM_GOOGLE_KEY_FILE/)
    expect(await refusalOf(withKey(`${source.keyFile}.none`))).toMatch(/cannot be read \(ENOENT\)/)
    chmodSync(source.keyFile, 0o644)
    expect(await refusalOf(withKey(source.keyFile))).toMatch(/chmod 600/)
    chmodSync(source.keyFile, 0o600)
    writeFileSync(source.keyFile, '{"type":"service_account"}')
    expect(await refusalOf(withKey(source.keyFile))).toMatch(/is no key file/)
  })

  it('a key that Google does not know', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = JSON.parse(readFileSync(source.keyFile, 'utf8')) as object
    const otherKey = { ...key, private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }
    writeFileSync(source.keyFile, JSON.stringify(otherKey))
    const spreadsheet = source.add([gearOf(1)])
    const message = await refusalOf(
      fetchFrom(source, addressOf(spreadsheet), { google: source.createHost(source.keyFile) }),
    )
    expect(message).toMatch(/refuses the key of the service account/)
  })

  it.each([
    ['deleted_client', 'The service account was deleted.'],
    ['unauthorized_client', 'Google does not allow this service account the scopes'],
    ['admin_policy_enforced', 'The organisation forbids this access by a policy.'],
  ] as const)('%s of the token endpoint', async (tokenError, text) => {
    const spreadsheet = source.add([gearOf(1)])
    source.google.faults.next('token', { tokenError })
    expect(await refusalOf(fetchFrom(source, addressOf(spreadsheet)))).toContain(text)
    expect(source.google.calls.map(({ method }) => method)).toEqual(['token'])
  })
})

describe('a 403 that sharing the sheet does not end', () => {
  it.each([
    ['CONSUMER_INVALID', 'Google does not know the project of the service account any more'],
    ['CONSUMER_SUSPENDED', 'Google has suspended the project of the service account'],
    ['USER_PROJECT_DENIED', 'the role "Service Usage Consumer"'],
    ['BILLING_DISABLED', 'The billing of the project of the service account is off'],
    ['SECURITY_POLICY_VIOLATED', 'The organisation forbids this access by a policy'],
    ['SOMETHING_NEW', 'Google refuses the request for spreadsheet'],
  ])('%s', async (reason, text) => {
    const spreadsheet = source.add([gearOf(1)])
    source.google.faults.next('sheets.spreadsheets.get', { status: 403, reason })
    const message = await refusalOf(fetchFrom(source, addressOf(spreadsheet)))
    expect(message).toContain(text)
    expect(message).not.toMatch(/Share|may not read/)
  })

  it('domainPolicy of Drive explains the refusal of Sheets, and stops no sheet that can be read', async () => {
    const spreadsheet = source.add([gearOf(1)])
    source.google.faults.next('drive.files.get', { status: 403, reason: 'domainPolicy' }, 2)
    expect((await fetchFrom(source, addressOf(spreadsheet))).version).toBeUndefined()
    spreadsheet.sharedWith.clear()
    expect(await refusalOf(fetchFrom(source, addressOf(spreadsheet)))).toMatch(
      /administrators of the organisation have switched off access of apps to Google Drive/,
    )
  })

  it('one without a reason is about sharing', async () => {
    const spreadsheet = source.add([gearOf(1)])
    spreadsheet.sharedWith.clear()
    expect(await refusalOf(fetchFrom(source, addressOf(spreadsheet)))).toContain(`${source.email} may not read`)
  })
})

it('an answer that is too large is refused, not retried', async () => {
  const large = limitBody(new Response('x'.repeat(3 * 2 ** 20)), 2 ** 21)
  const reason: unknown = await large.text().catch((error: unknown) => error)
  const account = { kind: 'service_account', email: 'a@b.example', id: 'a@b.example' } as const
  const subject = { resource: { thing: 'spreadsheet', id: '1' }, api: 'Google Sheets API' } as const
  expect(explainError(new Error('wrapped', { cause: reason }), account, subject)).toMatchObject({
    name: 'GoogleRefused',
    message: expect.stringMatching(/^Google sends more than 2 MiB/) as string,
  })
  expect(await limitBody(new Response('small'), 5).text()).toBe('small')
})

it('a request may take the 180 seconds that Google allows itself', () => {
  expect(createTransport(undefined).timeout).toBeGreaterThan(180_000)
})

describe('what passes is retried', () => {
  it.each([
    [{ status: 429 as const, retryAfter: 7 }, 7000],
    [{ status: 503 as const }, undefined],
    [{ status: 500 as const }, undefined],
    [{ status: 403 as const, reason: 'rateLimitExceeded' }, undefined],
    [{ cut: true as const }, undefined],
  ])('%o of a read, once', async (fault, retryAfterMs) => {
    const spreadsheet = source.add([gearOf(1)])
    source.google.faults.next('sheets.spreadsheets.get', fault)
    expect((await delayOf(fetchFrom(source, addressOf(spreadsheet)))).retryAfterMs).toBe(retryAfterMs)
    expect(source.takeCalls()).toEqual(['drive.files.get', 'get'])
    expect((await fetchFrom(source, addressOf(spreadsheet))).name).toBe('Gear.gsheet')
  })

  it('a token call that fails is one call, and the error has no assertion', async () => {
    const spreadsheet = source.add([gearOf(1)])
    source.google.faults.next('token', { status: 503 })
    const error = await delayOf(fetchFrom(source, addressOf(spreadsheet)))
    expect(source.google.calls.map(({ method }) => method)).toEqual(['token'])
    expect(`${error.stack ?? ''} ${JSON.stringify(error)} ${String(error.cause)}`).not.toMatch(/assertion|eyJ|Bearer/)
  })

  it('a token that Google ends early is renewed once', async () => {
    const spreadsheet = source.add([gearOf(1)])
    source.google.faults.next('sheets.spreadsheets.get', { unauthorizedOnce: true })
    expect((await fetchFrom(source, addressOf(spreadsheet))).name).toBe('Gear.gsheet')
  })
})

it('an attempt that ends early gives back the reads that it did not make', async () => {
  source.google.limitReads(60)
  const spreadsheet = source.add([gearOf(1)])
  source.google.faults.next('sheets.spreadsheets.values.batchGet', { status: 503 }, 12)
  for (let attempt = 0; attempt < 12; attempt++)
    expect((await delayOf(fetchFrom(source, addressOf(spreadsheet)))).message).toMatch(/answers 503/)
  expect(source.takeCalls().filter((method) => method !== 'drive.files.get')).toHaveLength(36)
  expect((await fetchFrom(source, addressOf(spreadsheet))).name).toBe('Gear.gsheet')
})

it('no sliding minute has more than 50 reads, with five sheets at once', async () => {
  source.google.limitReads(50)
  const sheets = Array.from({ length: 8 }, () => source.add([gearOf(3)]))
  const waiting = [...sheets]
  while (waiting.length > 0) {
    const results = await Promise.allSettled(
      waiting.slice(0, 5).map((spreadsheet) => fetchFrom(source, addressOf(spreadsheet))),
    )
    const delays = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as SourceUnavailable] : [],
    )
    for (const delay of delays) expect(delay.message).toMatch(/Other sheets use up the reads/)
    waiting.splice(0, 5, ...waiting.slice(0, 5).filter((_, index) => results[index]?.status === 'rejected'))
    if (delays.length > 0) break
  }
  const reads = source.google.calls.filter(({ method }) => method.startsWith('sheets.'))
  expect(reads.every(({ status }) => status === 200)).toBe(true)
  expect(reads.length).toBeLessThanOrEqual(50)
  expect(waiting.length).toBeGreaterThan(0)
  source.google.limitReads(undefined)
  source.clock.move(61_000)
  for (const spreadsheet of waiting.slice(0, 5))
    expect((await fetchFrom(source, addressOf(spreadsheet))).name).toBe('Gear.gsheet')
})
