import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Client } from '../../client/client.ts'
import { startRun, uploadSheet, type Run } from '../../contract/control.ts'
import { CliError } from '../errors.ts'
import { userPath } from '../files.ts'

type Environment = Record<string, string | undefined>

/** The bytes of a file. */
export function readSheet(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new CliError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error })
  }
}

/** Sends a file's bytes in; answers the id of the upload. */
export async function uploadFile(control: Client, env: Environment, file: string): Promise<string> {
  const path = userPath(env, file)
  return (await control.upload(uploadSheet, readSheet(path), { query: { name: basename(path) } })).body.data.upload_id
}

/** Starts a run that leaves its plan waiting; with `file` its bytes are used instead of the source's own. */
export async function startSync(control: Client, env: Environment, source: string, file: string | undefined): Promise<Run> {
  if (file === undefined) return (await control.call(startRun, { body: { source, decide: 'wait' } })).body.data
  const upload_id = await uploadFile(control, env, file)
  return (await control.call(startRun, { body: { source, decide: 'wait', upload_id } })).body.data
}
