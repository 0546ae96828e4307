import { describe, expect, it } from 'vitest'
import { fullOrSmall } from '../../support/counts.ts'
import { createSeededRandom } from '../../support/random.ts'
import { useServer } from '../../support/suite.ts'
import { compareAllPages, compareFigures, compareRecords, compareSomePages } from './histories/compare.ts'
import { addCategory, removeCategory, renameCategory } from './histories/categorySteps.ts'
import { changeDocument, createDocument, removeDocument } from './histories/documentSteps.ts'
import { changeField, defineField, removeField } from './histories/fieldSteps.ts'
import { changeGear, createGear, removeGear } from './histories/gearSteps.ts'
import { changeMaintenance, createMaintenance, removeMaintenance } from './histories/maintenanceSteps.ts'
import { changeShoot, createShoot, removeShoot } from './histories/shootSteps.ts'
import { newStudio, type Studio } from './histories/studio.ts'

const suite = useServer({ ownProcess: true, bob: true })
const STEP_COUNT = fullOrSmall(300, 100)
const CHECK_ALL_EVERY = 100
/** Pages that are compared at each check of all, at least. */
const MIN_PAGES = 150
/** The long run has a second history, of another account. */
const HISTORIES = [
  [7, 'alice'],
  [20_261_121, 'bob'],
] as const
/** With fewer records of a kind, one is created instead of changed. */
const MIN_RECORDS = 6

type Step = (studio: Studio) => Promise<void>

const kinds: {
  kind: 'gear' | 'shoots' | 'maintenance' | 'documents' | 'fields' | 'categories'
  create: Step
  change: Step
  remove: Step
}[] = [
  { kind: 'gear', create: createGear, change: changeGear, remove: removeGear },
  { kind: 'shoots', create: createShoot, change: changeShoot, remove: removeShoot },
  { kind: 'maintenance', create: createMaintenance, change: changeMaintenance, remove: removeMaintenance },
  { kind: 'documents', create: createDocument, change: changeDocument, remove: removeDocument },
  { kind: 'categories', create: addCategory, change: renameCategory, remove: removeCategory },
  { kind: 'fields', create: defineField, change: changeField, remove: removeField },
]

function nextStep(studio: Studio): Step {
  const { random } = studio
  const { kind, create, change, remove } = random.pick(kinds)
  if (studio.gear.length < MIN_RECORDS) return createGear
  const randomNumber = random.next()
  // There are six own fields and four categories at most.
  const fewest = kind === 'fields' || kind === 'categories' ? 2 : MIN_RECORDS
  if (studio[kind].length < fewest || randomNumber < 0.4) return create
  return randomNumber < 0.85 ? change : remove
}

describe('a random history of an account', () => {
  it.each(HISTORIES.slice(0, fullOrSmall(2, 1)))(
    `of ${STEP_COUNT} steps matches a plain model on every page and in every figure (seed %i)`,
    async (seed, who) => {
      const account = who === 'alice' ? suite.aliceAccount : suite.bobAccount
      const studio = newStudio(suite[who], suite[who].as(account.owner_key), createSeededRandom(seed))
      let pages = 0
      for (let step = 1; step <= STEP_COUNT; step++) {
        await nextStep(studio)(studio)
        await compareFigures(studio)
        await compareSomePages(studio)
        if (step % CHECK_ALL_EVERY === 0) pages += await compareAllPages(studio)
      }
      await compareRecords(studio)
      expect(pages).toBeGreaterThan((STEP_COUNT / CHECK_ALL_EVERY) * MIN_PAGES)
    },
  )
})
