import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { skipTest } from '../../support/skipTest.ts'
import { findChromium, launchChromium } from './browser.ts'
import { openConsoleStudio, type ConsoleStudio } from './studio.ts'

export interface ConsoleSuite {
  /** The browser and the studio of a file, once its tests have begun. */
  readonly browser: Browser
  readonly open: ConsoleStudio
}

/** One studio with its console, and one browser, for all tests of a file. Without a Chromium they are skipped, with the reason. */
export function useConsole(): ConsoleSuite {
  const executable = findChromium()
  let started: { browser: Browser; open: ConsoleStudio } | undefined
  beforeAll(async () => {
    if (executable === undefined) return
    const [open, browser] = await Promise.all([openConsoleStudio(), launchChromium(executable)])
    started = { open, browser }
  }, 180_000)
  afterAll(async () => {
    await started?.browser.close()
    await started?.open[Symbol.asyncDispose]()
  })
  beforeEach((context) => {
    if (executable === undefined) skipTest(context, 'no Chromium on the PATH')
  })
  const get = (): { browser: Browser; open: ConsoleStudio } => {
    if (!started) throw new Error('the studio of this file has not started')
    return started
  }
  return {
    get browser() {
      return get().browser
    },
    get open() {
      return get().open
    },
  }
}
