import { restoreGear } from '../../contract/api/gear.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'
import { describeGear } from './find.ts'

/** `kitroom gear restore`: restores a deleted item with its records. */
export const restoreGearCommand = (context: CommandContext, id: string, options: { json?: boolean }): Promise<number> =>
  withApi(context.env, async (api) => {
    const { body } = await api.call(restoreGear, { params: { id } })
    const { maintenance, documents } = body.restored
    const text = `Restored: ${describeGear(body.data)}, ${maintenance} maintenance records, ${documents} documents`
    context.terminal.printResult(options.json ? formatJson(body) : text)
    return EXIT.success
  })
