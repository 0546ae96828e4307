import { randomFillSync } from 'node:crypto'

const ID_BYTES = 16
/** Number of ids per call for random bytes. A call of any size costs ten times as much as the rest of an id. */
const IDS_PER_FILL = 256

const pool = Buffer.alloc(ID_BYTES * IDS_PER_FILL)
let usedBytes = pool.length

/** Returns 16 new random bytes for an id. The buffer may be overwritten after 255 more calls. */
export function takeRandomIdBytes(): Buffer {
  if (usedBytes === pool.length) {
    randomFillSync(pool)
    usedBytes = 0
  }
  usedBytes += ID_BYTES
  return pool.subarray(usedBytes - ID_BYTES, usedBytes)
}
