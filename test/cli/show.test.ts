import { expect, it } from 'vitest'
import type { PlanSummary, PlanRow, Run } from '../../contract/control/control.ts'
import { escapeUnsafe, formatJson } from '../../cli/show/text.ts'
import { formatPlan } from '../../cli/show/plan.ts'
import { createRunProgress } from '../../cli/show/progress.ts'
import { createTerminal, type Terminal } from '../../cli/base/terminal.ts'
import { toExitCode } from '../../cli/nouns/sync/run.ts'

interface Screen {
  terminal: Terminal
  out: string[]
  err: string[]
}

function screen(isTTY: boolean, env: Record<string, string> = {}): Screen {
  const out: string[] = []
  const err: string[] = []
  const stream = (chunks: string[]): unknown => ({ isTTY, write: (text: string) => chunks.push(text) })
  const streams = { stdin: { isTTY }, stdout: stream(out), stderr: stream(err) } as Parameters<typeof createTerminal>[0]
  return { terminal: createTerminal(streams, env), out, err }
}

const id = '01980000-0000-7000-8000-000000000001'
const run = (status: Run['status'], counts: Run['counts'], results: Run['results'] = {}): Run => ({
  run_id: id,
  source: 'main',
  status,
  progress: { phase: 'applying', done: 5, total: 10 },
  counts,
  results,
  reason: null,
  started_at: '2026-03-28T09:15:00.000Z',
  planned_at: null,
  finished_at: null,
})
const head = (counts: Record<string, number>): PlanSummary => ({
  plan_id: id,
  source: 'main',
  status: 'waiting',
  file: 'x.csv',
  sha256: '',
  settings: {},
  counts,
  missing: [],
  read: {
    header_row: 3,
    columns: { A: { header: 'Tag', field: 'asset_tag' }, B: { header: 'Hue', field: 'ignore' } },
    unknown_columns: ['Hue'],
  },
})

it('clean escapes every character that could control a terminal, and no other', () => {
  expect(escapeUnsafe('a\u001b[31mb\u0007\r\n\t\u009b\u202e\u2066\u200b\ufeffz')).toBe(
    'a\\u001b[31mb\\u0007\\r\\n\\t\\u009b\\u202e\\u2066\\u200b\\ufeffz',
  )
  expect(escapeUnsafe('Zoë 👩‍🔧 α7 — “x”')).toBe('Zoë 👩‍🔧 α7 — “x”')
  const value = { text: 'x\u009by\u202e\n', list: [1] }
  expect(formatJson(value)).not.toMatch(/[\u007f-\u009f\u202e]/)
  expect(JSON.parse(formatJson(value))).toEqual(value)
})

it('a plan prints each change, conflict and refusal, and first those that need a person', () => {
  const rows: PlanRow[] = [
    {
      row: 4,
      outcome: 'create',
      key: 'C-1',
      fields: {
        gear_type: 'camera',
        brand: 'Leica',
        model: 'M6',
        asset_tag: 'C-1',
        purchase_price: 100,
        notes: 'Blue\ncase',
      },
    },
    {
      row: 5,
      outcome: 'update',
      key: 'C-2',
      gear_id: id,
      changed: { storage_location: { from: 'Cage A1', to: null } },
    },
    {
      row: 6,
      outcome: 'conflict',
      key: 'C-3',
      conflicts: { status: { base: 'ready', sheet: 'in_use', api: 'retired' } },
    },
    {
      row: 7,
      outcome: 'refused',
      key: 'C-4',
      errors: [
        { cell: 'F7', code: 'no_such_day', raw: '2024-02-30', message: 'This day does not exist.' },
        { cell: 'A7', code: 'duplicate_key', raw: 'C-4', rows: [7, 9] },
      ],
    },
    { row: 8, outcome: 'skipped', reason: 'group_row' },
  ]
  const text = formatPlan(
    head({ create: 1, update: 1, conflict: 1, refused: 1, skipped: 1 }),
    rows,
    screen(false).terminal,
    false,
  )
  expect(text.split('\n')).toEqual([
    `Plan ${id} for main from x.csv`,
    'Header in row 3, columns used: 1, not known and left out: 1.',
    'x row 7     refused C-4',
    '      F7 "2024-02-30": This day does not exist. [no_such_day]',
    '      A7 "C-4": duplicate_key (rows 7, 9)',
    '! row 6     conflict C-3',
    '      status: last synced ready, sheet in_use, Kitroom retired',
    '~ row 5     update C-2',
    '      storage_location: Cage A1 → (empty)',
    '+ row 4     create C-1 camera Leica M6',
    '      purchase_price: 100, notes: Blue\\ncase',
    '1 to create, 1 to update, 1 in conflict, 1 refused, 1 skipped.',
  ])
})

it('questions are printed with their rows, their answers and lines to paste', () => {
  const message = '"Active" is "No", which may mean that the item is gone. Say under presence: what the column means.'
  const row: PlanRow = {
    row: 4,
    outcome: 'question',
    key: 'C-1',
    questions: [{ cell: 'E4', code: 'gone_column', raw: 'No', message, about: 'Active', suggests: 'here' }],
  }
  const answer = (meaning: string, effect: string) => ({ setting: 'presence', values: { Active: meaning }, effect })
  const question = {
    code: 'gone_column',
    about: 'Active',
    detail: 'Does the column say so?',
    count: 1,
    rows: [4],
    values: ['No'],
    answers: [answer('here', 'a no means gone'), answer('nothing', 'it says nothing')],
  }
  const plan = { ...head({ question: 1 }), questions: [question] }
  expect(formatPlan(plan, [row], screen(false).terminal, false).split('\n').slice(2)).toEqual([
    '? row 4     waits for an answer C-1',
    `      E4: ${message} [gone_column]`,
    '? Does the column say so? [gone_column] (row 4)',
    '      presence here: a no means gone',
    '      presence nothing: it says nothing',
    'To answer, add this to the source in kitroom.yaml, with the answer that is right:',
    '    presence:',
    '      "Active": here # or nothing',
    '1 waiting for an answer.',
  ])
})

