import { basename } from 'node:path'
import type { Client } from '../../client/client.ts'
import { startRun, type Run } from '../../contract/control/control.ts'
import { uploadSheet } from '../../contract/control/sheetFiles.ts'
import { MAX_SHEET_BYTES } from '../../contract/policies.ts'
import { FileRefused, readRegularFile, type FileRefusal } from '../../platform/regularFile.ts'
import { CliError } from '../errors.ts'
import { resolveUserPath } from '../files.ts'

type Environment = Record<string, string | undefined>

const REFUSAL_TEXTS: Readonly<Record<FileRefusal, string>> = {
  folder: 'is a folder. Give the path of a file.',
  not_regular: 'is no regular file. Give the path of a file.',
  too_large: 'has more than 64 MiB. Split it, or leave out what is no inventory.',
}

/** @throws CliError when it cannot be read, is no regular file or is too large */
export async function readSheetFile(file: string): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined
  try {
    bytes = await readRegularFile(file, MAX_SHEET_BYTES)
  } catch (error) {
    if (error instanceof FileRefused) throw new CliError(`${file} ${REFUSAL_TEXTS[error.reason]}`, { cause: error })
    throw new CliError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error })
  }
  if (bytes) return bytes
  throw new CliError(`${file} was written to while it was read. Wait until it is saved, then try again.`)
}

export async function uploadFile(control: Client, env: Environment, file: string): Promise<string> {
  const path = resolveUserPath(env, file)
  return (await control.upload(uploadSheet, await readSheetFile(path), { query: { name: basename(path) } })).body.data
    .upload_id
}

/** Starts a run whose plan waits for a decision. @param file replaces the source's own sheet */
export async function startSync(
  control: Client,
  env: Environment,
  source: string,
  file: string | undefined,
): Promise<Run> {
  if (file === undefined) return (await control.call(startRun, { body: { source, decide: 'wait' } })).body.data
  const upload_id = await uploadFile(control, env, file)
  return (await control.call(startRun, { body: { source, decide: 'wait', upload_id } })).body.data
}
