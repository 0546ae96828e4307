import { basename } from 'node:path'
import type { Client } from '../../../client/client.ts'
import { startRun, type Run } from '../../../contract/control/control.ts'
import { tagSheet } from '../../../contract/control/controlTag.ts'
import { explainSource } from '../../../contract/control/explain.ts'
import { uploadSheet } from '../../../contract/control/sheetFiles.ts'
import { MAX_SHEET_BYTES } from '../../../contract/policies.ts'
import { FileRefused, readRegularFile, type FileRefusal } from '../../../platform/regularFile.ts'
import { withControl } from '../../access/control.ts'
import { EXIT, type CommandContext } from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import { resolveUserPath } from '../../base/files.ts'
import { writeDownload } from '../../show/download.ts'
import { formatExplanation } from '../../show/explanation.ts'
import { formatJson } from '../../show/text.ts'

type Environment = Record<string, string | undefined>

const REFUSAL_TEXTS: Readonly<Record<FileRefusal, string>> = {
  folder: 'is a folder. Give the path of a file.',
  not_regular: 'is no regular file. Give the path of a file.',
  too_large: 'has more than 64 MiB. Split it, or leave out what is no inventory.',
}

/** @throws CliError if the file cannot be read, is not a regular file or is too large */
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

/** Uploads a file for one request. @returns the id of the upload */
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

interface ExplainOptions {
  file?: string
  json?: boolean
}

/** `kitroom sync explain`: shows how a source's sheet is read, without starting a run. */
export const explainSyncCommand = (
  context: CommandContext,
  source: string,
  { file, json }: ExplainOptions,
): Promise<number> =>
  withControl(context.env, async (control) => {
    const upload_id = file === undefined ? undefined : await uploadFile(control, context.env, file)
    const { data } = (
      await control.call(explainSource, { body: { source, ...(upload_id !== undefined && { upload_id }) } })
    ).body
    context.terminal.printResult(json ? formatJson(data) : formatExplanation(data, context.terminal))
    return data.refused ? EXIT.failed : EXIT.success
  })

/** `kitroom sync tag`: copies a sheet and gives every item an asset tag. */
export async function tagSheetCommand(
  context: CommandContext,
  file: string,
  options: { out: string; source?: string },
): Promise<number> {
  const [from, to] = [resolveUserPath(context.env, file), resolveUserPath(context.env, options.out)]
  if (from === to) throw new CliError('--out must name another file: the sheet itself is never changed.')
  await withControl(context.env, async (control) => {
    const upload = await control.upload(uploadSheet, await readSheetFile(from), { query: { name: basename(from) } })
    await writeDownload(
      context.terminal,
      to,
      control.download(tagSheet, {
        params: { id: upload.body.data.upload_id },
        query: options.source === undefined ? {} : { source: options.source },
      }),
    )
  })
  return EXIT.success
}
