import type { Locator, Page } from 'playwright-core'

interface Point {
  x: number
  y: number
}

export interface Finger {
  press: (point: Point) => Promise<void>
  /** Slides there in small steps, as a hand does. */
  slide: (to: Point) => Promise<void>
  lift: () => Promise<void>
}

const STEPS = 12

/**
 * One finger on the page's screen, by the browser's own input, so that the page scrolls where a person's finger would
 * scroll it.
 */
export async function createFinger(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page)
  let at: Point = { x: 0, y: 0 }
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]): Promise<void> => {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  return {
    press: async (point) => {
      at = point
      await send('touchStart', [point])
    },
    slide: async (to) => {
      const from = at
      for (let step = 1; step <= STEPS; step += 1) {
        at = { x: from.x + ((to.x - from.x) * step) / STEPS, y: from.y + ((to.y - from.y) * step) / STEPS }
        await send('touchMove', [at])
      }
    },
    lift: () => send('touchEnd', []),
  }
}

export async function centreOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('the element is not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
