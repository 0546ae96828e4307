import { randomFillSync } from 'node:crypto'

const ID_BYTES = 16
/** A draw of random bytes costs ten times as much as the rest of an id, whether it is for one id or for many. */
const IDS_AT_ONCE = 256

const pool = Buffer.alloc(ID_BYTES * IDS_AT_ONCE)
let used = pool.length

/** 16 random bytes for an id, never given twice. They hold until 255 more were taken. */
export function randomForId(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += ID_BYTES
  return pool.subarray(used - ID_BYTES, used)
}
