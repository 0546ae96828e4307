// Child process that parses one sheet. It reads the job from stdin and writes JSON lines to stdout. Its environment has
// no secrets.
import { once } from 'node:events'
import { chooseSheet } from './mapping/chooseSheet.ts'
import { mapSheet } from './mapping/mapTable.ts'
import { packTable } from './mapping/packTable.ts'
import type { ParseJob } from './parseSheet.ts'
import { readSheets } from './readers/reader.ts'
import { freeMemory } from './readers/freeMemory.ts'
import { checkDefaultCategory } from './mapping/checkDefaultCategory.ts'
import { defineCategories } from './vocabulary/customCategories.ts'
import { defineCustomFields } from './vocabulary/customFields.ts'
import { SheetRefused, type Sheet } from './types.ts'

/** Memory is freed after so many bytes are read, or so many chunks of rows are written. */
const BYTES_PER_CLEANUP = 8 * 2 ** 20
const CHUNKS_PER_CLEANUP = 64

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/** Reads the job and the file. The file's size is known, so that memory holds a large file only once. */
async function readInput(): Promise<{ job: ParseJob; file: Uint8Array }> {
  let line: Buffer = Buffer.alloc(0)
  let job: ParseJob | undefined
  let file = new Uint8Array()
  let length = 0
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    let rest = piece
    if (!job) {
      line = Buffer.concat([line, piece])
      const end = line.indexOf('\n')
      if (end < 0) continue
      job = JSON.parse(line.subarray(0, end).toString()) as ParseJob
      file = new Uint8Array(job.bytes)
      rest = line.subarray(end + 1)
    }
    file.set(rest, length)
    const isCleanup = Math.floor((length + rest.length) / BYTES_PER_CLEANUP) > Math.floor(length / BYTES_PER_CLEANUP)
    length += rest.length
    if (isCleanup) freeMemory()
  }
  if (!job || length !== job.bytes) throw new Error('the input ended early')
  return { job, file }
}

/** Reads the job in a separate function, so that the file's bytes are freed before its rows are mapped. */
async function readJob(): Promise<{ job: ParseJob; read: () => Promise<Sheet[]> }> {
  const input = await readInput()
  const { job } = input
  let bytes: Uint8Array | undefined = input.file
  const read = async (): Promise<Sheet[]> => {
    const file = bytes ?? new Uint8Array()
    bytes = undefined
    return readSheets(file, job.name, job.settings)
  }
  return { job, read }
}

async function runJob(): Promise<void> {
  const { job, read } = await readJob()
  defineCustomFields(job.fields ?? [])
  defineCategories(job.categories ?? [])
  try {
    checkDefaultCategory(job.settings)
    const sheet = chooseSheet(await read(), job.settings)
    if (sheet.rows[0]?.cellAt) freeMemory()
    const { currency, timeZone, explain = false, lacksMaintenance = false, cells = {} } = job
    const account = { currency, lacksMaintenance, cells, ...(timeZone !== undefined && { timeZone }) }
    const steps = mapSheet(sheet, job.settings, { ...account, explain })
    let chunks = 0
    for (const chunk of packTable(steps)) {
      await write(chunk)
      if (++chunks % CHUNKS_PER_CLEANUP === 0) freeMemory()
    }
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    await write(`${JSON.stringify({ refused: { code: error.code, said: error.said, advice: error.advice } })}\n`)
  }
}

await runJob()
