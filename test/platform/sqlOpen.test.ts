import { expect, it } from 'vitest'
import { ConfigError } from '../../platform/environment.ts'
import { openDatabase } from '../../platform/sql/open.ts'

/** The message of a failed start, with everything that a log would print. */
async function failureOf(start: () => unknown): Promise<string> {
  try {
    await start()
  } catch (error) {
    if (error instanceof ConfigError) return `${error.message} ${JSON.stringify(error)} ${String(error.cause)}`
    throw error
  }
  throw new Error('it did not fail')
}

it.each(['mysql://me:hidden@host/db', 'kitroom.db', '', 'postgres:me:hidden', 'http://me:hidden@host'])(
  'openDatabase refuses %s without repeating it',
  async (url) => {
    const message = await failureOf(() => openDatabase(url))
    expect(message).toMatch(/must be sqlite:<path> or postgres:/)
    expect(message).not.toContain('hidden')
  },
)

it('openDatabase explains an invalid PostgreSQL URL without repeating it', async () => {
  const message = await failureOf(() => openDatabase('postgres://me:hid%zzden#[@host:port/db'))
  expect(message).toMatch(/special characters of the password/)
  expect(message).not.toMatch(/hid%|den#/)
})
