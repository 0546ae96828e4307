import { issueCalendarAddress } from '../../contract/calendars.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { clean, showJson } from '../show/clean.ts'
import { EXIT } from '../exit.ts'

const ONCE = 'Keep the address: it is shown only now, and whoever has it can read the calendar.'
const AGAIN = 'The address before leads nowhere any more.'

/** Makes the address of a feed, in place of another when `rotate`, and prints it, this once. */
async function issueAddress(context: CommandContext, id: string, rotate: boolean, json: boolean | undefined): Promise<number> {
  const { body } = await withControl(context.env, (control) => control.call(issueCalendarAddress, { params: { id }, body: { rotate } }))
  if (json) context.terminal.out(showJson(body))
  else {
    context.terminal.out(clean(body.data.url))
    context.terminal.note(rotate ? `${ONCE}\n${AGAIN}` : ONCE)
  }
  return EXIT.fine
}

type Options = { json?: boolean }

/** `kitroom calendar url`: the first address of a feed. */
export const urlCommand = (context: CommandContext, id: string, { json }: Options): Promise<number> => issueAddress(context, id, false, json)

/** `kitroom calendar rotate`: another address in place of the one before. */
export const rotateCommand = (context: CommandContext, id: string, { json }: Options): Promise<number> => issueAddress(context, id, true, json)
