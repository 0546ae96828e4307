import { describe, expect, it } from 'vitest'
import { languages } from '../../../messages/languages/language.ts'
import {
  clients,
  elements as knownElements,
  GMAIL_CLIP_BYTES,
  GMAIL_STYLE_BYTES,
  isFollowed,
  type Client,
} from '../../support/mail/clientFacts.ts'
import { contrastOf, MIN_CONTRAST } from '../../support/mail/contrast.ts'
import { pathOf, readHtml, type HtmlElement } from '../../support/readHtml.ts'
import { renderSamples } from './mailSamples.ts'

// Every kind of mail, in every language and with hostile names, by the rules of Gmail, of Outlook on Windows and of
// Apple Mail.

const samples = languages.flatMap((language) =>
  renderSamples(language).map((sample) => ({
    ...sample,
    label: `${language}: ${sample.name}`,
    ...readHtml(sample.html),
  })),
)
type Sample = (typeof samples)[number]

/** Faults of all samples, each once. */
const collect = (find: (sample: Sample) => readonly string[]): string[] =>
  [...new Set(samples.flatMap(find))].toSorted()
const inBody = ({ elements }: Pick<Sample, 'elements'>): HtmlElement[] =>
  elements.slice(elements.findIndex(({ name }) => name === 'body'))
const hasText = ({ text }: HtmlElement): boolean => text.trim() !== ''
const stylesOf = (elements: readonly HtmlElement[]): HtmlElement[] => elements.filter(({ name }) => name === 'style')

/** Declarations that a client ignores, and how the mail reads without them. */
const tolerated: Readonly<Record<string, string>> = {
  'gmail overflow-wrap': 'Gmail breaks long words by itself.',
  'outlook border-radius': 'Corners are square.',
  'outlook margin of body': 'The table around the page has the space.',
  'outlook padding of body': 'The table around the page has the space.',
  'outlook padding of span': 'A status is narrower, in its colours.',
  'outlook padding of code': 'A command is narrower, in its colours.',
  'outlook max-width': 'A table for Outlook alone has the width.',
  'outlook overflow-wrap': 'A word that is longer than a line makes the table wider. Word has no means against it.',
  'outlook word-break': 'The same.',
  'outlook word-wrap': 'The same.',
  'outlook white-space': 'An asset tag or a date may be broken at its hyphen.',
}

const ignoredBy = (client: Client, { name, style }: HtmlElement): string[] =>
  [...style.keys()]
    .filter((property) => !isFollowed(client, property, name))
    .map((property) => {
      const everywhere = `${client} ${property}`
      return everywhere in tolerated ? everywhere : `${everywhere} of ${name}`
    })

