import type { Page } from 'playwright-core'

/** Chooses a sheet on the Sync page and waits until its plan waits. */
export async function planSheet(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Sync' }).first().click()
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
  await page.getByRole('button', { name: 'Approve' }).waitFor()
}
