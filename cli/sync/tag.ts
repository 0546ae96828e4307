import { basename } from 'node:path'
import { uploadSheet } from '../../contract/control/sheetFiles.ts'
import { tagSheet } from '../../contract/control/controlTag.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { resolveUserPath } from '../files.ts'
import { writeDownload } from '../show/writeDownload.ts'
import { EXIT } from '../exit.ts'
import { readSheetFile } from './start.ts'

/** `kitroom sync tag`: copies a sheet and gives every item an asset tag. */
export async function tagSheetCommand(
  context: CommandContext,
  file: string,
  options: { out: string },
): Promise<number> {
  const [from, to] = [resolveUserPath(context.env, file), resolveUserPath(context.env, options.out)]
  if (from === to) throw new CliError('--out must name another file: the sheet itself is never changed.')
  await withControl(context.env, async (control) => {
    const upload = await control.upload(uploadSheet, await readSheetFile(from), { query: { name: basename(from) } })
    await writeDownload(
      context.terminal,
      to,
      control.download(tagSheet, { params: { id: upload.body.data.upload_id } }),
    )
  })
  return EXIT.success
}
