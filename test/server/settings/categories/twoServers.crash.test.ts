import { expect, it } from 'vitest'
import { createAccount } from '../../../support/account.ts'
import { createApi } from '../../../support/api.ts'
import { fullOrSmall } from '../../../support/counts.ts'
import { checkInvariants } from '../../../support/invariants.ts'
import { createDataFolder, startServer } from '../../../support/server.ts'
import { createSettings } from '../../../support/settings.ts'
import { dropDatabase } from '../../../support/testDatabase.ts'
import { addCategory, listCategories } from './support.ts'

const ROUNDS = fullOrSmall(60, 15)
const WRITERS = 4

it('a category that one server deletes while another gives it to items is never left without a definition', async () => {
  using folder = createDataFolder()
  const env = { KITROOM_RATE_LIMIT: 'off' }
  await using first = await startServer(folder.dataDir, { env })
  await using second = await startServer(folder.dataDir, { env })
  const account = await createAccount(folder.dataDir, 'Both')
  const owner = createSettings(first.url, account.owner_key)
  const api = createApi(second.url, account.api_key)
  const items = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => api.createItem({ gear_type: 'accessory', model: `M${index}` })),
  )
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const category = await addCategory(owner, 'mixer')
    const [deleted, ...written] = await Promise.all([
      owner.delete(`/categories/${category.id}`),
      ...items.map(({ id }) => api.patch(`/gear/${id}`, { updates: { category: 'mixer' } })),
    ])
    const isDeleted = deleted?.status === 200
    const accepted = written.filter(({ status }) => status === 200).length
    outcomes.add(isDeleted ? 'deleted' : 'written')
    expect(isDeleted ? accepted : Math.min(accepted, 1), `round ${round}: ${deleted?.text}`).toBe(isDeleted ? 0 : 1)
    expect(await listCategories(owner)).toHaveLength(isDeleted ? 0 : 1)
    for (const { id } of items) await api.patch(`/gear/${id}`, { updates: { category: null } })
    const again = await owner.delete(`/categories/${category.id}`)
    expect(again.status).toBe(isDeleted ? 404 : 200)
  }
  expect([...outcomes].toSorted()).toContain('deleted')
  await first.stop()
  await second.stop()
  await checkInvariants(folder.databaseFile)
  await dropDatabase(folder.databaseFile)
})
