// Values of a field that is deleted, or that becomes filterable, are worked on in batches: each is a write of the
// account, so that other writes come between, and a killed server's work goes on with the next batch.
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import { toGearColumns } from '../db/gearColumns.ts'
import { emitEvent } from '../db/events.ts'
import type { EndingActor, GearFieldRow } from '../db/fieldRows.ts'
import type { AccountWrite } from '../db/write.ts'
import { writeAccount } from '../db/writeAccount.ts'
import { withFields, type GearRecord } from '../resources/gear/record.ts'
import { updateGearColumns } from '../resources/gear/store.ts'
import { chooseNextUpdatedAt } from '../resources/shared/findChangesBetween.ts'
import { markDefinitionsChanged } from '../resources/fields/changeDefinitions.ts'
import { readDefinitions, toField } from '../resources/fields/definitions.ts'
import { fieldsOf, readItemBatch, type ItemWithFields } from '../resources/gear/itemBatches.ts'
import {
  applyFieldChanges,
  findFieldChanges,
  storeFieldValues,
  toFieldCounter,
  storeValueOfRecord,
} from '../resources/fields/itemValues.ts'
import { listUnfinished, readFieldRows, removeField, removeFieldValues, storeField } from '../resources/fields/store.ts'

const BATCH_ITEMS = 200
const PAUSE_MS = 10
/** Work of a server that was killed is found after this time at the latest. */
const INTERVAL_MS = 30_000

export interface FieldWork {
  /** Begins to look for work, and does what a killed server left. */
  start(): void
  /** Looks for work now. */
  wake(): void
  stop(): Promise<void>
}

export interface FieldWorkDeps {
  db: Database
  clock: Clock
  log: Logger
  onCommitted: (write: AccountWrite) => void
}

async function removeValue(write: AccountWrite, row: GearFieldRow, { id, record }: ItemWithFields): Promise<void> {
  const stored = JSON.parse(record) as GearRecord
  if (stored.fields?.[row.name] === undefined) return
  const { requestId, ...actor } = JSON.parse(row.actor ?? '') as EndingActor
  write.actor = actor
  const fields = applyFieldChanges(stored.fields, { [row.name]: null })
  const next = withFields({ ...stored, updated_at: chooseNextUpdatedAt(write, stored) }, fields)
  const json = JSON.stringify(next)
  write.incrementVersion('gear')
  updateGearColumns(write.tx, write.account, id, json, toGearColumns(next))
  storeFieldValues(write, await readDefinitions(write.tx, write.state), id, stored.fields, fields)
  await emitEvent(write, 'gear.updated', id, json, findFieldChanges(stored.fields, fields), requestId)
}

function finish(write: AccountWrite, row: GearFieldRow): void {
  if (row.state === 'filling') storeField(write.tx, { ...row, state: 'active', cursor: '' })
  else {
    removeFieldValues(write.tx, write.account, row.name)
    delete write.state.counters[toFieldCounter(row.name)]
    removeField(write.tx, write.account, row.id)
  }
  markDefinitionsChanged(write)
}

/** @returns true if batches are left */
async function runBatch(write: AccountWrite, id: string): Promise<boolean> {
  const row = (await readFieldRows(write.tx, write.account)).find((one) => one.id === id)
  if (!row || row.state === 'active') return false
  const { items, next } = await readItemBatch(write.tx, write.account, row.name, row.cursor, BATCH_ITEMS)
  for (const item of items)
    if (row.state === 'filling') storeValueOfRecord(write, toField(row), item.id, fieldsOf(item.record))
    else await removeValue(write, row, item)
  write.changed = true
  if (next === undefined) finish(write, row)
  else storeField(write.tx, { ...row, cursor: next })
  return next !== undefined
}

/** Collects or deletes values of fields until the signal aborts or nothing is left. */
async function runAll({ db, clock, onCommitted }: FieldWorkDeps, signal: AbortSignal): Promise<void> {
  for (const { account_id: account, id } of await db.read(listUnfinished, { oneStatement: true })) {
    while (!signal.aborted && (await writeAccount(db, clock, account, (write) => runBatch(write, id), { onCommitted })))
      await wait(PAUSE_MS)
  }
}

/** Works on values in the background, once it is started. */
export function createFieldWork(deps: FieldWorkDeps): FieldWork {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let isWoken = false
  const runLogged = async (): Promise<void> => {
    do {
      isWoken = false
      await runAll(deps, stopping.signal).catch((error: unknown) =>
        deps.log.error({ err: error }, 'values of own fields could not be worked on; it is tried again'),
      )
    } while (isWoken && !stopping.signal.aborted)
  }
  const wake = (): void => {
    isWoken = true
    running ??= runLogged().finally(() => (running = undefined))
  }
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer = setInterval(wake, INTERVAL_MS)
      wake()
    },
    wake,
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}
