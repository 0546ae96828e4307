import { listCalendars, type CalendarInfo } from '../../contract/control/calendars.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { formatTable } from '../show/table.ts'
import { EXIT } from '../exit.ts'

const NO_CALENDARS = 'kitroom.yaml has no calendars. docs/calendar.md says how to begin.'
const HEADINGS = ['id', 'name', 'shows', 'tells', 'address since', 'last read']

const describeShown = ({ shows, statuses, types, clients, places }: CalendarInfo): string[] => [
  `${shows}: ${(types ?? statuses).join(' ')}`,
  ...(clients ? [`clients: ${clients.join(', ')}`] : []),
  ...(places ? [`places: ${places.join(', ')}`] : []),
]

const describeTimes = ({ shows, hide_place: hidePlace }: CalendarInfo): string[] =>
  shows === 'shoots' ? ['title', 'time', ...(hidePlace ? [] : ['place'])] : ['title', 'day']

const toCells = (calendar: CalendarInfo): unknown[] => [
  calendar.id,
  calendar.name,
  describeShown(calendar).join(', '),
  [...describeTimes(calendar), ...calendar.include].join(' '),
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
