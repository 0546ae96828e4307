import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFeed, createFeedToken, hashFeedToken } from '../../worker/calendars/token.ts'
import { checkToken, createToken } from '../../worker/control/access.ts'
import { createKeyCache, type KeyCache } from '../../server/auth/keyCache.ts'
import { API_PREFIX, generateKey } from '../../platform/keyFormat.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import { systemClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import { createWebhookSecret, signWebhook, verifyWebhook } from '../../platform/webhookSignature.ts'
import { addKey, createAccount } from '../support/account.ts'
import { createDataFolder } from '../support/server.ts'
import { databaseUrl } from '../support/testDatabase.ts'

// A statistical test: the time of a refusal must not depend on whether a guess is random or has only a wrong last
// character.

/** Samples of each class of guesses. A sample is the time of one batch. */
const SAMPLE_COUNT = 3_000
const BATCH_SIZE = 20
const WARM_UP_SAMPLES = 500
/** By chance, Welch's t exceeds this once in 10 million tests. */
const MAX_T = 5.3
/** A check is repeated, because other processes can disturb one class more than the other. */
const MAX_ATTEMPTS = 3

/**
 * The time to compute a checksum depends on its number of digits, which is not secret. The test uses six digits only.
 */
const hasSixDigits = (one: string): boolean => one.at(-6) !== '0'

function keyWithSixDigits(): string {
  for (;;) {
    const found = generateKey(API_PREFIX)
    if (hasSixDigits(found)) return found
  }
}

const folder = createDataFolder()
let db: Database
let ring: KeyCache
let key = ''

beforeAll(async () => {
  const { account_id: account } = await createAccount(folder.dataDir, 'Alice')
  do key = await addKey(folder.databaseFile, account)
  while (!hasSixDigits(key))
  db = await openApiDatabase(await databaseUrl(folder.databaseFile), systemClock, createSilentLog())
  ring = createKeyCache(db)
  if (!(await ring.find(key))) throw new Error('the key is not found, so it is not cached')
})
afterAll(async () => {
  await db.close()
  folder[Symbol.dispose]()
})

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Copies the text to a flat string, because V8 stores a concatenation differently, which changes the time. */
const flat = (text: string): string => Buffer.from(text).toString()
const withOtherEnd = (secret: string, end = ''): string[] => {
  const body = secret.slice(0, secret.length - end.length)
  return ALPHABET.split('')
    .filter((one) => !body.endsWith(one))
    .map((one) => flat(`${body.slice(0, -1)}${one}${end}`))
}

interface Guesses {
  nearlyRight: readonly string[]
  random: readonly string[]
}

/** Two classes of guesses with a wrong last character: of the right secret and of a random one. */
const guessesOf = (secret: string, randomSecret: string, end = ''): Guesses => ({
  nearlyRight: withOtherEnd(secret, end),
  random: withOtherEnd(randomSecret, end),
})

interface Difference {
  /** Mean of the first class minus that of the second, per guess. */
  meanNs: number
  /** Welch's t: `meanNs` in standard errors. */
  t: number
}

/** Compares two lists of times. It first drops the slowest 10 % of all times. */
function compare(a: readonly number[], b: readonly number[]): Difference {
  const limit = [...a, ...b].toSorted((one, other) => one - other)[Math.floor((a.length + b.length) * 0.9)] ?? Infinity
  const [firstStatistics, secondStatistics] = [a, b].map((list) => {
    const keptTimes = list.filter((value) => value <= limit)
    const mean = keptTimes.reduce((sum, value) => sum + value, 0) / keptTimes.length
    return {
      mean,
      error: keptTimes.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (keptTimes.length - 1) / keptTimes.length,
    }
  }) as [{ mean: number; error: number }, { mean: number; error: number }]
  const difference = firstStatistics.mean - secondStatistics.mean
  return { meanNs: difference / BATCH_SIZE, t: difference / Math.sqrt(firstStatistics.error + secondStatistics.error) }
}

type Check = (guess: string) => unknown

