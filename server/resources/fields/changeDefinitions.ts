import { randomInt } from 'node:crypto'
import type { AccountWrite } from '../../db/write.ts'

const MAX_STEP = 2 ** 20

/** Marks the definitions as changed. Lists of gear get a new ETag too, since filters and orders may have changed. */
export function markDefinitionsChanged(write: AccountWrite): void {
  write.incrementVersion('gear')
  write.state.fields_version += randomInt(1, MAX_STEP)
}
