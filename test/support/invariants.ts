import { expect } from 'vitest'
import { accessoryCategories } from '../../contract/api/gearFields.ts'
import { Document } from '../../contract/api/documents.ts'
import { Maintenance } from '../../contract/api/maintenance.ts'
import { Shoot } from '../../contract/api/shoots.ts'
import { listTagKeys } from '../../platform/foldText.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { verifyChain } from '../../server/audit/verify.ts'
import { readAccountState } from '../../server/db/accountState.ts'
import { toGearColumns, type ListedFields } from '../../server/db/gearColumns.ts'
import { countRecords } from '../../server/db/recount.ts'
import type { Schema } from '../../server/db/schema.ts'
import { readCategories } from '../../server/resources/categories/categories.ts'
import { hasValueRows, readDefinitions } from '../../server/resources/fields/definitions.ts'
import { toValueKey } from '../../server/resources/fields/valueKey.ts'
import { toSearchName } from '../../server/resources/gear/searchNames.ts'
import { toSearchText, toStartKey } from '../../server/resources/shoots/record.ts'
import { FoundFault } from './foundFault.ts'
import { expectEqual, expectMembers } from './quickExpect.ts'
import { withDatabase } from './database.ts'
import { checkEvents, rowsOf, tables, type Stored } from './checkEvents.ts'

/** An item whose tag became that of another item by a new rule has the key of the earlier one. */
function checkTagKey(key: string | null, tag: string | null): void {
  const keys: readonly (string | null)[] = tag === null ? [null] : listTagKeys(tag)
  if (!keys.includes(key)) expectEqual(key, keys[0])
}

/** The rows by which lists filter and sort are those of the items' own fields. */
async function checkFieldValues(tx: Tx, account: string): Promise<void> {
  const db = tx.builder<Schema>()
  const fields = await readDefinitions(tx, await readAccountState(tx, account))
  const expectedRows: string[] = []
  for (const row of await tx.query(db.selectFrom('gear').selectAll().where('account_id', '=', account))) {
    for (const [name, value] of Object.entries((JSON.parse(row.record) as ListedFields).fields ?? {})) {
      const field = fields.get(name)
      if (!field) throw new Error(`${row.id} has a value of ${name}, which is not defined`)
      const key = toValueKey(field.type, value)
      if (field.state === 'active' && hasValueRows(field))
        expectedRows.push(JSON.stringify([row.id, name, key, field.unique ? key : null]))
    }
  }
  const active = new Set([...fields.values()].filter(({ state }) => state === 'active').map(({ name }) => name))
  const rows = await tx.query(db.selectFrom('gear_field_value').selectAll().where('account_id', '=', account))
  expect(
    rows
      .filter(({ field }) => active.has(field) || !fields.has(field))
      .map((row) => JSON.stringify([row.gear_id, row.field, row.key, row.unique_key]))
      .toSorted(),
  ).toEqual(expectedRows.toSorted())
}

/** Every category of an item is defined. */
async function checkCategories(tx: Tx, account: string): Promise<void> {
  const own = (await readCategories(tx, await readAccountState(tx, account))).map(({ name }) => name)
  const known = new Set<unknown>([...accessoryCategories, ...own, null, undefined])
  for (const row of await rowsOf(tx, 'gear', account)) {
    const { category } = JSON.parse(row.record) as ListedFields
    if (!known.has(category)) throw new Error(`${row.id} has the category ${category}, which is not defined`)
  }
}

/** Columns of gear and shoots agree with the stored record, and each name counts its items. */
async function checkColumns(tx: Tx, account: string): Promise<void> {
  const db = tx.builder<Schema>()
  const names = new Map(
    (await tx.query(db.selectFrom('gear_name').selectAll().where('account_id', '=', account))).map((name) => [
      name.id,
      { fold: name.fold, items: name.items },
    ]),
  )
  const used = new Map<number, number>()
  for (const row of await tx.query(db.selectFrom('gear').selectAll().where('account_id', '=', account))) {
    const record = JSON.parse(row.record) as Stored & { brand: string; model: string } & ListedFields
    expectMembers(row, {
      id: record['id'],
      gear_type: record['gear_type'],
      status: record['status'],
      serial_number: record['serial_number'],
      ...toGearColumns(record),
    })
    checkTagKey(row.asset_tag_key, record.asset_tag)
    expectEqual(names.get(row.name_id)?.fold, toSearchName(record))
    used.set(row.name_id, (used.get(row.name_id) ?? 0) + 1)
  }
  expect(new Map([...names].map(([id, { items }]) => [id, items]))).toEqual(used)
  for (const row of await tx.query(db.selectFrom('shoot').selectAll().where('account_id', '=', account))) {
    const shoot = Shoot.parse(JSON.parse(row.record))
    expectMembers(row, {
      id: shoot.id,
      status: shoot.status,
      starts: toStartKey(shoot),
      fold: toSearchText(shoot),
    })
    expectEqual(shoot.location, shoot.locations[0] ?? null)
  }
}

