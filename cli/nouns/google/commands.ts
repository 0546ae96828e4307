import type { Command } from 'commander'
import type { z } from 'zod'
import {
  checkGoogle,
  createGoogleCalendar,
  endGoogleSignIn,
  type GoogleAccountInfo,
  type GoogleCalendarInfo,
  type GoogleSheetInfo,
  type SignedOut,
} from '../../../contract/control/google.ts'
import { withControl } from '../../access/control.ts'
import { EXIT, JSON_FLAG, type CommandContext, type JsonOption, type RunCommand } from '../../base/command.ts'
import { escapeUnsafe, formatJson } from '../../show/text.ts'
import { formatTime } from '../../show/time.ts'
import { loginCommand } from './login.ts'

const NO_ACCOUNT =
  'No account. Sign in with "kitroom google login --client <file>", or set KITROOM_GOOGLE_KEY_FILE to the key of a service account: docs/google.md.'
const NO_SHEETS = 'kitroom.yaml has no source with google_sheet.'
const purposeNames: Readonly<Record<GoogleAccountInfo['purpose'], string>> = {
  sheets: 'for sheets',
  calendar: 'for calendars',
}

function* describeAccount({
  purpose,
  kind,
  email,
  scopes,
  signed_in_at,
  in_use,
  problem,
}: GoogleAccountInfo): Generator<string> {
  const who = email ?? 'address unknown'
  const since = signed_in_at === null ? '' : `, signed in ${formatTime(signed_in_at)}`
  yield `${kind === 'person' ? 'Person' : 'Service account'} ${purposeNames[purpose]}: ${who}${since}${in_use ? '' : ', not used: the service account takes precedence'}`
  yield `  scopes: ${scopes.map((scope) => scope.replace(/^https:\/\/www\.googleapis\.com\/auth\//, '')).join(', ')}`
  if (problem !== null) yield `  ${problem}`
}

const describeRights = ({ may_read, may_edit }: GoogleSheetInfo): string => {
  if (may_read === null) return 'unknown'
  if (!may_read) return 'cannot be read'
  if (may_edit === null) return 'can be read'
  return may_edit ? 'can be read; the account may edit it' : 'can be read; the account may not edit it'
}

function* describeSheet(sheet: GoogleSheetInfo): Generator<string> {
  yield `${sheet.source}: ${sheet.name ?? sheet.spreadsheet_id}: ${describeRights(sheet)}`
  if (sheet.problem !== null) yield `  ${sheet.problem}`
}

function writingRights(mayWrite: boolean | null): string {
  if (mayWrite === null) return 'unknown'
  return mayWrite ? 'can be written' : 'cannot be written'
}

function* describeCalendar({
  calendar,
  google_id,
  may_write,
  written_at,
  problem,
}: GoogleCalendarInfo): Generator<string> {
  const since = written_at === null ? '' : `, complete at ${formatTime(written_at)}`
  yield `${calendar}: ${google_id ?? 'a new calendar'}: ${writingRights(may_write)}${since}`
  if (problem !== null) yield `  ${problem}`
}

/**
 * `kitroom google check`: shows accounts at Google, and their rights. The exit code is 1 if an account, sheet or
 * calendar has a problem.
 */
const checkGoogleCommand = (context: CommandContext, { json }: JsonOption): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(checkGoogle)
    const { accounts, sheets, calendars } = body.data
    const accountLines =
      accounts.length === 0 ? [NO_ACCOUNT] : accounts.flatMap((account) => [...describeAccount(account)])
    const sheetLines = sheets.length === 0 ? [NO_SHEETS] : sheets.flatMap((sheet) => [...describeSheet(sheet)])
    const calendarLines =
      calendars.length === 0 ? [] : ['', ...calendars.flatMap((calendar) => [...describeCalendar(calendar)])]
    const text = escapeUnsafe([...accountLines, '', ...sheetLines, ...calendarLines].join('\n'), '\n')
    context.terminal.printResult(json ? formatJson(body) : text)
    const isFine =
      accounts.some(({ in_use, problem }) => in_use && problem === null) &&
      sheets.every(({ may_read, problem }) => may_read === true && problem === null) &&
      calendars.every(({ may_write, problem }) => may_write === true && problem === null)
    return isFine ? EXIT.success : EXIT.failed
  })

interface CreateOptions {
  /** Id of the calendar at Google that a person found after a lost response. */
  id?: string
  again?: boolean
  json?: boolean
}

/** `kitroom google calendar`: creates a calendar of kitroom.yaml at Google. */
const createGoogleCalendarCommand = (
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

const atGoogle: Readonly<Record<z.output<typeof SignedOut>['at_google'], string>> = {
  revoked:
    'Google has revoked it, and with it all that this OAuth client was allowed in that account: sign-ins with the same client elsewhere have ended too.',
  ended: 'Google had ended it before.',
  not_asked:
    'Google was not asked: the access remains there until it is removed at https://myaccount.google.com/connections.',
}

function* describeSignOut({ email, at_google, sources, calendars }: z.output<typeof SignedOut>): Generator<string> {
  yield `The sign-in of ${email ?? 'the account'} is deleted. ${atGoogle[at_google]}`
  if (sources.length > 0)
    yield `No longer readable: ${sources.join(', ')}. Sign in with kitroom google login --client <file>, or set KITROOM_GOOGLE_KEY_FILE to the key of a service account.`
  if (calendars.length > 0)
    yield `No longer written: ${calendars.join(', ')}. What stands in Google Calendar stays there. Sign in with kitroom google login --calendar --client <file>.`
}

interface LogoutOptions {
  calendar?: boolean
  forget?: boolean
  json?: boolean
}

/** `kitroom google logout`: revokes the refresh token at Google and deletes it. */
const logoutCommand = (context: CommandContext, { calendar, forget, json }: LogoutOptions): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(endGoogleSignIn, {
      params: { purpose: calendar ? 'calendar' : 'sheets' },
      body: { forget: forget ?? false },
    })
    context.terminal.printResult(
      json ? formatJson(body) : escapeUnsafe([...describeSignOut(body.data)].join('\n'), '\n'),
    )
    return EXIT.success
  })

export function addGoogleCommands(program: Command, run: RunCommand): void {
  const google = program.command('google').description('access to Google Sheets and Google Calendar')
  google
    .command('login')
    .description('sign in at Google and pick the sheets that Kitroom shall read')
    .option('--calendar', 'for calendars that Kitroom creates, instead of sheets')
    .option(
      '--client <file>',
      'the JSON file of an OAuth client of the type "Desktop app"; if left out, the client of the present sign-in',
    )
    .option('--no-browser', 'print the address, and ask for the one to which Google redirects')
    .option(...JSON_FLAG)
    .action(run(loginCommand))
  google
    .command('check')
    .description('the accounts at Google, and whether the sheets and calendars of kitroom.yaml can be used')
    .option(...JSON_FLAG)
    .action(run(checkGoogleCommand))
  google
    .command('calendar')
    .description('create a calendar of kitroom.yaml at Google')
    .argument('<id>', 'the calendar in kitroom.yaml, with "google: { calendar: new }"')
    .option('--id <google-id>', 'the calendar that is there after a lost answer')
    .option('--again', 'ask Google again after a lost answer, because it is not there')
    .option(...JSON_FLAG)
    .action(run(createGoogleCalendarCommand))
  google
    .command('logout')
    .description('revoke the sign-in at Google and delete it')
    .option('--calendar', 'the sign-in for calendars, instead of sheets')
    .option('--forget', 'only delete it here, without asking Google')
    .option(...JSON_FLAG)
    .action(run(logoutCommand))
}
