import { expect, it } from 'vitest'
import { problemCodes, type ProblemCode } from '../../contract/control/problems.ts'
import { blocksHost, findKind, toProblem } from '../../worker/problems/kinds/all.ts'

it('a cause that no text names is shown as it is', () => {
  const describe = () => ({ title: 'Title', facts: { why: 'ECONNREFUSED' } })
  expect(toProblem('sync_failed', { subject: 'gear', detail: 'd', describe })).toMatchObject({
    key: 'sync:gear',
    code: 'sync_failed',
    title: 'Title',
    facts: [{ name: 'Why', value: 'ECONNREFUSED' }],
  })
})

// Open problems are stored by key and code, and an existing state has them.
const KEYS: Readonly<Record<ProblemCode, string>> = {
  sync_waits: 'sync:x',
  sync_failed: 'sync:x',
  sync_not_started: 'sync:x',
  sync_stalled: 'sync:x',
  sync_asks: 'sync_asks:x',
  write_back_failed: 'sync:x',
  daily_failed: 'daily',
  daily_late: 'daily',
  settings_invalid: 'settings:x',
  settings_missing: 'settings:x',
  settings_conflict: 'settings',
  workflow_stuck: 'workflow:x',
  temporal_away: 'temporal',
  temporal_refused: 'temporal',
  clock_differs: 'clock',
  access_lost: 'access',
  channel_failing: 'channel:x',
  endpoint_disabled: 'endpoint:x',
  calendar_unreadable: 'calendar:x',
  calendar_stopped: 'calendar:x',
  calendar_events_refused: 'calendar:x',
  calendar_events_edited: 'calendar:x',
  calendar_events_repeated: 'calendar:x',
}

it.each(problemCodes)('%s keeps its key', (code) => {
  const subject = KEYS[code].endsWith(':x') ? 'x' : undefined
  const describe = () => ({ title: '', facts: {} })
  expect(toProblem(code, { ...(subject !== undefined && { subject }), detail: '', describe }).key).toBe(KEYS[code])
})

it('an outage, differing clocks and stuck workflows block every worker, an invalid file that of its host', () => {
  const blocking = problemCodes.filter((code) => blocksHost({ code, key: KEYS[code] }, 'x'))
  expect(blocking).toEqual(['settings_invalid', 'workflow_stuck', 'temporal_away', 'temporal_refused', 'clock_differs'])
  expect(blocksHost({ code: 'settings_invalid', key: KEYS.settings_invalid }, 'y')).toBe(false)
})

it('a row with a code of a later version has no kind, and blocks nothing', () => {
  expect(findKind('invented_later')).toBeUndefined()
  expect(blocksHost({ code: 'invented_later', key: 'sync:x' }, 'x')).toBe(false)
})
