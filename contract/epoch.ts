// An epoch identifies one history of an account's data. A restore starts a new epoch, so clients compare epochs before
// they trust stored state.

/** Response header of GET /profile with the epoch. It is opaque, except that `restoredToMs` parses it. */
export const EPOCH_HEADER = 'Kitroom-Epoch'

const SEPARATOR = '@'

/**
 * Creates the epoch of a restore.
 * @param id a new UUID
 * @param moment ISO 8601 time of the account's last write in the restored data
 */
export const epochOfRestore = (id: string, moment: string): string => `${id}${SEPARATOR}${moment}`

/**
 * Returns the time to which an epoch's data was restored, in milliseconds since 1970. Later records do not exist.
 * `undefined` in the first epoch.
 */
export function restoredToMs(epoch: string): number | undefined {
  const [, moment] = epoch.split(SEPARATOR)
  return moment === undefined ? undefined : Date.parse(moment)
}
