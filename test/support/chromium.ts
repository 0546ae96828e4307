import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return (
    process.env['KITROOM_TEST_CHROMIUM'] ??
    folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable)
  )
}

const executablePath = findChromium()
export const hasChromium = executablePath !== undefined

export const withoutChromium = hasChromium
  ? ''
  : ' (NOT RUN: no Chromium on the PATH; KITROOM_TEST_CHROMIUM can name one)'

if (!hasChromium)
  console.log('NOT RUN: mails and pages in a browser need Chromium on the PATH, or KITROOM_TEST_CHROMIUM.')

/** Chromium without its own requests to the network. */
export function launchChromium(): Promise<Browser> {
  const quiet = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--headless', '--no-sandbox', '--disable-gpu', ...quiet],
  })
}
