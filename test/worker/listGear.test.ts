import { ApplicationFailure } from '@temporalio/common'
import { expect, it } from 'vitest'
import { readAllGear } from '../../activities/shared/listGear.ts'
import { createClient, type Client } from '../../client/client.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { MemoryRecords } from '../../sheets/records.ts'
import { useServer } from '../support/suite.ts'
import { pause } from '../support/wait.ts'

const suite = useServer()

/**
 * Temporal retries the activity while the list changes at every look. On a busy machine the churn below can be faster
 * than the lists.
 */
const MAX_ATTEMPTS = 20

async function listWithRetries(client: Client): Promise<Gear[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return [...(await readAllGear(client, new AbortController().signal, () => new MemoryRecords<Gear>()))]
    } catch (error) {
      if (!(error instanceof ApplicationFailure) || error.nonRetryable === true || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

it('every item is listed exactly once while others are created and deleted', async () => {
  const permanent = new Set<string>()
  const makeMany = async (count: number): Promise<string[]> =>
    (
      await Promise.all(Array.from({ length: count }, (_, index) => suite.alice.createItem({ model: `M${index}` })))
    ).map((item) => item.id)
  for (const id of await makeMany(900)) permanent.add(id)
  const stopChurn = new AbortController()
  const churned = { made: 0 }
  const churn = async (): Promise<void> => {
    while (!stopChurn.signal.aborted) {
      const item = await suite.alice.createItem({ model: 'Passing' })
      await suite.alice.delete(`/gear/${item.id}`)
      churned.made++
      await pause(20, 'other clients change gear now and then')
    }
  }
  const churning = churn()
  const client = createClient({ url: suite.server.url + API_BASE, token: suite.alice.key, retries: 0 })
  for (let round = 0; round < 5 || churned.made < 10; round++) {
    const items = await listWithRetries(client)
    const ids = items.map((item) => item.id)
    expect(new Set(ids).size, 'no item twice').toBe(ids.length)
    expect(
      ids.filter((id) => permanent.has(id)),
      'no item missed',
    ).toHaveLength(permanent.size)
  }
  stopChurn.abort()
  await churning
  await client.close()
})
