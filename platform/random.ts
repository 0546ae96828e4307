import { randomFillSync } from 'node:crypto'

const ID_BYTES = 16
/** Number of ids per call for random bytes. A call costs ten times as much as the rest of an id, whatever its size. */
const IDS_PER_FILL = 256

const pool = Buffer.alloc(ID_BYTES * IDS_PER_FILL)
let usedBytes = pool.length

/** 16 random bytes for an id, never returned twice. The buffer is valid until 255 more calls. */
export function randomForId(): Buffer {
  if (usedBytes === pool.length) {
    randomFillSync(pool)
    usedBytes = 0
  }
  usedBytes += ID_BYTES
  return pool.subarray(usedBytes - ID_BYTES, usedBytes)
}
