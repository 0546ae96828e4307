import { adoptSource, type Adoption } from '../../contract/control/controlAdopt.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { SYNC_COMMAND } from './show.ts'

const itemsOf = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

function* describeAdoption(adoption: Adoption): Generator<string> {
  const { taken_over, already_bound, left } = adoption
  const source = escapeUnsafe(adoption.source)
  const from = escapeUnsafe(adoption.from)
  yield `${source}: took over ${itemsOf(taken_over)} from ${from}. Nothing was written to the inventory.`
  if (already_bound > 0) yield `  Bound to ${source} already, and now to it alone: ${itemsOf(already_bound)}.`
  if (left > 0) yield `  Left with ${from}: ${itemsOf(left)}, because ${source} has bound the same key to another item.`
  if (adoption.from_is_configured)
    yield `${from} is still in kitroom.yaml. Its rows of these items are refused from now on, so remove it there.`
  yield `To take this back: ${SYNC_COMMAND} adopt ${from} --from ${source}${adoption.from_is_configured ? '' : `, with ${from} in kitroom.yaml again`}`
}

/** `kitroom sync adopt`: a source takes over the items that an earlier one has bound. */
export const adoptSourceCommand = (
  context: CommandContext,
  source: string,
  { from, json }: { from: string; json?: boolean },
): Promise<number> =>
  withControl(context.env, async (control) => {
    const { data } = (await control.call(adoptSource, { params: { source }, body: { from } })).body
    context.terminal.printResult(json ? formatJson(data) : [...describeAdoption(data)].join('\n'))
    return EXIT.success
  })
