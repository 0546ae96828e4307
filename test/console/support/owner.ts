import type { Locator, Page } from 'playwright-core'
import { isLongRun } from '../../support/counts.ts'
import { runSeed } from '../../support/seed.ts'
import { until } from '../../support/wait.ts'
import { findAccessFaults, isWiderThanScreen, type Visit } from './browser.ts'

export const HOSTILE = '<img src=x onerror=alert(1)>'
export const RIGHT_TO_LEFT = '\u202Egnp.exe \u2067tfel\u2069'
export const LONG = 'W'.repeat(200)

/** A phone and a wide screen, each in one of the two colour schemes. */
export const LOOKS = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const

type Scheme = 'light' | 'dark'

const SCHEMES: readonly Scheme[] = ['light', 'dark']

/**
 * The colour schemes that a page is shown in at a width. With small counts it is one, by the run's seed, and the other
 * at the other width.
 */
function schemesAt(width: number): readonly Scheme[] {
  if (isLongRun) return SCHEMES
  const isDark = (width === 390) === (runSeed % 2 === 0)
  return [isDark ? 'dark' : 'light']
}

const chosenLooks = [1280, 390].flatMap((width) => schemesAt(width).map((colorScheme) => ({ width, colorScheme })))

/**
 * Texts that the page cuts off, and elements over the edge of what is around them. Inputs scroll, and what is hidden on
 * purpose is a pixel wide.
 */
const FIND_CUT = `[...document.querySelectorAll('main *, [role=dialog] *')].filter((element) => {
  const { overflowX, overflowY } = getComputedStyle(element)
  if (element.matches('input, textarea, svg, svg *') || element.clientWidth <= 1) return false
  const cutsX = overflowX !== 'visible' && overflowX !== 'auto' && overflowX !== 'scroll' && element.scrollWidth > element.clientWidth + 1
  const cutsY = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1
  return cutsX || cutsY
}).map((element) => element.tagName + '.' + element.className + ': ' + element.textContent.slice(0, 60))`

const TWO_FRAMES =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => undefined)'

/**
 * Code for the page: true if menus or dialogs still open, or colours change. Within a frame, transitions that have
 * finished are still listed.
 */
const IS_MOVING = `document.getAnimations().some((moving) => moving instanceof CSSTransition && moving.playState === 'running') ||
  [...document.querySelectorAll('[role=menu], [role=dialog]')].some((element) => getComputedStyle(element).opacity !== '1')`

const STILL_TIMES = 3

/** Serious findings of axe, once nothing moves any more. */
export async function findSettledFaults(page: Page): Promise<string[]> {
  let stillTimes = 0
  await until('the page comes to rest', async () => {
    await page.evaluate(TWO_FRAMES)
    stillTimes = (await page.evaluate(IS_MOVING)) === true ? 0 : stillTimes + 1
    return stillTimes >= STILL_TIMES
  })
  return findAccessFaults(page)
}

/**
 * Lists the faults of a page at both widths, light and dark: accessibility, cut texts, images that a text has become.
 * With full counts, in all four looks.
 */
export async function findFaultsInLooks(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const { width, colorScheme } of chosenLooks) {
    await page.setViewportSize({ width, height: 860 })
    await page.emulateMedia({ colorScheme })
    const report = (fault: string): void => void found.push(`${name}, ${width} px, ${colorScheme}: ${fault}`)
    for (const fault of await findSettledFaults(page)) report(fault)
    if (await isWiderThanScreen(page)) report('wider than the screen')
    for (const cut of await page.evaluate<string[]>(FIND_CUT)) report(`cut off: ${cut}`)
    if ((await page.locator('img').count()) > 0) report('an image')
  }
  return found
}

/** The console's faults without refusals that a test caused: the browser logs the status of each. */
export const unexpectedFaults = ({ faults }: Visit, ...statuses: number[]): string[] =>
  faults.filter(
    (fault) =>
      !statuses.some((status) =>
        fault.includes(`Failed to load resource: the server responded with a status of ${status} `),
      ),
  )

/** Reads a new key or secret from its dialog, and closes it. */
export async function takeSecret(page: Page, title: string, label: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title })
  const value = await dialog.getByRole('textbox', { name: label }).inputValue()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await dialog.getByRole('button', { name: 'Copied' }).waitFor()
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await dialog.waitFor({ state: 'detached' })
  if ((await page.content()).includes(value)) throw new Error('the secret is still in the page')
  return value
}

/** Chooses an option of a select by its words. */
export async function choose(scope: Page | Locator, label: string, option: string): Promise<void> {
  await scope.getByRole('combobox', { name: label }).click()
  const page = 'page' in scope ? scope.page() : scope
  await page.getByRole('option', { name: option, exact: true }).click()
}
