// Child process that parses one sheet. It reads the job from stdin and writes JSON lines to stdout. Its environment has no secrets.
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { chooseSheet } from './mapping/chooseSheet.ts'
import { findWords } from './mapping/findWords.ts'
import { mapTable } from './mapping/mapTable.ts'
import { packTable } from './packTable.ts'
import type { ParseJob } from './parseSheet.ts'
import { readSheets } from './reader.ts'
import { SheetRefused, type Sheet } from './types.ts'

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/** A function of its own, so that the file's bytes are freed before its rows are mapped. */
async function readJob(): Promise<{ job: ParseJob; read: () => Promise<Sheet[]> }> {
  const input = await buffer(process.stdin)
  const end = input.indexOf('\n')
  const job = JSON.parse(input.subarray(0, end).toString()) as ParseJob
  let bytes: Uint8Array | undefined = input.subarray(end + 1)
  const read = async (): Promise<Sheet[]> => {
    const file = bytes ?? new Uint8Array()
    bytes = undefined
    return readSheets(file, job.name, job.settings)
  }
  return { job, read }
}

async function runJob(): Promise<void> {
  const { job, read } = await readJob()
  try {
    const sheet = chooseSheet(await read(), job.settings)
    const table = mapTable(sheet, job.settings, { currency: job.currency })
    if (job.explain) table.read.words = findWords(sheet, table, job.settings)
    for (const chunk of packTable(table)) await write(chunk)
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    await write(`${JSON.stringify({ refused: { code: error.code, message: error.message } })}\n`)
  }
}

await runJob()
