import { createShoot, type NewShoot } from '../../contract/api/shoots.ts'
import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { readRecord } from '../record/fields.ts'
import { printRecord } from '../record/show.ts'
import { newShootFields } from './fields.ts'

export const createShootCommand = (context: CommandContext, options: Record<string, unknown>): Promise<number> =>
  withApi(context.env, async (api) => {
    const body = readRecord(options, newShootFields) as NewShoot
    return printRecord(context, (await api.call(createShoot, { body })).body.data, options)
  })