async function measure(check: Check, { nearlyRight, random }: Guesses): Promise<Difference> {
  const times: [number[], number[]] = [[], []]
  for (let sample = -WARM_UP_SAMPLES; sample < SAMPLE_COUNT; sample++) {
    // The order of the classes is random, so that it cannot affect the result.
    const order = Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)
    for (const guessClass of order) {
      const guesses = guessClass === 0 ? nearlyRight : random
      const startedAt = process.hrtime.bigint()
      for (let index = 0; index < BATCH_SIZE; index++)
        await check(guesses[(sample + WARM_UP_SAMPLES + index) % guesses.length] ?? '')
      if (sample >= 0) times[guessClass].push(Number(process.hrtime.bigint() - startedAt))
    }
  }
  return compare(...times)
}

/** True for a significant difference of at least half that of an early-exit comparison. */
const isLeak = ({ meanNs, t }: Difference, leakNs: number): boolean =>
  Math.abs(t) > MAX_T && Math.abs(meanNs) > leakNs / 2

const CONTROL_TOKEN = createToken()
const FEED_TOKEN = createFeedToken()
const SECRET = createWebhookSecret()
const signed = { id: 'msg_1', timestampS: 1_900_000_000, body: '{}' }
const feeds = [{ token_sha256: hashFeedToken(FEED_TOKEN) }] as unknown as Parameters<typeof findFeed>[0]

const requestWith = (token: string): IncomingMessage =>
  ({ headers: { authorization: `Bearer ${token}` } }) as IncomingMessage

function refusesToken(guess: string): boolean {
  try {
    checkToken(requestWith(guess).headers.authorization, CONTROL_TOKEN)
    return false
  } catch {
    return true
  }
}

const refusesSignature = (guess: string): boolean =>
  !verifyWebhook({
    headers: { 'webhook-id': signed.id, 'webhook-timestamp': String(signed.timestampS), 'webhook-signature': guess },
    body: signed.body,
    secrets: [SECRET],
    nowMs: signed.timestampS * 1000,
  }).ok

/** An early-exit comparison, which leaks. It shows that the test can detect a leak. */
function comparesUntilDifference(guess: string): boolean {
  for (let index = 0; index < key.length; index++) if (guess[index] !== key[index]) return true
  return false
}

const comparisons: Readonly<
  Record<string, { isRefused: (guess: string) => boolean | Promise<boolean>; guesses: () => Guesses }>
> = {
  'an API key': {
    isRefused: async (guess) => (await ring.find(guess)) === undefined,
    guesses: () => guessesOf(key, keyWithSixDigits()),
  },
  'the token of the control plane': { isRefused: refusesToken, guesses: () => guessesOf(CONTROL_TOKEN, createToken()) },
  'the token of a calendar feed': {
    isRefused: (guess) => findFeed(feeds, guess) === undefined,
    guesses: () => guessesOf(FEED_TOKEN, createFeedToken()),
  },
  'the signature of a webhook': {
    isRefused: refusesSignature,
    // The text ends with the base64 padding, which stays.
    guesses: () =>
      guessesOf(signWebhook({ ...signed, secrets: [SECRET] }), `v1,${randomBytes(32).toString('base64')}`, '='),
  },
}

/** Measures the leak of an early-exit comparison. @returns the difference between the classes, in ns */
async function measureLeak(): Promise<number> {
  const { meanNs, t } = await measure(comparesUntilDifference, guessesOf(key, keyWithSixDigits()))
  expect(t, 'a comparison that ends at the first difference is found').toBeGreaterThan(MAX_T)
  return meanNs
}

it.each(Object.keys(comparisons))('refusing %s takes no longer for a guess that is nearly right', async (name) => {
  const { isRefused, guesses } = comparisons[name] as (typeof comparisons)[string]
  const { nearlyRight, random } = guesses()
  for (const guess of [...nearlyRight, ...random])
    expect({ guess, isRefused: await isRefused(guess) }).toEqual({ guess, isRefused: true })
  const differences: Difference[] = []
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const leakNs = await measureLeak()
    const difference = await measure(isRefused, { nearlyRight, random })
    if (!isLeak(difference, leakNs)) return
    differences.push(difference)
  }
  expect.fail(
    `it takes ${differences.map(({ meanNs, t }) => `${meanNs.toFixed(0)} ns (t ${t.toFixed(1)})`).join(', ')} longer`,
  )
})
