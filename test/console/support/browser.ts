import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { HANG_GUARD_MS } from '../../support/wait.ts'
import { followRequests } from './quiet.ts'

/** Opens a context in which every wait has the one limit of all tests, so that none needs its own. */
export async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(HANG_GUARD_MS)
  return context
}

export interface Visit {
  page: Page
  /** Errors on the page's console, violations of its policy among them, and uncaught exceptions. */
  faults: string[]
  close: () => Promise<void>
}

export interface Looks {
  width?: number
  colorScheme?: 'light' | 'dark'
  locale?: string
  /** A phone or tablet: fingers instead of a mouse. */
  isTouch?: boolean
}

/** Opens a page in a context of its own. */
export async function visit(
  browser: Browser,
  url: string,
  { width = 1280, colorScheme = 'light', locale = 'en-GB', isTouch = false }: Looks = {},
): Promise<Visit> {
  const viewport = { width, height: 860 }
  const context = await openContext(browser, {
    viewport,
    colorScheme,
    locale,
    reducedMotion: 'reduce',
    hasTouch: isTouch,
    isMobile: isTouch,
  })
  const page = await context.newPage()
  followRequests(page)
  const faults: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
  page.on('pageerror', (error) => void faults.push(String(error)))
  page.on('dialog', (dialog) => void faults.push(`a dialog opened: ${dialog.message()}`))
  await page.goto(url)
  return { page, faults, close: () => context.close() }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Code for the page: runs the rules whose findings are reported. The public list of rules has no impacts. */
const RUN_AXE = `axe.run(document, {
  resultTypes: ['violations'],
  runOnly: axe._audit.rules.filter(({ enabled, impact }) => enabled && /serious|critical/.test(impact)).map(({ id }) => id),
})`

/** Serious and critical findings of axe on the page, as `rule: selector`. */
export async function findAccessFaults(page: Page): Promise<string[]> {
  // The page's policy refuses scripts of others, so axe is evaluated by the debugger, once for each document.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(`${AXE}; undefined`)
  const { violations } = await page.evaluate<AxeResults>(RUN_AXE)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
    )
}

/** True if something on the page reaches over its right edge. */
export const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
