// `npm run screenshots`: starts the demo, takes the pictures of docs/console.md, and stops it. `--png <folder>` also
// writes them as PNG, to look at; names as arguments take those pictures only.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startFile } from '../../support/run.ts'
import { findChromium, launchChromium } from '../../support/chromium.ts'
import { openContext } from '../support/browser.ts'
import { followRequests, waitUntilQuiet } from '../support/quiet.ts'
import { MAX_PICTURE_BYTES, pictures, type Picture } from './pictures.ts'

const START_MS = 600_000
const SCALE = 2
const QUALITIES = [85, 75, 65, 50]
const LINK = /Console {3}(\S+)/
/** The demo's last line, after its daily run. */
const READY = /Ctrl-C stops the demo/

const folder = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const { values: flags, positionals: names } = parseArgs({
  options: { png: { type: 'string' } },
  allowPositionals: true,
})

type State = Awaited<ReturnType<BrowserContext['storageState']>>

async function openStudioContext(
  browser: Browser,
  { width = 1280, height = 800, colorScheme = 'light' }: Partial<Picture>,
  url: string,
  state?: State,
) {
  return openContext(browser, {
    baseURL: url,
    viewport: { width, height },
    deviceScaleFactor: SCALE,
    colorScheme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...(state && { storageState: state }),
  })
}

async function signIn(browser: Browser, link: string): Promise<State> {
  const context = await openStudioContext(browser, {}, new URL(link).origin)
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** The page as WebP, as good as its size allows. */
async function encode(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  for (const quality of QUALITIES) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length <= MAX_PICTURE_BYTES) return bytes
  }
  throw new Error(`a picture is larger than ${MAX_PICTURE_BYTES} bytes even at the lowest quality`)
}

async function takePicture(browser: Browser, url: string, state: State, picture: Picture): Promise<void> {
  const context = await openStudioContext(browser, picture, url, state)
  const page = await context.newPage()
  followRequests(page)
  await (picture.open ? picture.open(page) : page.goto(picture.route))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitUntilQuiet(page)
  const bytes = await encode(page)
  writeFileSync(join(folder, `${picture.name}.webp`), bytes)
  if (flags.png !== undefined) await page.screenshot({ path: join(flags.png, `${picture.name}.png`) })
  console.log(`docs/images/${picture.name}.webp: ${Math.round(bytes.length / 1000)} kB`)
  await context.close()
}

async function main(): Promise<void> {
  const executable = findChromium()
  if (executable === undefined) throw new Error('There is no Chromium on the PATH (Debian: apt install chromium).')
  mkdirSync(folder, { recursive: true })
  if (flags.png !== undefined) mkdirSync(flags.png, { recursive: true })
  const demo = startFile('bin/run.mjs', ['local/demo.ts'], { ...process.env, TZ: 'Europe/Berlin' })
  try {
    await demo.waitForOutput(READY, START_MS)
    const link = LINK.exec(demo.out())?.[1] ?? ''
    const browser = await launchChromium(executable)
    const state = await signIn(browser, link)
    const chosen = names.length === 0 ? pictures : pictures.filter(({ name }) => names.includes(name))
    for (const picture of chosen) await takePicture(browser, new URL(link).origin, state, picture)
    await browser.close()
  } finally {
    demo.child.kill('SIGINT')
    await demo.ended
  }
}

await main()
