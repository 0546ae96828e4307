import { issueCalendarAddress, revokeCalendarAddress } from '../../contract/control/calendars.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'

const STORE_ADDRESS_NOTE = 'Store the address: it is shown only once, and anyone who has it can read the calendar.'
const OLD_ADDRESS_NOTE = 'The previous address no longer works.'

/** Issues a feed's URL and prints it once. @param rotate replaces an existing one */
async function issueAddress(
  context: CommandContext,
  id: string,
  shouldRotate: boolean,
  json: boolean | undefined,
): Promise<number> {
  const { body } = await withControl(context.env, (control) =>
    control.call(issueCalendarAddress, { params: { id }, body: { rotate: shouldRotate } }),
  )
  if (json) context.terminal.printResult(formatJson(body))
  else {
    context.terminal.printResult(escapeUnsafe(body.data.url))
    context.terminal.printNote(shouldRotate ? `${STORE_ADDRESS_NOTE}\n${OLD_ADDRESS_NOTE}` : STORE_ADDRESS_NOTE)
  }
  return EXIT.success
}

type Options = { json?: boolean }

export const showCalendarUrlCommand = (context: CommandContext, id: string, { json }: Options): Promise<number> =>
  issueAddress(context, id, false, json)

export const rotateCalendarUrlCommand = (context: CommandContext, id: string, { json }: Options): Promise<number> =>
  issueAddress(context, id, true, json)

export async function revokeCalendarUrlCommand(
  context: CommandContext,
  id: string,
  { json }: Options,
): Promise<number> {
  const { body } = await withControl(context.env, (control) => control.call(revokeCalendarAddress, { params: { id } }))
  if (json) context.terminal.printResult(formatJson(body))
  else context.terminal.printNote(body.data.revoked ? 'The address no longer works.' : 'The feed had no address.')
  return EXIT.success
}
