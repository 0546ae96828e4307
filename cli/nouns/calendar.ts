import type { Command } from 'commander'
import {
  exportCalendar,
  issueCalendarAddress,
  listCalendars,
  revokeCalendarAddress,
  type CalendarInfo,
} from '../../contract/control/calendars.ts'
import { withControl } from '../access/control.ts'
import { EXIT, JSON_FLAG, type CommandContext, type JsonOption, type RunCommand } from '../base/command.ts'
import { resolveUserPath, writeAtomically } from '../base/files.ts'
import { formatTable } from '../show/table.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'

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

const showCalendarUrlCommand = (context: CommandContext, id: string, { json }: JsonOption): Promise<number> =>
  issueAddress(context, id, false, json)

const rotateCalendarUrlCommand = (context: CommandContext, id: string, { json }: JsonOption): Promise<number> =>
  issueAddress(context, id, true, json)

async function revokeCalendarUrlCommand(context: CommandContext, id: string, { json }: JsonOption): Promise<number> {
  const { body } = await withControl(context.env, (control) => control.call(revokeCalendarAddress, { params: { id } }))
  if (json) context.terminal.printResult(formatJson(body))
  else context.terminal.printNote(body.data.revoked ? 'The address no longer works.' : 'The feed had no address.')
  return EXIT.success
}

interface ExportCalendarOptions {
  out: string
  calendar?: string
  json?: boolean
}

async function exportCalendarCommand(
  context: CommandContext,
  { out, calendar, json }: ExportCalendarOptions,
): Promise<number> {
  const path = resolveUserPath(context.env, out)
  await withControl(context.env, (control) =>
    writeAtomically(path, control.download(exportCalendar, { query: { calendar } })),
  )
  if (json) context.terminal.printResult(formatJson({ data: { path, calendar: calendar ?? null } }))
  else context.terminal.printNote(`Written: ${escapeUnsafe(path)}`)
  return EXIT.success
}

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
const listCalendarsCommand = (context: CommandContext, { json }: JsonOption): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(listCalendars)
    const text = body.data.length === 0 ? NO_CALENDARS : formatTable(HEADINGS, body.data.map(toCells))
    context.terminal.printResult(json ? formatJson(body) : text)
    return EXIT.success
  })

export function addCalendarCommands(program: Command, run: RunCommand): void {
  const calendar = program
    .command('calendar')
    .description('shoots, maintenance and warranty ends as calendar files or as feeds to subscribe to')
  calendar
    .command('export')
    .description('write the shoots, or a calendar of kitroom.yaml, as an .ics file')
    .requiredOption('--out <path>', 'such as shoots.ics')
    .option('--calendar <id>', 'with the settings of this calendar in kitroom.yaml')
    .option(...JSON_FLAG)
    .action(run(exportCalendarCommand))
  calendar
    .command('list')
    .description('the calendars of kitroom.yaml, and when their feeds were read')
    .option(...JSON_FLAG)
    .action(run(listCalendarsCommand))
  calendar
    .command('url <id>')
    .description('create the address of a feed; it is printed only once')
    .option(...JSON_FLAG)
    .action(run(showCalendarUrlCommand))
  calendar
    .command('rotate <id>')
    .description('replace the address of a feed; the new one is printed only once')
    .option(...JSON_FLAG)
    .action(run(rotateCalendarUrlCommand))
  calendar
    .command('revoke <id>')
    .description('end the address of a feed')
    .option(...JSON_FLAG)
    .action(run(revokeCalendarUrlCommand))
}
