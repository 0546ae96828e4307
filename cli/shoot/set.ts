import { updateShoot, type ShootUpdates } from '../../contract/api/shoots.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { readUpdates } from '../record/fields.ts'
import { printRecord } from '../record/show.ts'
import { changedShootFields } from './fields.ts'
import { findShoot } from './find.ts'

type Options = Record<string, unknown> & { json?: boolean }

async function changeShoot(
  context: CommandContext,
  name: string,
  updates: ShootUpdates,
  options: Options,
): Promise<number> {
  return withApi(context.env, async (api) => {
    const { id } = await findShoot(api, name)
    return printRecord(context, (await api.call(updateShoot, { params: { id }, body: { updates } })).body.data, options)
  })
}

export const setShootCommand = async (context: CommandContext, name: string, options: Options): Promise<number> =>
  changeShoot(context, name, readUpdates(options, changedShootFields), options)

export const completeShootCommand = async (context: CommandContext, name: string, options: Options): Promise<number> =>
  changeShoot(context, name, { status: 'completed' }, options)
