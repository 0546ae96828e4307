import { withApi } from '../access/api.ts'
import type { CommandContext } from '../context.ts'
import { formatJson, formatValue } from '../show/text.ts'
import { EXIT } from '../exit.ts'
import { findGear } from './find.ts'

export const getGearCommand = (context: CommandContext, name: string, options: { json?: boolean }): Promise<number> =>
  withApi(context.env, async (api) => {
    const item = await findGear(api, name)
    const lines = Object.entries(item).map(([field, value]) => `${field.padEnd(22)} ${formatValue(value, 1000)}`)
    context.terminal.printResult(options.json ? formatJson({ data: item }) : lines.join('\n'))
    return EXIT.success
  })
