import axe, { type AxeResults } from 'axe-core'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { findOnPath } from '../../../local/findOnPath.ts'
import { HANG_GUARD_MS } from '../../support/wait.ts'
import { followRequests } from './quiet.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
]

/** A browser of this machine; undefined if it has none. */
export function findChromium(): string | undefined {
  const path = process.env['PATH']
  return NAMES.map((name) => findOnPath(name, path)).find((found) => found !== undefined)
}

export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: FLAGS, timeout: HANG_GUARD_MS })

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

/** Serious and critical findings of axe on the page, as `rule: selector`. */
export async function findAccessFaults(page: Page): Promise<string[]> {
  // The page's policy refuses scripts of others, so axe is evaluated by the debugger.
  await page.evaluate(`${axe.source}; undefined`)
  const { violations } = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })')
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
    )
}

/** True if something on the page reaches over its right edge. */
export const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
