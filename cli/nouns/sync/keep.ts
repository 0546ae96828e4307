import type { Client } from '../../../client/client.ts'
import type { CustomField } from '../../../contract/api/customFields.ts'
import { explainSource, type FieldProposal } from '../../../contract/control/explain.ts'
import { createField } from '../../../contract/settings/fields.ts'
import { withControl } from '../../access/control.ts'
import { withSettings } from '../../access/settings.ts'
import { EXIT, type CommandContext } from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import { escapeUnsafe, formatJson } from '../../show/text.ts'
import { uploadFile } from './sheet.ts'

interface KeepOptions {
  file?: string
  all?: boolean
  json?: boolean
}

interface LeftOutColumn {
  column: string
  header: string
  proposal: FieldProposal
}

/** Lists the columns that could be own fields. @throws CliError if the sheet cannot be read */
async function listColumns(control: Client, source: string, uploadId: string | undefined): Promise<LeftOutColumn[]> {
  const body = { source, ...(uploadId !== undefined && { upload_id: uploadId }) }
  const { mapping, refused } = (await control.call(explainSource, { body })).body.data
  if (!mapping) throw new CliError(escapeUnsafe(refused?.detail ?? 'The sheet cannot be read.'))
  return mapping.tables.flatMap(({ left_out: columns }) =>
    columns.flatMap(({ column, header, proposal }) => (proposal ? [{ column, header, proposal }] : [])),
  )
}

const fold = (text: string): string => text.trim().toLowerCase()

/** @throws CliError for a header that no such column has */
function chooseColumns(columns: readonly LeftOutColumn[], headers: readonly string[]): LeftOutColumn[] {
  return headers.map((wanted) => {
    const found = columns.find(({ column, header }) => fold(header) === fold(wanted) || column === wanted)
    if (found) return found
    const known = columns.map(({ header }) => `"${escapeUnsafe(header)}"`).join(', ')
    throw new CliError(
      `No column that is left out is called "${escapeUnsafe(wanted)}". ${known === '' ? 'There is none.' : `There are: ${known}.`}`,
    )
  })
}

const describeField = ({ name, label, type, unit, choices }: CustomField): string =>
  escapeUnsafe(
    `${label} → fields.${name}, ${type}${unit === null ? '' : ` in ${unit}`}${choices === null ? '' : `: ${choices.join(', ')}`}`,
  )

/** `kitroom sync keep`: defines own fields for columns that no field of Kitroom has. The next plan reads them. */
export async function keepColumnsCommand(
  context: CommandContext,
  source: string,
  headers: readonly string[],
  { file, all = false, json }: KeepOptions,
): Promise<number> {
  if (all === headers.length > 0) throw new CliError('Name the columns to keep, or give --all.')
  const columns = await withControl(context.env, async (control) =>
    listColumns(control, source, file === undefined ? undefined : await uploadFile(control, context.env, file)),
  )
  const chosen = all ? columns : chooseColumns(columns, headers)
  const fields = await withSettings(context.env, async (settings) => {
    const defined: CustomField[] = []
    for (const { proposal } of chosen) {
      const { name, label, type, unit = null, choices = null } = proposal
      defined.push((await settings.call(createField, { body: { name, label, type, unit, choices } })).body.data)
    }
    return defined
  })
  if (json) context.terminal.printResult(formatJson({ data: fields }))
  else {
    context.terminal.printResult(
      fields.length === 0 ? 'No column is left out that could be kept.' : fields.map(describeField).join('\n'),
    )
    if (fields.length > 0) context.terminal.printNote(`Now plan again: kitroom sync plan ${escapeUnsafe(source)}`)
  }
  return EXIT.success
}
