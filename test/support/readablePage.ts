import { expect } from 'vitest'
import type { Language } from '../../messages/languages/language.ts'
import { readHtml } from './readHtml.ts'

const ELEMENTS = new Set([
  'html',
  'head',
  'meta',
  'title',
  'style',
  'body',
  'main',
  'h1',
  'p',
  'span',
  'ul',
  'li',
  'form',
  'input',
  'button',
])

/**
 * Checks what every page behind a link has: language, title and heading, width of a phone, named buttons, nothing from
 * elsewhere.
 */
export function expectReadablePage(html: string, language: Language): void {
  const { elements } = readHtml(html)
  const named = (name: string) => elements.filter((one) => one.name === name)
  expect(named('html').map(({ attributes }) => attributes.get('lang'))).toEqual([language])
  const [title, heading, ...others] = [...named('title'), ...named('h1')]
  expect({ titleName: title?.name, headingName: heading?.name, others }).toEqual({
    titleName: 'title',
    headingName: 'h1',
    others: [],
  })
  expect(title?.text).toMatch(/\S/)
  const [, headingText = ''] = /<h1 dir="ltr">(.*)<\/h1>/.exec(html) ?? []
  expect(headingText.replaceAll(/<span class="piece">(.*?)<\/span>/g, '$1')).toBe(title?.text)
  expect(
    named('meta').some(
      ({ attributes }) => attributes.get('name') === 'viewport' && attributes.get('content') === 'width=device-width',
    ),
  ).toBe(true)
  for (const { text } of named('button')) expect(text).toMatch(/\S/)
  for (const { attributes } of named('input')) expect(attributes.get('type')).toBe('hidden')
  // Long words do not widen the page. `mailsInBrowser.test.ts` looks at its colours.
  expect(named('style').map(({ text }) => text)).toEqual([
    expect.stringMatching(/^:root\{color-scheme:light dark;[^]*\nbody\{[^}]*;overflow-wrap:anywhere\}/),
  ])
  const used = new Set(elements.map(({ name }) => name))
  expect([...used].filter((name) => !ELEMENTS.has(name))).toEqual([])
}
