import { expect, it } from 'vitest'
import { fullOrSmall } from '../support/counts.ts'
import { dayOf } from './yearModel.ts'
import { live, seed } from './years/live.ts'

// Days of a studio with events and daily runs, on the real Temporal and a shared fake clock, compared with a naive
// model at each moment.

const DAYS = fullOrSmall(731, 30)

it(`${DAYS} days make the records and messages of a naive model (seed ${seed})`, async () => {
  const summary = await live(dayOf('2027-03-01'), DAYS)
  console.log(`seed ${seed}: ${summary}`)
  expect(summary).not.toMatch(/^0 /)
})
