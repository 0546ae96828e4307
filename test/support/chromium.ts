import { chromium, type Browser } from 'playwright-core'
import { findOnPath } from '../../local/findOnPath.ts'
import { HANG_GUARD_MS } from './wait.ts'

/** The headless shell comes first: a page in it takes a fifth of the CPU time of one in the whole browser. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Chromium without its own requests to the network. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser that KITROOM_TEST_CHROMIUM names, else one of this machine; undefined if it has none. */
export function findChromium(): string | undefined {
  const { PATH: path, KITROOM_TEST_CHROMIUM: named } = process.env
  return named ?? NAMES.map((name) => findOnPath(name, path)).find((found) => found !== undefined)
}

export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: FLAGS, timeout: HANG_GUARD_MS })
