// Fills a database with the server's own code: `seed <db url> <data folder> <items>`. Prints {account, key, ownerKey,
// names}.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gearStatuses } from '../../contract/api/gearFields.ts'
import { NewGear } from '../../contract/api/gear.ts'
import { systemClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { scopes } from '../../contract/scopes.ts'
import { issueKey } from '../../server/auth/issueKey.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import { writeAccount } from '../../server/db/writeAccount.ts'
import { checkNewGear } from '../../server/resources/gear/check.ts'
import { createGearItem } from '../../server/resources/gear/create.ts'

const toPath = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

interface GearName {
  type: 'camera' | 'lens'
  brand: string
  model: string
}

function readGearNames(): GearName[] {
  const lines = readFileSync(toPath('data/lensfun-names.csv'), 'utf8').split(/\r?\n/).slice(1)
  return lines.flatMap((line) => {
    const [kind, brand, model] = line.split(',')
    return (kind === 'camera' || kind === 'lens') && brand && model
      ? [{ type: kind, brand, model: model.slice(0, 120) }]
      : []
  })
}

const STATUS_WEIGHTS = [12, 2, 5, 1, 1]
const statuses = gearStatuses.flatMap((status, index) =>
  Array.from({ length: STATUS_WEIGHTS[index] ?? 0 }, () => status),
)

function makeItem(index: number, names: readonly GearName[]): NewGear {
  const name = names[(index * 7919) % names.length]
  if (!name) throw new Error('no names to seed with')
  const body = {
    gear_type: name.type,
    brand: name.brand,
    model: name.model,
    status: statuses[(index * 31) % statuses.length],
    serial_number: String(1_000_000 + index),
    asset_tag: `RH-${String(index).padStart(6, '0')}`,
    purchase_price: 100 + (index % 5000),
    purchase_date: `20${String(16 + (index % 10))}-0${1 + (index % 9)}-15`,
    storage_location: `A-${index % 40}-${index % 13}`,
    ...(index % 5 === 0 && { notes: 'Rental sticker renewed' }),
    ...(index % 2 === 0 && { warranty_expires_on: `20${String(24 + (index % 6))}-05-01` }),
  }
  return NewGear.parse(body)
}

const [, , url = '', dataDir = '', count = '0'] = process.argv
const env = { ...process.env, KITROOM_DATABASE_URL: url, KITROOM_DATA_DIR: dataDir }
const account = JSON.parse(
  execFileSync(
    process.execPath,
    [toPath('../../server/operator/accountCreate.ts'), '--name', 'Bench', '--email', 'bench@example.com', '--json'],
    {
      env,
      encoding: 'utf8',
    },
  ),
) as {
  account_id: string
  owner_key: string
}
const db = await openApiDatabase(url, systemClock, createSilentLog())
// Rate limits stay on: a worker's key does not count against the account's limit, and its own limit is too high to
// reach.
const key = await db.write((tx) =>
  issueKey(
    tx,
    { account: account.account_id, kind: 'worker', name: 'Bench', scopes, ratePerSecond: 1_000_000 },
    systemClock.nowMs(),
  ),
)
const names = readGearNames()
for (let index = 0; index < Number(count); index += 256) {
  const creates = Array.from({ length: Math.min(256, Number(count) - index) }, (_, offset) =>
    writeAccount(db, systemClock, account.account_id, (write) =>
      createGearItem(
        { write, requestId: '00000000-0000-4000-8000-000000000000', id: '', ifMatch: undefined },
        checkNewGear(makeItem(index + offset, names)),
      ),
    ),
  )
  await Promise.all(creates)
}
await db.close()
process.stdout.write(
  JSON.stringify({
    account: account.account_id,
    key,
    ownerKey: account.owner_key,
    names: names.map((name) => `${name.brand} ${name.model}`),
  }),
)