describe('all clients', () => {
  it('know every element, and ignore only what the mail can do without', () => {
    expect(
      collect(({ elements }) => elements.map(({ name }) => name).filter((name) => !(name in knownElements))),
    ).toEqual([])
    const ignored = collect(({ elements }) =>
      elements.flatMap((element) => clients.flatMap((client) => ignoredBy(client, element))),
    )
    expect(ignored).toEqual(Object.keys(tolerated).toSorted())
  })

  it('load nothing, run nothing, and find no markup of users', () => {
    const wanted = new Set([
      'align',
      'border',
      'cellpadding',
      'cellspacing',
      'charset',
      'class',
      'content',
      'dir',
      'href',
      'lang',
      'name',
      'role',
      'scope',
      'style',
      'valign',
      'width',
    ])
    expect(
      collect(({ elements }) =>
        elements.flatMap(({ attributes }) => [...attributes.keys()]).filter((name) => !wanted.has(name)),
      ),
    ).toEqual([])
    expect(
      samples
        .filter(({ html }) => /url\(|@import|@font-face|expression\(|javascript:/i.test(html))
        .map(({ label }) => label),
    ).toEqual([])
    const links = samples.flatMap(({ elements }) => elements.filter(({ attributes }) => attributes.has('href')))
    expect(links.length).toBeGreaterThan(samples.length)
    for (const { name, attributes } of links)
      expect({ name, href: attributes.get('href') }).toEqual({
        name: 'a',
        href: expect.stringMatching(/^https:\/\/kit\.studio\.example\//),
      })
  })

  it('get colours as #rrggbb, sizes in pixels or per cent, and no negative margin', () => {
    const faults = collect(({ elements }) =>
      elements.flatMap(({ style }) =>
        [...style]
          .filter(([property, value]) => {
            if (property.endsWith('color')) return !/^#[0-9a-f]{6}$/.test(value)
            if (/^(?:margin|padding|font-size|line-height|width|max-width)$/.test(property))
              return !/^(?:(?:0|\d+px|\d+%) ?)+$/.test(value)
            return false
          })
          .map(([property, value]) => `${property}:${value}`),
      ),
    )
    expect(faults).toEqual([])
  })

  it('get sentences of ours from left to right, and values in the direction of their text', () => {
    const wanted: Readonly<Record<string, string>> = { h1: 'ltr', b: 'ltr', th: 'auto', td: 'auto', code: 'ltr' }
    const faults = collect((sample) =>
      inBody(sample)
        .filter(
          (element) =>
            hasText(element) && element.name in wanted && element.attributes.get('dir') !== wanted[element.name],
        )
        .map(({ name }) => name),
    )
    expect(faults).toEqual([])
  })

  it('get one title, one heading, a language, and names of what is a table of facts', () => {
    for (const { label, elements, html } of samples) {
      const count = (name: string): number => elements.filter((one) => one.name === name).length
      expect({ label, titles: count('title'), headings: count('h1') }).toEqual({ label, titles: 1, headings: 1 })
      expect(html).toContain(`<html lang="${label.slice(0, 2)}">`)
      for (const cell of elements.filter(({ name }) => name === 'th')) {
        expect(cell.attributes.get('scope')).toBe('row')
        expect(
          pathOf(cell)
            .find(({ name }) => name === 'table')
            ?.attributes.has('role'),
        ).toBe(false)
      }
    }
  })
})

const MEDIA = /@media \(([a-z-]+):([a-z0-9]+)\)\{\n(.*?)\n\}/gs
/** Gmail drops a block with a rule that it does not know. */
const GMAIL_RULE = /^\.[a-z]+\{(?:[a-z-]+:[#a-z0-9 ]+ !important;?)+\}$/

describe('Gmail', () => {
  it('shows the whole mail', () => {
    expect(samples.filter(({ html }) => Buffer.byteLength(html) > GMAIL_CLIP_BYTES).map(({ label }) => label)).toEqual(
      [],
    )
    const longest = samples.filter(({ name }) => name.startsWith('digest of'))
    for (const { html } of longest) expect(Buffer.byteLength(html)).toBeGreaterThan(80_000)
  })

  it('reads the rules for narrow screens, alone in their block, in the head', () => {
    for (const { elements } of samples) {
      const blocks = stylesOf(elements)
      for (const block of blocks) expect(block.parent?.name).toBe('head')
      const css = blocks.map(({ text }) => text.trim())
      expect(Buffer.byteLength(css.join(''))).toBeLessThan(GMAIL_STYLE_BYTES)
      const narrow = css.filter((text) => text.includes('max-width'))
      expect(narrow).toHaveLength(1)
      for (const text of narrow) {
        const rules = Array.from(text.matchAll(MEDIA), ([, , , inner = '']) => inner.split('\n')).flat()
        expect(text.replaceAll(MEDIA, '').trim()).toBe('')
        expect(rules.filter((rule) => !GMAIL_RULE.test(rule))).toEqual([])
      }
    }
  })
})

describe('Outlook on Windows', () => {
  /**
   * Font, size and colour of a text must be stated within its table cell: Word does not pass them on to the cells of
   * inner tables.
   */
  const findUnstyled = ({ outlookElements }: Sample): string[] => {
    const byType = stylesOf(outlookElements).flatMap(
      ({ text }) => /^([a-z0-9,]+)\{font-family:/.exec(text)?.[1]?.split(',') ?? [],
    )
    return inBody({ elements: outlookElements })
      .filter(hasText)
      .flatMap((element) => {
        const path = pathOf(element)
        const cell = path.findIndex(({ name }) => name === 'td' || name === 'th')
        const own = path.slice(0, cell + 1)
        const states = (property: string): boolean =>
          own.some(({ name, style }) => style.has(property) || (property === 'font-family' && byType.includes(name)))
        return ['font-family', 'font-size', 'color']
          .filter((property) => !states(property))
          .map((property) => `${property} of ${element.name}`)
      })
  }

  it('has font, size and colour of each text', () => {
    expect(collect(findUnstyled)).toEqual([])
  })

  it('has the first font of each list, or it would take Times New Roman', () => {
    const fonts = collect(({ elements }) =>
      elements.flatMap(({ style }) => style.get('font-family')?.split(',')[0] ?? []),
    )
    expect(fonts).toEqual(["'Segoe UI'", 'Consolas'])
  })

  it('gets the width by a table of its own, as attribute and style', () => {
    for (const { outlookElements } of samples) {
      const [table, ...others] = outlookElements.filter(({ attributes }) => attributes.get('width') === '600')
      expect({ name: table?.name, width: table?.style.get('width'), others }).toEqual({
        name: 'table',
        width: '600px',
        others: [],
      })
      const card = outlookElements.find(({ classes }) => classes.includes('card'))
      expect(card && pathOf(card)).toContain(table)
      for (const { attributes } of outlookElements.filter(({ name }) => name === 'table'))
        expect(['cellpadding', 'cellspacing', 'border'].map((reset) => attributes.get(reset))).toEqual(['0', '0', '0'])
    }
  })
})

/** Colours of classes in dark mode. */
function readDark(elements: readonly HtmlElement[]): Map<string, Map<string, string>> {
  const css = stylesOf(elements)
    .map(({ text }) => text)
    .join('\n')
  const [, , , rules = ''] =
    Array.from(css.matchAll(MEDIA)).find(
      ([, feature, value]) => feature === 'prefers-color-scheme' && value === 'dark',
    ) ?? []
  return new Map(
    Array.from(rules.matchAll(/^\.([a-z]+)\{(.*)\}$/gm), ([, name = '', body = '']) => [
      name,
      new Map(
        body.split(';').map((declaration) => declaration.replace(' !important', '').split(':') as [string, string]),
      ),
    ]),
  )
}

const toRatio = (element: HtmlElement, dark: ReadonlyMap<string, ReadonlyMap<string, string>>): number => {
  const find = (property: string): string => {
    for (const { classes, style } of pathOf(element)) {
      const found =
        classes.map((name) => dark.get(name)?.get(property)).find((value) => value !== undefined) ?? style.get(property)
      if (found !== undefined) return found
    }
    throw new Error(`no ${property} of ${element.name}`)
  }
  return contrastOf(find('color'), find('background-color'))
}

describe('Apple Mail', () => {
  it('knows that the mail has its own dark colours', () => {
    for (const { elements } of samples) {
      const meta = new Map(elements.map(({ attributes }) => [attributes.get('name'), attributes.get('content')]))
      expect(meta.get('color-scheme')).toBe('light dark')
      expect(meta.get('supported-color-schemes')).toBe('light dark')
      expect(stylesOf(elements).some(({ text }) => text.includes(':root{color-scheme:light dark;'))).toBe(true)
    }
  })

  it('has a dark colour for each colour, and no rule that nothing uses', () => {
    const used = new Set<string>()
    const faults = collect(({ elements }) => {
      const dark = readDark(elements)
      return inBody({ elements }).flatMap(({ name, classes, style }) => {
        for (const one of classes) used.add(one)
        const stated = [...style.keys()].filter((property) => /^(?:color|background-color)$/.test(property))
        return stated
          .filter((property) => !classes.some((one) => dark.get(one)?.has(property)))
          .map((property) => `${property} of ${name}`)
      })
    })
    expect(faults).toEqual([])
    expect([...readDark(samples[0]?.elements ?? []).keys()].filter((name) => !used.has(name))).toEqual([])
  })

  it.each(['light', 'dark'] as const)('shows every text with enough contrast: %s', (mode) => {
    const ratios = samples.flatMap(({ elements }) => {
      const dark = mode === 'dark' ? readDark(elements) : new Map<string, Map<string, string>>()
      return inBody({ elements })
        .filter(hasText)
        .map((element) => toRatio(element, dark))
    })
    expect(ratios.length).toBeGreaterThan(1000)
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(MIN_CONTRAST)
  })
})
