// @postgres
import { expect, it } from 'vitest'
import { epochOfRestore } from '../../../contract/epoch.ts'
import { systemClock } from '../../../platform/clock.ts'
import { listCoverageEnds, storeCoverageEnd } from '../../../state/coverage/coverage.ts'
import { requestCoverage, readCoverageWatch, storeEvaluation } from '../../../state/coverage/coverageWatch.ts'
import { storeEpoch } from '../../../state/database/epoch.ts'
import { openState } from '../../../state/database/open.ts'
import { newStateUrl } from '../../support/stateUrl.ts'
import { createDataFolder } from '../../support/server.ts'

const MOMENT = '2026-11-21T09:00:00.000Z'

it('a restore forgets every end date and lists them again; open requests are still answered', async () => {
  using folder = createDataFolder(undefined)
  const state = await openState(await newStateUrl(folder.dataDir), systemClock)
  const evaluated = {
    listed_on: '2026-11-21',
    all_listed_on: '2026-11-21',
    answered: 0,
    counts: '{}',
    settings: 'a',
    next_at: MOMENT,
    synced_at: null,
    ended_at: MOMENT,
  }
  await state.write(async (tx) => {
    await storeEpoch(tx, '019d33aa-0000-7000-8000-000000000000', MOMENT)
    await storeCoverageEnd(tx, { document_id: 'one', expires_on: '2026-12-01' })
    await storeEvaluation(tx, evaluated)
    await requestCoverage(tx, '2026-11-21')
  })
  await state.write((tx) => storeEpoch(tx, epochOfRestore('019d33ab-0000-7000-8000-000000000000', MOMENT), MOMENT))
  expect(await state.read((tx) => listCoverageEnds(tx, ''))).toEqual([])
  expect(await state.read(readCoverageWatch)).toMatchObject({ listed_on: null, asked: 1, answered: 0 })
  await state.close()
})