/** Columns of documents and maintenance agree with the stored record, and the gear that they name exists. */
async function checkRelated(tx: Tx, account: string): Promise<void> {
  const db = tx.builder<Schema>()
  const gear = await tx.query(db.selectFrom('gear').select(['id', 'gear_type']).where('account_id', '=', account))
  const types = new Map(gear.map(({ id, gear_type: type }) => [id, type]))
  for (const row of await tx.query(db.selectFrom('document').selectAll().where('account_id', '=', account))) {
    const document = Document.parse(JSON.parse(row.record))
    const { id, gear_id: gearId, type, expires_on: expires, source } = document
    expect({
      id: row.id,
      gear_id: row.gear_id,
      type: row.type,
      expires_key: row.expires_key,
      source: row.source,
    }).toEqual({
      id,
      gear_id: gearId,
      type,
      expires_key: expires ?? '9999-12-31',
      source,
    })
    expect(document.gear_type, 'the gear type follows the item').toBe(gearId === null ? null : types.get(gearId))
  }
  for (const row of await tx.query(db.selectFrom('maintenance').selectAll().where('account_id', '=', account))) {
    const record = Maintenance.parse(JSON.parse(row.record))
    expect({
      id: row.id,
      item_id: row.gear_id,
      item_type: row.item_type,
      status: row.status,
      service_date: row.service_date,
    }).toEqual({
      id: record.id,
      item_id: record.item_id,
      item_type: record.item_type,
      status: record.status,
      service_date: record.service_date,
    })
    expect(record.completed_at !== null, 'completed_at is set exactly when it is completed').toBe(
      record.status === 'completed',
    )
    expect(types.get(record.item_id), 'the item exists and has that type').toBe(record.item_type)
  }
}

/** A pending delivery has a next attempt and no end. A finished one has an end, no next attempt and no lease. */
async function checkDeliveries(tx: Tx, account: string): Promise<void> {
  const rows = await tx.query(
    tx.builder<Schema>().selectFrom('webhook_delivery').selectAll().where('account_id', '=', account),
  )
  for (const { id, status, next_at_ms: nextAtMs, finished_at: finished, lease_holder: holder } of rows) {
    const isPending = status === 'pending'
    expect(nextAtMs !== null, id).toEqual(isPending)
    expect(finished === null, id).toEqual(isPending)
    if (!isPending) expect({ id, holder }).toEqual({ id, holder: null })
  }
}

/** Ids rise in the order of creation, and are unique across accounts. */
async function checkIds(tx: Tx, accounts: readonly string[]): Promise<void> {
  const all: string[] = []
  for (const account of accounts) {
    for (const table of tables) {
      const rows = await rowsOf(tx, table, account)
      const creationTimes = rows.map((row) => String((JSON.parse(row.record) as Stored)['created_at']))
      expect(creationTimes).toEqual(creationTimes.toSorted())
      all.push(...rows.map((row) => row.id))
    }
  }
  expect(new Set(all).size).toBe(all.length)
}

const readAccounts = async (tx: Tx): Promise<string[]> =>
  (await tx.query(tx.builder<Schema>().selectFrom('account').select('id'))).map((row) => row.id)

export const listAccounts = (databaseFile: string): Promise<string[]> =>
  withDatabase(databaseFile, (db) => db.read(readAccounts))

/**
 * Checks the invariants of every idle database: counters, audit chain, one event per change, columns, deliveries, ids.
 * @param except accounts that are not checked
 * @throws FoundFault
 */
export async function checkInvariants(databaseFile: string, except: ReadonlySet<string> = new Set()): Promise<void> {
  const check = async (tx: Tx): Promise<void> => {
    const accounts = (await readAccounts(tx)).filter((account) => !except.has(account))
    for (const account of accounts) {
      expect((await readAccountState(tx, account)).counters).toEqual(await countRecords(tx, account))
      expect((await verifyChain(tx, account)).fault).toBeNull()
      await checkEvents(tx, account)
      await checkColumns(tx, account)
      await checkFieldValues(tx, account)
      await checkCategories(tx, account)
      await checkRelated(tx, account)
      await checkDeliveries(tx, account)
    }
    await checkIds(tx, accounts)
  }
  try {
    await withDatabase(databaseFile, (db) => db.read(check))
  } catch (error) {
    throw new FoundFault(`an invariant of ${databaseFile} does not hold`, { cause: error })
  }
}
