import type { Client } from '../../client/client.ts'
import { listDocuments } from '../../contract/api/documents.ts'
import { deleteGear, type Gear } from '../../contract/api/gear.ts'
import { listMaintenance } from '../../contract/api/maintenance.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { askToConfirm, type ConfirmOptions } from '../record/askToConfirm.ts'
import { formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'
import { describeGear, findGear } from './find.ts'

async function describeDependents(api: Client, { id }: Gear): Promise<string> {
  const maintenance = (await api.call(listMaintenance, { query: { item_id: id, limit: 1 } })).body.pagination.total
  const documents = (await api.call(listDocuments, { query: { gear_id: id, limit: 1 } })).body.pagination.total
  return `${maintenance} maintenance records and ${documents} documents`
}

/** `kitroom gear delete`: shows dependent records and asks first. */
export const deleteGearCommand = (context: CommandContext, name: string, options: ConfirmOptions): Promise<number> =>
  withApi(context.env, async (api) => {
    const { terminal } = context
    const item = await findGear(api, name)
    const question = options.yes ? '' : `Delete ${describeGear(item)}, with its ${await describeDependents(api, item)}?`
    if (!(await askToConfirm(terminal, question, options))) {
      terminal.printNote('Nothing was deleted.')
      return EXIT.failed
    }
    const { body } = await api.call(deleteGear, { params: { id: item.id } })
    const { maintenance, documents } = body.data.cleaned
    terminal.printResult(
      options.json
        ? formatJson(body)
        : `Deleted: ${describeGear(item)}, ${maintenance} maintenance records, ${documents} documents`,
    )
    if (!options.json) terminal.printNote(`To bring it back: kitroom gear restore ${item.id}`)
    return EXIT.success
  })
