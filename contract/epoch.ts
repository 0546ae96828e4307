// An account's epoch names one history of its data. A restore of a backup begins another: what was known of the data before may never have
// been, so that clients who keep something about it look at the epoch first.

/** Answer header of GET /profile. Its text is opaque but for `restoredToMs`. */
export const EPOCH_HEADER = 'Kitroom-Epoch'

const MOMENT = '@'

/** The epoch that a restore begins. @param id a new UUID @param moment when the account was written last, as it was restored; ISO 8601 */
export const epochOfRestore = (id: string, moment: string): string => `${id}${MOMENT}${moment}`

/** The moment that an epoch's data was set back to, milliseconds since 1970: no record made later is in it. `undefined` in an account's first epoch. */
export function restoredToMs(epoch: string): number | undefined {
  const [, moment] = epoch.split(MOMENT)
  return moment === undefined ? undefined : Date.parse(moment)
}
