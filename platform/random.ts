import { randomFillSync } from 'node:crypto'

const ID_BYTES = 16
/** One call for random bytes costs ten times the rest of an id, whatever its size. */
const IDS_AT_ONCE = 256

const pool = Buffer.alloc(ID_BYTES * IDS_AT_ONCE)
let used = pool.length

/** 16 random bytes for an id, never returned twice. The buffer is valid until 255 more calls. */
export function randomForId(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += ID_BYTES
  return pool.subarray(used - ID_BYTES, used)
}
