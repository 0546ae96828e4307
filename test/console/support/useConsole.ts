import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AllowList } from '../../../platform/outbound/allowList.ts'
import { findChromium, launchChromium } from '../../support/chromium.ts'
import { skipTest } from '../../support/skipTest.ts'
import type { Looks, Visit } from './browser.ts'
import { openConsoleStudio, visitSignedIn, type ConsoleStudio } from './studio.ts'

export interface ConsoleSuite {
  readonly open: ConsoleStudio
  readonly browser: Browser
  /** Opens the console in a context of its own, signed in with both keys. */
  visit(looks?: Looks): Promise<Visit>
}

interface ConsoleOptions {
  /** Destinations of webhooks; default: none, and no background work. */
  webhookAllow?: AllowList
}

/**
 * Opens a studio with its console and a browser for the tests of a file, which are skipped on a machine without one.
 */
export function useConsole(
  prepare?: (open: ConsoleStudio) => Promise<void>,
  { webhookAllow }: ConsoleOptions = {},
): ConsoleSuite {
  const executable = findChromium()
  let open: ConsoleStudio
  let browser: Browser
  beforeAll(async () => {
    if (executable === undefined) return
    open = await openConsoleStudio(webhookAllow)
    browser = await launchChromium(executable)
    await prepare?.(open)
  })
  afterAll(async () => {
    await browser?.close()
    await open?.[Symbol.asyncDispose]()
  })
  beforeEach((context) => {
    if (executable === undefined) skipTest(context, 'no Chromium on the PATH')
  })
  return {
    get open() {
      return open
    },
    get browser() {
      return browser
    },
    visit: (looks) => visitSignedIn(browser, open, looks),
  }
}
