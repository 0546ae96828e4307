import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectGoogle } from '../../google/connect.ts'
import type { Credential } from '../../google/credential.ts'
import { exchangeCode } from '../../google/signIn.ts'
import { buildConsentUrl } from '../../google/consent.ts'
import { purposes } from '../../google/scopes.ts'
import { checkAccess } from '../../sources/googleSheet/checkAccess.ts'
import type { GoogleHost } from '../../sources/source.ts'
import { findEmail } from '../../worker/google/findEmail.ts'
import { addressOf, fetchFrom, gearOf, openGoogleSource, type GoogleSource } from '../sources/support/googleSource.ts'
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

/** Signs Ada in. */
async function signIn(picks: string[]): Promise<Credential> {
  const { google } = source
  google.signIn(ADA, { picks })
  const { client_id: clientId, client_secret: clientSecret } = google.addDesktopClient().installed
  const redirectUri = 'http://127.0.0.1:50000'
  // S256 of the verifier in the example of RFC 7636, appendix B.
  const [codeVerifier, codeChallenge] = ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM']
  const address = buildConsentUrl({ purpose: 'sheets', clientId, redirectUri, state: 's', codeChallenge }, google.url)
  const redirect = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? ''
  const code = new URL(redirect).searchParams.get('code') ?? ''
  const grant = await exchangeCode({ clientId, clientSecret }, 'sheets', { code, codeVerifier, redirectUri }, google.url)
  return { kind: 'person', email: undefined, clientId, clientSecret, refreshToken: grant.refreshToken }
}

/** Calls every method that Kitroom calls. @returns their ids */
async function callAll(google: GoogleHost, address: string): Promise<string[]> {
  const signal = AbortSignal.timeout(20_000)
  const before = source.google.calls.length
  await findEmail(await google.connect(), signal)
  await checkAccess(address, google, signal)
  await fetchFrom(source, address, { google })
  const calls = source.google.calls.slice(before).filter(({ method }) => method.includes('.'))
  expect(calls.filter(({ status }) => status !== 200)).toEqual([])
  return [...new Set(calls.map(({ method }) => method))]
}

describe.each(['person', 'serviceAccount'] as const)('the scopes of a %s', (kind) => {
  test('open each method that Kitroom calls, each is needed, and none is wide', async () => {
    const spreadsheet = source.google.addSpreadsheet({ sheets: [gearOf(3)], sharedWith: { [ADA]: 'reader', [source.email]: 'reader' } })
    const host = source.deps().google
    const google = kind === 'serviceAccount' ? host : { ...host, connect: async () => person }
    const person = await connectGoogle(await signIn([spreadsheet.id]), 'sheets', source.google.url)
    const methods = await callAll(google, addressOf(spreadsheet))
    expect(methods).toEqual(expect.arrayContaining(['drive.about.get', 'drive.files.get', 'sheets.spreadsheets.values.batchGet']))
    const scopes = purposes.sheets[kind]
    const opening = methods.map((id) => (knownMethods.find((method) => method.id === id)?.scopes ?? []).filter((scope) => scopes.includes(scope)))
    expect(opening.filter((found) => found.length === 0)).toEqual([])
    const needed = scopes.filter((scope) => opening.some((found) => found.every((other) => other === scope)))
    expect(needed).toEqual(scopes)
    expect(scopes.filter((scope) => WIDE.includes(scope))).toEqual([])
  })
})
