import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { apiPlane, settingsPlane } from '../../contract/planes.ts'
import type { RecordedExample } from '../../server/reference/examples.ts'
import { useServer } from '../support/suite.ts'
import { apiDocument } from './markdown.ts'
import { record } from './record.ts'

const suite = useServer({ fakeClock: true })
const operations = [apiPlane, settingsPlane].flatMap((plane) => plane.operations)
let recordedReplies: Record<string, RecordedExample>

beforeAll(async () => {
  recordedReplies = await record(suite)
})

/** The text of a file. UPDATE_DOCS=1 updates it first. */
function file(path: string, text: string): string {
  const url = new URL(`../../${path}`, import.meta.url)
  if (process.env['UPDATE_DOCS']) writeFileSync(url, text)
  return readFileSync(url, 'utf8')
}

it('every operation has an example that works', () => {
  const answeredStatuses = operations.map(({ id }) => [id, recordedReplies[id]?.reply.status])
  expect(answeredStatuses).toEqual(operations.map(({ id, reply }) => [id, reply.status]))
})

it('the examples of the reference are the answers of a real server', () => {
  const text = `${JSON.stringify(recordedReplies, null, 2)}\n`
  expect(file('server/reference/examples.json', text)).toBe(text)
})

it('docs/api.md matches the contract', () => {
  const text = apiDocument(recordedReplies)
  expect(file('docs/api.md', text)).toBe(text)
})
