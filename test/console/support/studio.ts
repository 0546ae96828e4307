import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { ControlAccess } from '../../../contract/control/control.ts'
import { emptyAllowList } from '../../../platform/outbound/allowList.ts'
import { distFolder, isConsoleBuilt } from '../../../local/console/sources.ts'
import { addKey } from '../../support/account.ts'
import { startInProcessServer, type InProcessServer } from '../../support/server.ts'
import { testTemporal } from '../../support/temporal.ts'
import { mainSource, openStudio, type Studio } from '../../worker/support/studio.ts'
import { visit, type Looks, type Visit } from './browser.ts'

export interface ConsoleStudio extends AsyncDisposable {
  studio: Studio
  server: InProcessServer
  apiKey: string
  ownerKey: string
  /** Where the server finds the worker. */
  workerUrl: string
}

/** Builds the console if its sources have changed. */
export function buildConsole(): void {
  if (isConsoleBuilt()) return
  const build = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../../../local/console/build.ts', import.meta.url))],
    { encoding: 'utf8' },
  )
  if (build.status !== 0) throw new Error(`the console cannot be built: ${build.stderr}`)
}

/**
 * A server with the built console, its worker, and a key of each kind.
 * @param webhookAllow addresses that webhooks may reach; none by default
 */
export async function openConsoleStudio(webhookAllow = emptyAllowList): Promise<ConsoleStudio> {
  buildConsole()
  const studio = await openStudio(testTemporal(), { config: mainSource, webhookAllow })
  const { url } = ControlAccess.parse(JSON.parse(readFileSync(join(studio.folder.dataDir, 'control.json'), 'utf8')))
  const workerUrl = new URL(url).origin
  const options = { workerUrl, consoleFolder: distFolder, webhookAllow, background: webhookAllow !== emptyAllowList }
  const server = await startInProcessServer(studio.folder.databaseFile, undefined, options)
  const apiKey = await addKey(studio.folder.databaseFile, studio.accountId, {})
  const ownerKey = await addKey(studio.folder.databaseFile, studio.accountId, { kind: 'owner' })
  return {
    studio,
    server,
    apiKey,
    ownerKey,
    workerUrl,
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      await studio[Symbol.asyncDispose]()
    },
  }
}

export async function signIn(page: Page, apiKey: string, ownerKey = ''): Promise<void> {
  await page.getByRole('textbox', { name: 'API key' }).fill(apiKey)
  await page.getByRole('textbox', { name: 'Owner key' }).fill(ownerKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens the console in a new context and signs in with both keys. */
export async function visitSignedIn(
  browser: Browser,
  { server, apiKey, ownerKey }: ConsoleStudio,
  looks?: Looks,
): Promise<Visit> {
  const opened = await visit(browser, server.url, looks)
  await signIn(opened.page, apiKey, ownerKey)
  await opened.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  return opened
}
