import { systemClock } from '../../platform/clock.ts'
import type { GoogleHost } from '../../sheets/sources/source.ts'

/** A worker without an account at Google. */
export const noGoogle: GoogleHost = {
  clock: systemClock,
  connect: () => Promise.reject(new Error('this test has no account at Google')),
  reserveReads: () => Promise.reject(new Error('this test reads no Google Sheet')),
  reserveWrites: () => Promise.reject(new Error('this test writes no Google Sheet')),
}
