import { deleteShoot } from '../../contract/api/shoots.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { askToConfirm, type ConfirmOptions } from '../record/askToConfirm.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'
import { findShoot } from './find.ts'

export const deleteShootCommand = (context: CommandContext, name: string, options: ConfirmOptions): Promise<number> =>
  withApi(context.env, async (api) => {
    const { terminal } = context
    const { id, title, shoot_date: date, status } = await findShoot(api, name)
    if (!(await askToConfirm(terminal, `Delete ${escapeUnsafe(title)} of ${date} (${status})?`, options))) {
      terminal.printNote('Nothing was deleted.')
      return EXIT.failed
    }
    const { body } = await api.call(deleteShoot, { params: { id } })
    terminal.printResult(options.json ? formatJson(body) : `Deleted: ${escapeUnsafe(title)} of ${date}`)
    return EXIT.success
  })
