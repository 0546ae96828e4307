import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { toReason } from '../../../activities/shared/failures.ts'
import { loadConfig } from '../../../config/config.ts'
import { say, sayAll, type Said } from '../../../contract/sentences/say.ts'
import { reconcileProblems } from '../../../worker/problems/reconcile.ts'
import { toProblem } from '../../../worker/problems/kinds/all.ts'
import { settingsInvalid } from '../../../worker/problems/kinds/settingsInvalid.ts'
import { syncFailed } from '../../../worker/problems/kinds/syncFailed.ts'
import { syncWaits } from '../../../worker/problems/kinds/syncWaits.ts'
import type { Check, ProblemKind } from '../../../worker/problems/kind.ts'
import { addRun, findNewestReportable, markFinished, markPlanned } from '../../../state/sync/runs.ts'
import { listOpenProblems } from '../../../state/schedules/problems.ts'
import { storeSettingsHost } from '../../../state/hosts/settingsHosts.ts'
import { formatFaults } from '../../../worker/settings/hostFaults.ts'
import type { ProblemCode } from '../../../contract/control/problems.ts'
import { findSettingsError } from '../../support/configFaults.ts'
import { openLedger, reminderOf, type Ledger } from '../../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../../support/mail/mailServer.ts'

// Mails about syncs: the reasons of the worker, too, are in the language of the person.

let mail: MailServer
let ledger: Ledger

const LANGUAGES = ['de', 'fr', 'es'] as const
const NOW = '2026-12-05T08:00:00.000Z'
const RUN = '019c0000-0000-7000-8000-000000000001'
const configText = (): string => `
sources: [{ id: gear, file: gear.csv, key: asset_tag, schedule: 0 4 * * * }]
reminders:
  channels: [{ id: mail, type: email, from: kit@studio.example, smtp: { host: 127.0.0.1, port: ${mail.port}, security: none } }]
  people:
${LANGUAGES.map((one) => `    - { id: ${one}, name: ${one}, language: ${one}, timezone: Europe/Berlin, channels: [{ channel: mail, to: ${one}@studio.example }] }`).join('\n')}
`

/** No words of German, French or Spanish, nor of commands and settings. */
const ENGLISH =
  /\b(?:the|and|or|is|are|was|were|has|have|this|that|with|which|cannot|column|row|rows|sheet|file|item|items|failed|stopped|every|again|until|approve it|changes)\b(?![:_=])/gi

beforeAll(async () => {
  mail = await startMailServer()
})
afterAll(() => mail.stop())
afterEach(async () => {
  mail.mails.splice(0)
  await ledger[Symbol.asyncDispose]()
})

async function addGearRun(): Promise<void> {
  const run = { run_id: RUN, source: 'gear', decide: 'policy' as const, settings: '{}', file: 'gear.csv', sha256: null }
  await ledger.state.write((tx) => addRun(tx, { ...run, started_at: NOW, scheduled_by: 'schedule' }))
}

async function endRun(said: Said): Promise<void> {
  const reason = JSON.stringify(toReason('no_key_column', said))
  await ledger.state.write((tx) =>
    markFinished(tx, { runId: RUN, status: 'failed', done: 0, results: '{}', reason, at: NOW }),
  )
}

/** Finds the problems of a kind, and sends their mails. */
async function report(code: ProblemCode, kind: ProblemKind): Promise<void> {
  const config = loadConfig(ledger.config)
  const nowMs = ledger.clock.nowMs()
  await ledger.state.write(async (tx) => {
    const found = (await kind.find({ config, nowMs } as Check, tx)) ?? []
    const problems = found.flatMap((finding) => ('isUndecided' in finding ? [] : [toProblem(code, finding)]))
    await reconcileProblems(tx, { problems, isUndecided: () => false }, config, { nowMs, scaledMs: () => 0 })
  })
  expect(await ledger.send()).toMatchObject({ sent: LANGUAGES.length })
}

const textOf = (language: string): string => {
  const sent = mail.mails.findLast(({ to }) => to[0] === `${language}@studio.example`)?.email
  return `${sent?.subject}\n${sent?.text}`
}

/** Texts without commands, which are the same in every language, and without a German word that is English too. */
const wordsOf = (text: string): string =>
  text.replaceAll(/npm run kitroom[^\n]*|approve: manual|drift: report|\bWas\b/g, '')

const REASONS: [string, Said][] = [
  [
    'a sheet without a key',
    sayAll(say('no_key_column'), say('no_key', { column: 'A "Nr"' }), say('counts_rows'), say('full_stop')),
  ],
  [
    'a header that lacks a column',
    sayAll(say('header_lacks', { row: 3, fields: 'brand, model' }), say('headers_found', { headers: 'A, B' })),
  ],
  [
    'a sheet that sync tag or a setting helps',
    sayAll(
      say('no_key_column_or_serials'),
      say('add_settings', { settings: 'columns: { "Nr": asset_tag }\ndefaults: { brand: CHOOSE }' }),
      say('replace_choose', { setting: 'defaults.brand' }),
      say('or_add_columns', { fields: 'asset_tag, brand' }),
    ),
  ],
  ['a file that is gone', say('file_missing', { file: 'gear.csv' })],
  ['an address that needs a sign-in', say('address_needs_sign_in', { address: 'https://x.example/a', status: 403 })],
]

