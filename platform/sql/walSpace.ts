import { closeSync, openSync, readSync, statSync, truncateSync } from 'node:fs'
import { endianness } from 'node:os'
import type { SqliteConnection } from './sqlite.ts'
import { isDatabaseLocked } from './sqliteErrors.ts'

const HEADER_BYTES = 48
const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** The index has the page size in two bytes, in which 1 is the largest one. */
const LARGEST_PAGE_BYTES = 65_536

/**
 * Reads from the index how many bytes of the write-ahead log are in use (SQLite's "WAL-mode File Format", section 2.1).
 * @returns undefined while the index is being changed
 */
function readUsedBytes(file: string): number | undefined {
  const header = Buffer.alloc(2 * HEADER_BYTES)
  const handle = openSync(`${file}-shm`, 'r')
  try {
    readSync(handle, header, 0, header.length, 0)
  } finally {
    closeSync(handle)
  }
  const first = header.subarray(0, HEADER_BYTES)
  if (!first.equals(header.subarray(HEADER_BYTES)) || first[12] !== 1) return undefined
  const isLittle = endianness() === 'LE'
  const pageBytes = isLittle ? first.readUInt16LE(14) : first.readUInt16BE(14)
  const frames = isLittle ? first.readUInt32LE(16) : first.readUInt32BE(16)
  return WAL_HEADER_BYTES + frames * (FRAME_HEADER_BYTES + (pageBytes === 1 ? LARGEST_PAGE_BYTES : pageBytes))
}

/**
 * Cuts the write-ahead log after its last committed frame. A transaction that filled the disk has left its pages behind
 * it. A checkpoint would need room in the database first. The lock keeps other writers away, and readers look at
 * committed frames only.
 */
export function releaseWalSpace(connection: SqliteConnection, file: string): void {
  try {
    connection.command('BEGIN IMMEDIATE')
  } catch (error) {
    if (isDatabaseLocked(error)) return
    throw error
  }
  try {
    const usedBytes = readUsedBytes(file)
    if (usedBytes !== undefined && statSync(`${file}-wal`).size > usedBytes) truncateSync(`${file}-wal`, usedBytes)
  } finally {
    connection.command('ROLLBACK')
  }
}
