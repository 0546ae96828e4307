import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { DELIVERY_RETENTION_DAYS, EVENT_RETENTION_DAYS, MAX_REPLAY_DAYS } from '../../contract/policies.ts'
import { MAX_REPLAY_EVENTS, MAX_WEBHOOKS } from '../../contract/settings/webhooks.ts'
import { EVENT_TEXT_LIMIT } from '../../contract/events.ts'
import { DISABLE_AFTER_MS } from '../../server/webhooks/dispatch/classify.ts'
import { recordWebhooks, type WebhookRecording } from './webhookRecording.ts'
import { fillSection, sectionOf, webhookSections } from './webhookSections.ts'

const file = new URL('../../docs/webhooks.md', import.meta.url)
let recording: WebhookRecording

beforeAll(async () => {
  recording = await recordWebhooks()
})

it('every delivery is signed and on time, and the one that is refused is sent again', () => {
  expect(recording.statuses.filter((status) => status === 503)).toHaveLength(1)
  expect(recording.statuses.filter((status) => status !== 503 && status !== 204)).toEqual([])
})

it('docs/webhooks.md shows deliveries and answers of a real server; UPDATE_DOCS=1 writes it', () => {
  const sections = webhookSections(recording)
  if (process.env['UPDATE_DOCS']) {
    let text = readFileSync(file, 'utf8')
    for (const [name, content] of Object.entries(sections)) text = fillSection(text, name, content)
    writeFileSync(file, text)
  }
  const text = readFileSync(file, 'utf8')
  expect(Object.fromEntries(Object.keys(sections).map((name) => [name, sectionOf(text, name)]))).toEqual(sections)
  expect(new Set([...text.matchAll(/<!-- made: (.*?) -->/g)].map((match) => match[1]))).toEqual(
    new Set(Object.keys(sections)),
  )
})

it('the figures in docs/webhooks.md are those of the code', () => {
  const text = readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ')
  const sentences = [
    `An account has at most ${MAX_WEBHOOKS}.`,
    `Texts of more than ${EVENT_TEXT_LIMIT.toLocaleString('en')} characters are cut`,
    `Every attempt is kept for ${DELIVERY_RETENTION_DAYS} days`,
    `\`GET /settings/v1/events\`, which keeps ${EVENT_RETENTION_DAYS} days`,
    `at most ${MAX_REPLAY_EVENTS} at once, or all since a moment of the last ${MAX_REPLAY_DAYS} days`,
  ]
  expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([])
  expect(text).toContain('nothing got through for five days')
  expect(DISABLE_AFTER_MS).toEqual(5 * 24 * 60 * 60 * 1000)
})

it('the largest event is as large as docs/webhooks.md says', () => {
  expect(Buffer.byteLength(recording.largest)).toBeGreaterThan(250_000)
  expect(Buffer.byteLength(recording.largest)).toBeLessThan(300_000)
})

it('docs/webhooks.md explains every reason for which an attempt can fail', () => {
  const source = readFileSync(new URL('../../server/webhooks/dispatch/failures.ts', import.meta.url), 'utf8')
  const union = /export type FailureCode =([^=]*)\n\n/.exec(source)?.[1] ?? ''
  const codes = [...union.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? '')
  expect(codes.length).toBeGreaterThan(10)
  expect(codes.filter((code) => !readFileSync(file, 'utf8').includes(`\`${code}\``))).toEqual([])
})
