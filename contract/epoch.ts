// An epoch names one history of an account's data. A restore starts a new one, so clients compare it before they trust stored state.

/** Reply header of GET /profile. Opaque but for `restoredToMs`. */
export const EPOCH_HEADER = 'Kitroom-Epoch'

const MOMENT = '@'

/** The epoch that a restore starts. @param id a new UUID @param moment ISO 8601 time of the account's last write in the restored data */
export const epochOfRestore = (id: string, moment: string): string => `${id}${MOMENT}${moment}`

/** The time that an epoch's data was restored to, milliseconds since 1970; later records do not exist. `undefined` in the first epoch. */
export function restoredToMs(epoch: string): number | undefined {
  const [, moment] = epoch.split(MOMENT)
  return moment === undefined ? undefined : Date.parse(moment)
}
