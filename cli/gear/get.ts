import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { showJson, showValue } from '../show/clean.ts'
import { EXIT } from '../exit.ts'
import { findGear } from './find.ts'

export const getGearCommand = (context: CommandContext, name: string, options: { json?: boolean }): Promise<number> =>
  withApi(context.env, async (api) => {
    const item = await findGear(api, name)
    const lines = Object.entries(item).map(([field, value]) => `${field.padEnd(22)} ${showValue(value, 1000)}`)
    context.terminal.out(options.json ? showJson({ data: item }) : lines.join('\n'))
    return EXIT.fine
  })
