import { expect, it } from 'vitest'
import { measure } from '../support/measure.ts'
import { skipTest } from '../support/skipTest.ts'
import { findChromium, launchChromium } from '../support/chromium.ts'
import { playFilm } from './support/film.ts'
import { openConsoleStudio, visitSignedIn } from './support/studio.ts'

const MAX_MS = 60_000
const executable = findChromium()

it.for([1280, 390])(
  'the film leads an empty studio from a sheet to its inventory in a minute, at %s px',
  async (width, context) => {
    if (executable === undefined) return skipTest(context, 'no Chromium on the PATH')
    const missed = await measure(`film at ${width} px`, { tookMs: MAX_MS }, async () => {
      await using open = await openConsoleStudio()
      await using browser = await launchChromium(executable)
      const { page } = await visitSignedIn(browser, open, { width })
      const startedAtMs = performance.now()
      await playFilm(page, async () => undefined)
      return { tookMs: performance.now() - startedAtMs }
    })
    expect(missed).toEqual([])
  },
)
