import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../support/cli.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import { createSettings } from '../support/settings.ts'
import { until } from '../support/wait.ts'

// What the worker does by itself, on the command line.

let studio: LocalStudio
const NEXT_RUN = / \d{4}-\d\d-\d\d \d\d:\d\d:00 \+05:30/
const waitForNextRun = (): Promise<boolean> =>
  until('the list has the next run', async () =>
    NEXT_RUN.test(/^daily .*$/m.exec(await automations('list'))?.[0] ?? ''),
  )

beforeAll(async () => {
  studio = await startLocalStudio('')
  await createSettings(studio.apiUrl, studio.account.owner_key).patch('/profile', {
    updates: { profile: { timezone: 'Asia/Kolkata' } },
  })
})
afterAll(() => studio.stop())

async function automations(...args: string[]): Promise<string> {
  const { code, out, err } = await runCli(['automations', ...args], studio.env)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out
}

it('the daily run is paused, resumed and started, with times of the studio', async () => {
  // A worker sets up its schedules after it is ready.
  await waitForNextRun()
  expect(await automations('pause', 'daily', '--note', 'Holidays')).toContain(
    'paused. Nothing starts until: kitroom automations resume daily',
  )
  await until('the list has the note', async () => /^daily .* paused: Holidays /m.test(await automations('list')))
  await automations('resume', 'daily')
  await waitForNextRun()
  expect(await automations('resume', 'daily')).toMatch(new RegExp(`resumed\\. Next run:${NEXT_RUN.source}\n`))
  expect(await automations('run', 'daily')).toContain('started. What it does: kitroom automations list')
  const done = await until('it has run', async () => {
    const list = await automations('list')
    return list.includes('\ndaily:\n') && list
  })
  expect(done).toContain('Gear in service: nothing to do')
})
