import { listCalendars, type CalendarInfo } from '../../contract/calendars.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { formatTable } from '../show/table.ts'
import { EXIT } from '../exit.ts'

const NO_CALENDARS = 'kitroom.yaml has no calendars. docs/calendar.md says how to begin.'
const HEADINGS = ['id', 'name', 'shows', 'tells', 'address since', 'last read']

const describeOnly = ({ clients, places }: CalendarInfo): string[] => [
  ...(clients ? [`clients: ${clients.join(', ')}`] : []),
  ...(places ? [`places: ${places.join(', ')}`] : []),
]

const toCells = (calendar: CalendarInfo): unknown[] => [
  calendar.id,
  calendar.name,
  [calendar.statuses.join(' '), ...describeOnly(calendar)].join(', '),
  ['title', 'time', ...(calendar.hide_place ? [] : ['place']), ...calendar.include].join(' '),
  calendar.address_since ?? 'no address',
  calendar.last_fetched_at ?? 'never',
]

/** `kitroom calendar list`. Never prints a feed's URL. */
export const listCalendarsCommand = (context: CommandContext, { json }: { json?: boolean }): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(listCalendars)
    const text = body.data.length === 0 ? NO_CALENDARS : formatTable(HEADINGS, body.data.map(toCells))
    context.terminal.printResult(json ? formatJson(body) : text)
    return EXIT.success
  })
