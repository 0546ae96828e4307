import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { runReminders } from '../../../contract/control/reminders.ts'
import { accountPrefix, dailyWorkflowId } from '../../../contract/temporal.ts'
import { testTemporal } from '../../support/temporal.ts'
import { startTimer } from '../../support/wait.ts'
import type { Item } from '../../support/api.ts'
import { csv, type Row } from '../../worker/support/sheets.ts'
import type { Fleet } from './fleet.ts'
import type { Outside } from './outside.ts'
import { callWorkers, persistUntil, read, write } from './persist.ts'
import { syncAsShown } from './syncs.ts'

// What a studio does in a round, each task beside the others. Tasks share no item, so that their order does not matter
// to the end state.

const today = Temporal.Now.plainDateISO('UTC')
export const dayIn = (days: number): string => today.add({ days }).toString()

const ROWS_PER_ROUND = 12
const ITEMS_PER_ROUND = 10

export interface Life {
  fleet: Fleet
  outside: Outside
}

/**
 * The sheet of a round: rows of earlier rounds with a new price, and new rows. Every fourth has a warranty that ends in
 * a week.
 */
const shelfRows = (round: number): Row[] =>
  Array.from({ length: ROWS_PER_ROUND * (round + 1) }, (_, index) => ({
    'Asset Tag': `SHELF-${String(index + 1).padStart(4, '0')}`,
    Type: 'camera',
    Brand: 'Canon',
    Model: `R${index + 1}`,
    'Purchase Price': 100 + index + round * 1000,
    'Warranty Expires': index % 4 === 0 ? dayIn(7) : '',
  }))

async function syncShelf({ fleet }: Life, round: number): Promise<void> {
  writeFileSync(join(fleet.configDir, 'shelf.csv'), csv(shelfRows(round)))
  await syncAsShown(fleet, 'shelf')
}

async function syncCloud({ fleet, outside }: Life, round: number): Promise<void> {
  outside.editSpreadsheet(round)
  await syncAsShown(fleet, 'cloud')
}

/** Clients that create items and change each of them once. */
async function writeItems({ fleet }: Life, round: number): Promise<void> {
  const writeItem = async (index: number): Promise<void> => {
    const tag = `API-${round}-${index}`
    const body = { gear_type: 'lens', brand: 'Sigma', model: `${index} mm`, asset_tag: tag }
    const item = (await write(fleet, 'post', '/gear', body, `create-${tag}`)).item()
    await write(
      fleet,
      'patch',
      `/gear/${item.id}`,
      { updates: { notes: `changed in round ${round}` } },
      `change-${tag}`,
    )
  }
  await Promise.all(Array.from({ length: ITEMS_PER_ROUND }, (_, index) => writeItem(index)))
}

/** A delivery that failed twice is repeated after five minutes. The daily run does its work sooner. */
const EVENT_TIMEOUT_MS = 20_000

async function waitForStatus(life: Life, item: Item, status: string): Promise<void> {
  let isLate = startTimer(EVENT_TIMEOUT_MS)
  await persistUntil(`${item.asset_tag} is ${status}`, async () => {
    if ((await read(life.fleet, `/gear/${item.id}`)).item().status === status) return true
    if (!isLate()) return undefined
    await runDaily(life)
    isLate = startTimer(EVENT_TIMEOUT_MS)
    return undefined
  })
}

/** An item is serviced: the worker sets its status, and sets it back. */
async function serviceItem(life: Life, round: number): Promise<void> {
  const { fleet } = life
  const tag = `SERVICE-${round}`
  const item = (
    await write(
      fleet,
      'post',
      '/gear',
      { gear_type: 'drone', brand: 'DJI', model: 'Mavic', asset_tag: tag },
      `create-${tag}`,
    )
  ).item()
  const body = {
    item_type: 'drone',
    item_id: item.id,
    service_type: 'Repair',
    service_date: dayIn(60),
    status: 'in_progress',
  }
  const record = (await write(fleet, 'post', '/maintenance', body, `service-${tag}`)).item()
  await waitForStatus(life, item, 'maintenance')
  await write(fleet, 'patch', `/maintenance/${record.id}`, { updates: { status: 'completed' } }, `complete-${tag}`)
  await waitForStatus(life, item, 'available')
}

/** Three shoots, of which one is moved and one is cancelled. */
async function planShoots({ fleet }: Life, round: number): Promise<void> {
  const ids: string[] = []
  for (const name of ['stays', 'moves', 'ends']) {
    const body = { title: `Shoot ${round} ${name}`, shoot_date: dayIn(10 + round), shoot_time: '10:00' }
    ids.push((await write(fleet, 'post', '/shoots', body, `shoot-${round}-${name}`)).item().id)
  }
  await write(fleet, 'patch', `/shoots/${ids[1]}`, { updates: { shoot_time: '14:30' } }, `move-${round}`)
  await write(fleet, 'patch', `/shoots/${ids[2]}`, { updates: { status: 'cancelled' } }, `end-${round}`)
}

/** Pending activities of the daily run, for the message of a failed test. */
async function explainDaily({ accountId }: Fleet): Promise<string> {
  const { address, namespace } = testTemporal()
  const connection = await Connection.connect({ address })
  try {
    const { workflow } = new Client({ connection, namespace })
    const { status, raw } = await workflow.getHandle(`${dailyWorkflowId(accountPrefix(accountId))}:now`).describe()
    const pending = raw.pendingActivities?.map(
      ({ activityType, state, attempt, lastFailure, currentRetryInterval }) => [
        activityType?.name,
        state,
        attempt,
        lastFailure?.message,
        currentRetryInterval?.seconds?.toString(),
      ],
    )
    return `${status.name} ${JSON.stringify({ pending, task: raw.pendingWorkflowTask ?? null })}`
  } finally {
    await connection.close()
  }
}

/** Executes the daily run to its end. */
export async function runDaily({ fleet }: Life): Promise<void> {
  const call = callWorkers(fleet)
  const outcomes: string[] = []
  await persistUntil(
    'the daily run',
    async () => {
      const { outcome, error } = await call(
        'the daily run',
        async ({ client }) => (await client.call(runReminders, { body: {} })).body.data,
      )
      outcomes.push(error ?? outcome)
      return outcome === 'completed' ? true : undefined
    },
    async () => `${outcomes.join()}: ${await explainDaily(fleet)}`,
  )
}

/** @param round from 0 */
export async function liveRound(life: Life, round: number): Promise<void> {
  await Promise.all([
    syncShelf(life, round),
    syncCloud(life, round),
    writeItems(life, round),
    serviceItem(life, round),
    planShoots(life, round),
    life.outside.readFeed(life.fleet),
    runDaily(life),
  ])
}
