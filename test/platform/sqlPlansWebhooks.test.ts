import { expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { listDefinedStatements } from '../../platform/sql/statement.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import '../../server/webhooks/dispatch/engine.ts'
import '../../server/webhooks/prune.ts'
import '../../server/webhooks/pruneEvents.ts'
import { toCompilable } from '../support/database.ts'
import { createDataFolder } from '../support/server.ts'

// Query plans of SQLite: no statement of the dispatcher may scan a whole queue.

it('every statement about deliveries finds its rows with an index', async () => {
  using folder = createDataFolder()
  const db = await openApiDatabase(`sqlite:${folder.databaseFile}`, systemClock, createSilentLog())
  const plans: string[] = []
  const claims: string[] = []
  await db.read(async (tx) => {
    for (const statement of listDefinedStatements()) {
      const { text, names } = statement.compile('sqlite')
      if (!/webhook_(?:delivery|attempt)|"event"/.test(text)) continue
      const rows = await tx.query(
        toCompilable<{ detail: string }>(`explain query plan ${text}`, Array<null>(names.length).fill(null)),
      )
      for (const { detail } of rows) {
        plans.push(`${detail} | ${text.slice(0, 80)}`)
        if (text.includes('lease_holder" = ?') && text.startsWith('select')) claims.push(detail)
      }
    }
  })
  await db.close()
  expect(plans.length).toBeGreaterThan(20)
  const scanPlans = plans.filter(
    (plan) => /^SCAN (?:delivery|webhook_delivery|webhook_attempt|event)\b/.test(plan) && !plan.includes('count(*)'),
  )
  expect(scanPlans).toEqual([])
  expect(claims[0]).toMatch(/USING INDEX webhook_delivery_due \(account_id=\? AND endpoint_id=\? AND next_at_ms=\?\)/)
})
