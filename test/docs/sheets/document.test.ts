import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Source } from '../../../sheets/sources/settings.ts'
import { wordsDocument } from './words.ts'

const read = (name: string): string => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

it('docs/sheets-words.md has every word of the tables; UPDATE_DOCS=1 writes it', () => {
  const text = wordsDocument()
  if (process.env['UPDATE_DOCS']) writeFileSync(new URL('../../../docs/sheets-words.md', import.meta.url), text)
  expect(read('sheets-words.md')).toBe(text)
})

it('docs/sheets.md explains every setting of a source, and no other', () => {
  const explained = [
    ...read('sheets.md')
      .split('## Settings of a source')[1]!
      .split('\n## ')[0]!
      .matchAll(/^\| `(\w+)`/gm),
  ].map(([, name = '']) => name)
  expect(explained.toSorted()).toEqual(Object.keys(Source.shape).toSorted())
})
