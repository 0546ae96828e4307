import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { runDaily, type Life } from './life.ts'
import { until } from '../../support/wait.ts'

// The end state of a studio without ids and times, so that two installations with the same life can be compared.

type Row = Record<string, unknown>

/** While all servers are away, a daily run cannot do everything. That is rightly reported, and so is its end. */
const NO_PROBLEMS = "where kind <> 'problem'"

const parse = (text: unknown): Row => JSON.parse(String(text)) as Row
const omit = (record: Row, ...names: string[]): Row =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
const sortText = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted()

export interface EndState {
  gear: string[]
  shoots: string[]
  maintenance: string[]
  /** For each event: its type, its record and the changed fields. */
  events: string[]
  reminders: string[]
  bindings: string[]
  spreadsheet: Row
  calendar: string[]
  feed: string[]
}

async function readInventory({ fleet }: Life): Promise<Pick<EndState, 'gear' | 'shoots' | 'maintenance' | 'events'>> {
  const recordsOf = async (table: string): Promise<Row[]> =>
    (await fleet.apiSql<{ record: string }>(`select record from ${table}`)).map(({ record }) => parse(record))
  const [gear, shoots, maintenance] = [
    await recordsOf('gear'),
    await recordsOf('shoot'),
    await recordsOf('maintenance'),
  ]
  const names = new Map<unknown, unknown>([
    ...gear.map((item) => [item['id'], item['asset_tag']] as const),
    ...shoots.map((shoot) => [shoot['id'], shoot['title']] as const),
  ])
  for (const one of maintenance)
    names.set(one['id'], `${String(one['service_type'])} of ${String(names.get(one['item_id']))}`)
  const without = (record: Row): Row => omit(record, 'id', 'item_id', 'created_at', 'updated_at', 'completed_at')
  const bodies = await fleet.apiSql<{ type: string; record_id: string; body: string }>(
    'select type, record_id, body from event',
  )
  return {
    gear: sortText(gear.map(without)),
    shoots: sortText(shoots.map(without)),
    maintenance: sortText(maintenance.map((one) => ({ of: names.get(one['id']), ...without(one) }))),
    events: sortText(
      bodies.map(({ type, record_id: id, body }) => [
        type,
        names.get(id),
        Object.keys((parse(body)['data'] as { changes: Row }).changes).toSorted(),
      ]),
    ),
  }
}

/** Reminders with their text, and bindings with the tag of their item. */
async function readState({ fleet }: Life): Promise<Pick<EndState, 'reminders' | 'bindings'>> {
  const tags = new Map(
    (await fleet.apiSql<{ id: string; asset_tag_key: string }>('select id, asset_tag_key from gear')).map((row) => [
      row.id,
      row.asset_tag_key,
    ]),
  )
  const reminders = await fleet.stateSql<Row>(
    `select kind, due_on, step, channel, recipient, state, payload from reminder ${NO_PROBLEMS}`,
  )
  const bindings = await fleet.stateSql<{ source: string; gear_id: string }>('select source, gear_id from binding')
  return {
    reminders: sortText(reminders.map((row) => ({ ...omit(row, 'payload'), title: parse(row['payload'])['title'] }))),
    bindings: sortText(bindings.map(({ source, gear_id: id }) => [source, tags.get(id)])),
  }
}

/** Summaries and beginnings of the feed's events. */
const eventsOfFeed = (text: string): string[] =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => /^(?:SUMMARY|DTSTART|STATUS)/.test(line))
    .toSorted()

const readEndState = async (life: Life): Promise<EndState> => ({
  ...(await readInventory(life)),
  ...(await readState(life)),
  spreadsheet: life.outside.spreadsheetResults(),
  calendar: life.outside.calendarEvents(),
  feed: eventsOfFeed(await life.outside.readFeed(life.fleet)),
})

/** Work that is queued: deliveries of events, events in the inbox, reminders, runs that have not ended. */
async function listPending({ fleet }: Life): Promise<Row[]> {
  // A delivery that failed twice waits for five minutes; the daily run has done its work.
  const deliveries = await fleet.apiSql<Row>(
    "select id, attempts, next_at_ms from webhook_delivery where status = 'pending' and attempts < 2",
  )
  const events = await fleet.stateSql<Row>('select * from inbox_todo')
  const reminders = await fleet.stateSql<Row>("select * from reminder where state in ('pending', 'sending')")
  const runs = await fleet.stateSql<Row>('select run_id, source, status from run where finished_at is null')
  return [...deliveries, ...events, ...reminders, ...runs]
}

/**
 * Executes the daily run, then waits until nothing is pending and, with `expected`, until the state equals it.
 * @returns the last state
 */
export async function settle(life: Life, expected?: EndState): Promise<EndState> {
  await runDaily(life)
  let [state, before]: (EndState | undefined)[] = []
  let pending: Row[] = []
  try {
    return await until('nothing is pending and the state stays', async () => {
      before = state
      pending = await listPending(life)
      state = await readEndState(life)
      return pending.length === 0 && isDeepStrictEqual(state, expected ?? before) ? state : undefined
    })
  } catch (error) {
    expect(state).toEqual(expected ?? before)
    throw new Error(`still pending: ${JSON.stringify(pending)}`, { cause: error })
  }
}

/**
 * Each reminder is in one mail to its recipient. A mail that was sent twice has one Message-ID.
 * @returns how many were
 */
export async function checkMails({ fleet, outside }: Life): Promise<number> {
  const texts = new Map<string, string[]>()
  const ids = new Set<string>()
  for (const { to, email } of outside.mail.mails) {
    const id = `${email.messageId} ${to.join()}`
    if (ids.has(id)) continue
    ids.add(id)
    for (const recipient of to)
      texts.set(recipient, [...(texts.get(recipient) ?? []), `${email.subject}\n${email.text}`])
  }
  const reminders = await fleet.stateSql<{ recipient: string; payload: string; state: string }>(
    `select recipient, payload, state from reminder ${NO_PROBLEMS}`,
  )
  const faults = reminders.flatMap(({ recipient, payload, state }) => {
    const title = String(parse(payload)['title'])
    const found = (texts.get(recipient) ?? []).filter((text) => text.includes(title)).length
    return found === (state === 'sent' ? 1 : 0) ? [] : [`${found} mails to ${recipient} (${state}): ${title}`]
  })
  expect(faults, 'every reminder is in one mail').toEqual([])
  return outside.mail.mails.length - ids.size
}
