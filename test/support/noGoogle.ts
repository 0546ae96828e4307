import { systemClock } from '../../platform/clock.ts'
import type { GoogleHost } from '../../sources/source.ts'

/** A worker without a service account. */
export const noGoogle: GoogleHost = {
  clock: systemClock,
  keyFile: undefined,
  rootUrl: undefined,
  reserveReads: () => Promise.reject(new Error('this test reads no Google Sheet')),
  reserveWrites: () => Promise.reject(new Error('this test writes no Google Sheet')),
}
