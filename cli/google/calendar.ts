import { createGoogleCalendar } from '../../contract/control/google.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'

interface CreateOptions {
  /** Id of the calendar at Google that a person found after a lost answer. */
  id?: string
  again?: boolean
  json?: boolean
}

/** `kitroom google calendar`: creates a calendar of kitroom.yaml at Google. */
export const createGoogleCalendarCommand = (
  context: CommandContext,
  calendar: string,
  { id, again, json }: CreateOptions,
): Promise<number> =>
  withControl(context.env, async (control) => {
    const body = { ...(id !== undefined && { google_id: id }), ...(again && { again }) }
    const { data } = (await control.call(createGoogleCalendar, { params: { id: calendar }, body })).body
    const owner = data.email === null ? '' : ` in the account ${data.email}`
    const text = data.is_new
      ? `The calendar "${data.name}" is in Google Calendar${owner}. Kitroom writes the shoots into it now. Share it there with whoever shall see it.`
      : `The calendar "${data.name}" is in Google Calendar${owner} already: ${data.google_id}`
    context.terminal.printResult(json ? formatJson({ data }) : escapeUnsafe(text))
    return EXIT.success
  })