it.each(REASONS)('a failed sync of %s has no English words, and dates by habit', async (_title, said) => {
  ledger = await openLedger(configText(), NOW)
  await addGearRun()
  await endRun(said)
  await report('sync_failed', syncFailed)
  for (const language of LANGUAGES) {
    expect(wordsOf(textOf(language)).match(ENGLISH)).toBeNull()
    expect(textOf(language)).not.toContain('2026-12-05')
    expect(textOf(language)).not.toContain(said.message)
  }
  expect(textOf('de')).toContain('05.12.2026, 09:00')
  expect(textOf('fr')).toContain('5 décembre 2026')
  expect(textOf('es')).toContain('5 de diciembre de 2026')
})

it('a plan that waits says why in the language of each person', async () => {
  ledger = await openLedger(configText(), NOW)
  await addGearRun()
  const reason = JSON.stringify(toReason('guard_changes', say('guard_changes', { count: 1200, limit: 100 })))
  const plan = { status: 'waiting', phase: 'waiting', done: 1200, total: 1200, currency: 'EUR', read: '{}' } as const
  const counts = JSON.stringify({ update: 1200 })
  await ledger.state.write((tx) =>
    markPlanned(tx, {
      ...plan,
      run_id: RUN,
      counts,
      missing: '[]',
      reason,
      actions: 1200,
      planned_at: NOW,
      listed_at: NOW,
      held: null,
    }),
  )
  expect((await ledger.state.read((tx) => findNewestReportable(tx, 'gear')))?.status).toBe('waiting')
  await report('sync_waits', syncWaits)
  for (const language of LANGUAGES) expect(wordsOf(textOf(language)).match(ENGLISH)).toBeNull()
  expect(textOf('de')).toContain('Der Plan ändert 1.200 Geräte, und guard lässt 100 zu.')
  expect(textOf('es')).toContain('El plan cambia 1200 equipos')
})

it('a cause that only another program knows is quoted as English, also of a run of an earlier version', async () => {
  ledger = await openLedger(configText(), NOW)
  await addGearRun()
  await endRun({
    ...say('google_request_refused', { thing: 'spreadsheet', id: '1AbC', answer: '400: "Quota exceeded for reads."' }),
  })
  await report('sync_failed', syncFailed)
  expect(textOf('de')).toContain(
    'Google lehnt die Anfrage ab (Tabelle 1AbC). Seine Antwort: „400: "Quota exceeded for reads."“',
  )
  await ledger.state.write((tx) =>
    markFinished(tx, { runId: RUN, status: 'failed', done: 0, results: '{}', reason: null, at: NOW }),
  )
  const [row] = await ledger.state.read(listOpenProblems)
  const { de } = JSON.parse(row?.translations ?? '{}') as {
    de: { title: string; facts: { name: string; value: string }[] }
  }
  expect(de.title).toBe('Die Synchronisierung von gear ist fehlgeschlagen')
  expect(de.facts.find(({ name }) => name === 'Ursache')?.value).toContain('„400: "Quota exceeded for reads."“')
})

/** Stores that the file of a host is invalid. */
const storeInvalidFile = (detail: string): Promise<unknown> =>
  ledger.state.write((tx) =>
    storeSettingsHost(tx, {
      host: 'one',
      files_host: 'one',
      name: 'studio-nas',
      label: null,
      status: 'invalid',
      file_sha256: null,
      used_sha256: null,
      pending_sha256: null,
      pending_since: null,
      detail,
      is_running: 1,
      seen_at: NOW,
    }),
  )

it('an invalid kitroom.yaml is reported fault by fault in the language of each person', async () => {
  ledger = await openLedger(configText(), NOW)
  await storeInvalidFile(formatFaults(findSettingsError('sources: 7\nreminders:\n  at: 9h\n  farbe: rot\n')))
  await report('settings_invalid', settingsInvalid)
  for (const language of LANGUAGES) expect(wordsOf(textOf(language)).match(ENGLISH)).toBeNull()
  expect(textOf('de')).toContain('kitroom.yaml, Zeile 1, sources: Es muss eine Liste sein.')
  expect(textOf('de')).toContain('kitroom.yaml, Zeile 4: „farbe“ ist keine Einstellung von reminders.')
  expect(textOf('fr')).toContain('kitroom.yaml, ligne 3, reminders.at : Il faut une heure entre guillemets')
  expect(textOf('es')).toContain('kitroom.yaml, línea 3, reminders.at: Tiene que ser una hora entre comillas')
})

it('faults that an earlier version stored are quoted as English', async () => {
  ledger = await openLedger(configText(), NOW)
  await storeInvalidFile('kitroom.yaml:1: sources: must be array')
  await report('settings_invalid', settingsInvalid)
  expect(textOf('de')).toContain('auf Englisch: „kitroom.yaml:1: sources: must be array“')
})

it('a reminder that is queued in English by an earlier version still reaches everybody', async () => {
  ledger = await openLedger(configText(), NOW)
  await ledger.queue(reminderOf('Canon R5'))
  expect(await ledger.send()).toMatchObject({ sent: LANGUAGES.length })
})
