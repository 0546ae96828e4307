import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectGoogle } from '../../platform/google/connect.ts'
import { purposes } from '../../platform/google/scopes.ts'
import { checkAccess } from '../../sheets/sources/googleSheet/checkAccess.ts'
import type { GoogleHost } from '../../sheets/sources/source.ts'
import { findEmail } from '../../worker/google/findEmail.ts'
import {
  addressOf,
  fetchFrom,
  gearOf,
  openGoogleSource,
  type GoogleSource,
} from '../sheets/sources/support/googleSource.ts'
import { messagesOf, writeTo } from '../sheets/sources/support/writeBack.ts'
import type { StoredSpreadsheet } from './sheets/storedSpreadsheet.ts'
import { signIn } from './signIn.ts'
import { methods as knownMethods } from './discovery/documents.ts'

const ADA = 'ada@example.com'
const AUTH = 'https://www.googleapis.com/auth/'
/** Scopes that open more than what Kitroom needs. */
const WIDE = ['drive', 'drive.readonly', 'drive.metadata', 'spreadsheets'].map((name) => AUTH + name)

let source: GoogleSource
beforeAll(async () => {
  source = await openGoogleSource()
})
afterAll(() => source[Symbol.asyncDispose]())

async function read(google: GoogleHost, spreadsheet: StoredSpreadsheet): Promise<void> {
  const signal = AbortSignal.timeout(20_000)
  await findEmail(await google.connect(), signal)
  await checkAccess(addressOf(spreadsheet), google, signal)
  await fetchFrom(source, addressOf(spreadsheet), { google })
}

const write = (google: GoogleHost, spreadsheet: StoredSpreadsheet): Promise<unknown> =>
  writeTo(source, spreadsheet, messagesOf(['C-1']), { google })

/** @returns ids of the methods that were called */
async function callsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = source.google.calls.length
  await work()
  const calls = source.google.calls.slice(before).filter(({ method }) => method.includes('.'))
  expect(calls.filter(({ status }) => status !== 200)).toEqual([])
  return [...new Set(calls.map(({ method }) => method))]
}

const { person, serviceAccount } = purposes.sheets

describe.each([
  { who: 'a person', scopes: person, works: [read, write], wide: [] },
  { who: 'a service account that reads', scopes: serviceAccount.read, works: [read], wide: [] },
  { who: 'a service account that writes', scopes: serviceAccount.write, works: [write], wide: [`${AUTH}spreadsheets`] },
])('the scopes of $who', ({ who, scopes, works, wide }) => {
  it('open each method that Kitroom calls, each is needed, and none is wider than that', async () => {
    const spreadsheet = source.google.addSpreadsheet({
      sheets: [gearOf(3)],
      sharedWith: { [ADA]: 'writer', [source.email]: 'writer' },
    })
    const host = source.deps().google
    const clients = await connectGoogle(
      await signIn(source.google, 'sheets', ADA, [spreadsheet.id]),
      'sheets',
      source.google.url,
    )
    const google = who === 'a person' ? { ...host, connect: async () => clients } : host
    const methods = await callsOf(async () => {
      for (const work of works) await work(google, spreadsheet)
    })
    expect(methods).toContain('sheets.spreadsheets.values.batchGet')
    const opening = methods.map((id) =>
      (knownMethods.find((method) => method.id === id)?.scopes ?? []).filter((scope) => scopes.includes(scope)),
    )
    expect(opening.filter((found) => found.length === 0)).toEqual([])
    const needed = scopes.filter((scope) => opening.some((found) => found.every((other) => other === scope)))
    expect(needed).toEqual(scopes)
    expect(scopes.filter((scope) => WIDE.includes(scope))).toEqual(wide)
  })
})
