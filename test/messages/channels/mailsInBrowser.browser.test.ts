import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages, type Language } from '../../../messages/languages/language.ts'
import { findChromium, launchChromium } from '../../support/chromium.ts'
import { contrastOf, MIN_CONTRAST } from '../../support/mail/contrast.ts'
import { renderPageSamples, type PageSample } from '../../worker/support/pageSamples.ts'
import { renderSamples } from './mailSamples.ts'

// Mails of all kinds, and the pages that their links open, at phone width in Chromium.

const PHONE = { width: 375, height: 800 }
const ADDRESS = 'https://kit.studio.example/'
const MAIL_HEADERS = { 'content-type': 'text/html; charset=utf-8' }

/**
 * Runs in the page. Colours of texts on their backgrounds, each pair once, and how far the page is wider than the
 * screen.
 */
const MEASURE = `(() => {
  const toHex = (colour) => '#' + colour.match(/\\d+/g).slice(0, 3).map((one) => Number(one).toString(16).padStart(2, '0')).join('')
  const pairs = new Map()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim()
    if (text === '') continue
    let behind = walker.currentNode.parentElement
    const colour = toHex(getComputedStyle(behind).color)
    while (behind.parentElement && getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') behind = behind.parentElement
    const background = getComputedStyle(behind).backgroundColor
    pairs.set(colour + background, { colour, background: background === 'rgba(0, 0, 0, 0)' ? '#ffffff' : toHex(background), text: text.slice(0, 40) })
  }
  const { scrollWidth, clientWidth } = document.documentElement
  return { pairs: [...pairs.values()], overflowPx: scrollWidth - clientWidth }
})()`

interface Measured {
  pairs: { colour: string; background: string; text: string }[]
  overflowPx: number
}

const toMailSamples = (language: Language): PageSample[] =>
  renderSamples(language).map(({ name, html }) => ({ name, html, headers: MAIL_HEADERS }))

const executable = findChromium()
const without = executable === undefined ? ' (NOT RUN: no Chromium on the PATH)' : ''
let browser: Browser
beforeAll(async () => {
  if (executable !== undefined) browser = await launchChromium(executable)
})
afterAll(() => browser?.close())

/** A page that is answered with the sample, and with nothing else. @param others addresses that were asked for */
async function openSample(page: Page, { html, headers }: PageSample, others: string[]): Promise<void> {
  await page.unrouteAll()
  await page.route('**/*', async (route) => {
    const url = route.request().url()
    if (url === ADDRESS) return route.fulfill({ body: html, headers: { ...headers } })
    others.push(url)
    return route.abort()
  })
  await page.goto(ADDRESS)
}

async function findFaults(page: Page, sample: PageSample): Promise<string[]> {
  const others: string[] = []
  await openSample(page, sample, others)
  const faults = others.map((url) => `asks for ${url}`)
  const seen = new Set<string>()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { pairs, overflowPx } = await page.evaluate<Measured>(MEASURE)
    if (overflowPx > 0) faults.push(`${colorScheme}: wider than the screen by ${overflowPx} px`)
    seen.add(pairs.map(({ background }) => background).join())
    for (const { colour, background, text } of pairs) {
      const contrast = contrastOf(colour, background)
      if (contrast < MIN_CONTRAST)
        faults.push(`${colorScheme}: ${colour} on ${background}, ${contrast.toFixed(2)}: ${text}`)
    }
  }
  if (seen.size < 2) faults.push('looks the same in light and dark')
  return faults.map((fault) => `${sample.name}: ${fault}`)
}

describe.skipIf(executable === undefined)(`a phone${without}`, () => {
  it.each(
    languages.flatMap((language) => [
      { language, kind: 'mails', samples: toMailSamples },
      { language, kind: 'pages', samples: renderPageSamples },
    ]),
  )(
    'shows $kind in $language without scrolling sideways, readable in both colour schemes, and asks for nothing else',
    async ({ language, samples }) => {
      const page = await browser.newPage({ viewport: PHONE })
      const faults: string[] = []
      for (const sample of samples(language)) faults.push(...(await findFaults(page, sample)))
      await page.close()
      expect(faults).toEqual([])
    },
  )

  it('finds what is wrong', async () => {
    const page = await browser.newPage({ viewport: PHONE })
    const html = `<body style="background:#fff"><p style="width:900px;color:#aaa">pale</p><img src="https://elsewhere.example/x.png" alt=""></body>`
    expect(await findFaults(page, { name: 'bad', html, headers: MAIL_HEADERS })).toEqual([
      'bad: asks for https://elsewhere.example/x.png',
      expect.stringMatching(/^bad: light: wider than the screen by \d+ px$/),
      'bad: light: #aaaaaa on #ffffff, 2.32: pale',
      expect.stringMatching(/^bad: dark: wider/),
      'bad: dark: #aaaaaa on #ffffff, 2.32: pale',
      'bad: looks the same in light and dark',
    ])
    await page.close()
  })
})
