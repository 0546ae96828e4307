import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Client } from '../../client/client.ts'
import { startRun, uploadSheet, type Run } from '../../contract/control.ts'
import { CliError } from '../errors.ts'
import { userPath } from '../files.ts'

type Environment = Record<string, string | undefined>

function readSheet(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new CliError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error })
  }
}

/** Starts a run that leaves its plan waiting; with `file` its bytes are used instead of the source's own. */
export async function startSync(control: Client, env: Environment, source: string, file: string | undefined): Promise<Run> {
  if (file === undefined) return (await control.call(startRun, { body: { source, decide: 'wait' } })).body.data
  const path = userPath(env, file)
  const upload = await control.upload(uploadSheet, readSheet(path), { query: { name: basename(path) } })
  return (await control.call(startRun, { body: { source, decide: 'wait', upload_id: upload.body.data.upload_id } })).body.data
}
