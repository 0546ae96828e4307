import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { apiPlane, settingsPlane } from '../../contract/planes.ts'
import { operationListDocument } from './operationList.ts'

const file = new URL('../../docs/operations-of-the-api.md', import.meta.url)

it('lists every operation in docs/operations-of-the-api.md; UPDATE_DOCS=1 writes it', () => {
  const text = operationListDocument()
  if (process.env['UPDATE_DOCS']) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect(text.match(/\]\(api\.md#/g)).toHaveLength(apiPlane.operations.length + settingsPlane.operations.length)
})