it('a conflict of an undo prints what the run wrote, the value before it, and the value now', () => {
  const conflicts = { model: { base: 'New', sheet: 'EOS R1', api: 'Mine' } }
  const row: PlanRow = { row: 2, outcome: 'conflict', key: 'C-1', conflicts, notes: ['changed_since'] }
  const text = formatPlan(head({ conflict: 1 }), [row], screen(false).terminal, false)
  expect(text).toContain(
    '      model: the run wrote New, before it EOS R1, now Mine\n      note: somebody edited it after the run; it stays [changed_since]',
  )
})

it('an unchanged row is printed if only Kitroom has changed, or a program has damaged a cell', () => {
  const damaged = { cell: 'E6', code: 'damaged_value', raw: '457', message: 'The stored value stays.' }
  const blank = { cell: 'F7', code: 'blank_token', raw: 'n/a', message: 'Read as blank.' }
  const rows: PlanRow[] = [
    { row: 4, outcome: 'unchanged', key: 'C-1', notes: ['api_newer'] },
    { row: 5, outcome: 'unchanged', key: 'C-2' },
    { row: 6, outcome: 'unchanged', key: 'C-3', warnings: [damaged] },
    { row: 7, outcome: 'unchanged', key: 'C-4', warnings: [blank] },
    { row: 8, outcome: 'deleted_in_api', key: 'C-5', notes: ['deleted_in_api'] },
  ]
  expect(
    formatPlan(head({ unchanged: 4 }), rows, screen(false).terminal, false)
      .split('\n')
      .slice(2, -1),
  ).toEqual([
    '? row 8     deleted in Kitroom C-5',
    '      note: somebody deleted the item in Kitroom [deleted_in_api]',
    '= row 4     unchanged C-1',
    '      note: only the value in Kitroom has changed since the last sync; it stays [api_newer]',
    '= row 6     unchanged C-3',
    '      warning: E6 "457": The stored value stays. [damaged_value]',
    `To take the damaged value as the sheet has it: npm run kitroom -- sync take ${id}`,
  ])
  const many = Array.from({ length: 30 }, (_, row): PlanRow => ({ row, outcome: 'unchanged', notes: ['api_newer'] }))
  expect(formatPlan(head({ unchanged: 30 }), many, screen(false).terminal, false)).toContain(
    '… and 10 more: unchanged (--all shows everything)',
  )
})

it('a long plan is summarized, and printed whole with --all', () => {
  const rows = Array.from({ length: 300 }, (_, index): PlanRow => ({
    row: index + 2,
    outcome: 'create',
    key: `C-${index}`,
    fields: { gear_type: 'lens', mount: 'Sony E' },
  }))
  const shortText = formatPlan(head({ create: 300 }), rows, screen(false).terminal, false)
  expect(shortText.split('\n')).toHaveLength(24)
  expect(shortText).toContain('… and 290 more: create (--all shows everything)')
  const wholeText = formatPlan(head({ create: 300 }), rows, screen(false).terminal, true)
  expect(wholeText.match(/mount: Sony E/g)).toHaveLength(300)
})

it('colours are printed only on a terminal, and not with NO_COLOR', () => {
  expect(screen(true).terminal.paint('red', 'x')).toBe('\u001b[31mx\u001b[39m')
  expect(screen(true, { NO_COLOR: '1' }).terminal.paint('red', 'x')).toBe('x')
  expect(screen(false).terminal.paint('red', 'x')).toBe('x')
})

it('progress is a bar on a terminal and plain lines elsewhere', () => {
  const liveScreen = screen(true)
  createRunProgress(liveScreen.terminal).show(run('applying', {}))
  expect(liveScreen.err.join('')).toBe(`\r\u001b[KWriting [${'█'.repeat(15)}${'░'.repeat(15)}] 5 of 10`)
  const plainScreen = screen(false)
  const progress = createRunProgress(plainScreen.terminal)
  for (const done of [0, 1, 1, 2, 10])
    progress.show({ ...run('applying', {}), progress: { phase: 'applying', done, total: 10 } })
  progress.end()
  expect(plainScreen.err).toEqual([
    'Writing: 0 of 10\n',
    'Writing: 1 of 10\n',
    'Writing: 2 of 10\n',
    'Writing: 10 of 10\n',
  ])
  expect(liveScreen.out).toEqual([])
  expect(plainScreen.out).toEqual([])
})

it.each([
  [run('completed', { create: 3 }, { created: 3 }), 0],
  [run('waiting', { update: 1, skipped: 2 }), 0],
  [run('completed', { create: 3, refused: 1 }, { created: 3, refused: 1 }), 2],
  [run('waiting', { conflict: 1 }), 2],
  [run('completed', { update: 1 }, { stale: 1 }), 2],
  [run('completed_with_errors', { create: 2 }, { created: 1, failed: 1 }), 1],
  [run('stopped', {}, { created: 1, not_reached: 1 }), 1],
  [run('failed', {}), 1],
])('toExitCode gives the exit code of %j', (state, code) => {
  expect(toExitCode(state)).toBe(code)
})
