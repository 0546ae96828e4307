import type { Page } from 'playwright-core'
import type { Looks } from '../support/browser.ts'

/** Largest picture, in bytes: the documents stay quick to load. */
export const MAX_PICTURE_BYTES = 150_000

export interface Picture extends Looks {
  /** Its file is docs/images/<name>.webp. */
  name: string
  /** The page as the router writes it. */
  route: string
  height?: number
  /** Opens the page; default: the route's own address. */
  open?: (page: Page) => Promise<void>
}

const openItem = async (page: Page): Promise<void> => {
  await page.goto('/inventory?search=KR-C-001')
  await page.getByRole('link', { name: 'Canon EOS R5 Mark II' }).click()
  await page.getByRole('heading', { level: 1, name: 'Canon EOS R5 Mark II' }).waitFor()
}

const openPlan = async (page: Page): Promise<void> => {
  await page.goto('/sync')
  await page.getByRole('link', { name: 'Waits for you' }).first().click()
  await page.getByRole('button', { name: 'Approve' }).waitFor()
}

/** The pictures of docs/console.md, in its order. */
export const pictures: readonly Picture[] = [
  { name: 'today', route: '/' },
  { name: 'inventory', route: '/inventory' },
  { name: 'item', route: '/inventory/$id', open: openItem, height: 1000 },
  { name: 'plan', route: '/sync/$id', open: openPlan, height: 1000 },
  { name: 'shoots', route: '/shoots' },
  { name: 'maintenance-dark', route: '/maintenance', colorScheme: 'dark', height: 1000 },
  { name: 'keys', route: '/keys' },
  { name: 'today-phone', route: '/', width: 390, height: 844 },
]
