import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { printRecord } from '../record/show.ts'
import { findShoot } from './find.ts'

export const getShootCommand = (context: CommandContext, name: string, options: { json?: boolean }): Promise<number> =>
  withApi(context.env, async (api) => printRecord(context, await findShoot(api, name), options))
