import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { Source } from '../../../sources/settings.ts'
import { fillSection, sectionOf, sections } from './sections.ts'

const file = fileURLToPath(new URL('../../../docs/sheets.md', import.meta.url))

it.each(Object.keys(sections))('the section "%s" matches the tables; UPDATE_DOCS=1 writes it', (name) => {
  const content = sections[name]?.() ?? ''
  if (process.env['UPDATE_DOCS']) writeFileSync(file, fillSection(readFileSync(file, 'utf8'), name, content))
  expect(sectionOf(readFileSync(file, 'utf8'), name)).toBe(content)
})

it('docs/sheets.md explains every setting of a source', () => {
  const text = readFileSync(file, 'utf8')
  expect(Object.keys(Source.shape).filter((name) => !text.includes(`\n| \`${name}\``))).toEqual([])
})
