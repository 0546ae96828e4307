import { deleteMaintenance } from '../../contract/api/maintenance.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { askToConfirm, type ConfirmOptions } from '../record/askToConfirm.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'
import { findMaintenance } from './find.ts'

export const deleteMaintenanceCommand = (
  context: CommandContext,
  id: string | undefined,
  options: ConfirmOptions & { tag?: string },
): Promise<number> =>
  withApi(context.env, async (api) => {
    const { terminal } = context
    const record = await findMaintenance(api, { ...options, id })
    const name = escapeUnsafe(`${record.service_type} of ${record.service_date}`)
    if (!(await askToConfirm(terminal, `Delete ${name} (${record.status})?`, options))) {
      terminal.printNote('Nothing was deleted.')
      return EXIT.failed
    }
    const { body } = await api.call(deleteMaintenance, { params: { id: record.id } })
    terminal.printResult(options.json ? formatJson(body) : `Deleted: ${name}`)
    return EXIT.success
  })
