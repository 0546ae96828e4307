import { expect, it } from 'vitest'
import { ConfigError } from '../../platform/environment.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { loadWorkerConfig } from '../../worker/config.ts'

/** What a start says when it fails, with everything that a log would print of it. */
async function failure(start: () => unknown): Promise<string> {
  try {
    await start()
  } catch (error) {
    if (error instanceof ConfigError) return `${error.message} ${JSON.stringify(error)} ${String(error.cause)}`
    throw error
  }
  throw new Error('it did not fail')
}

it.each(['mysql://me:hidden@host/db', 'kitroom.db', '', 'postgres:me:hidden', 'http://me:hidden@host'])(
  'refuses %s as a database, and does not repeat it',
  async (url) => {
    const said = await failure(() => openDatabase(url))
    expect(said).toMatch(/must be sqlite:<path> or postgres:/)
    expect(said).not.toContain('hidden')
  },
)

it('says what is wrong with a PostgreSQL URL that cannot be read, and does not repeat it', async () => {
  const said = await failure(() => openDatabase('postgres://me:hid%zzden#[@host:port/db'))
  expect(said).toMatch(/special characters of the password/)
  expect(said).not.toMatch(/hid%|den#/)
})

it('tells a worker that PostgreSQL is for the API server only', async () => {
  const said = await failure(() => loadWorkerConfig({ KITROOM_API_KEY: 'sk_studio_x', KITROOM_WORKER_DATABASE_URL: 'postgres://me:hidden@host/db' }))
  expect(said).toMatch(/KITROOM_WORKER_DATABASE_URL: must be sqlite:<path>.*only the API server runs on PostgreSQL/)
  expect(said).not.toContain('hidden')
})
