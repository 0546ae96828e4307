import {
  checkGoogle,
  type GoogleAccountInfo,
  type GoogleCalendarInfo,
  type GoogleSheetInfo,
} from '../../contract/control/google.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { formatTime } from '../show/time.ts'

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

/** `kitroom google check`: accounts at Google, and what they may read and write. The exit code is 1 if an account, sheet or calendar has a problem. */
export const checkGoogleCommand = (context: CommandContext, { json }: { json?: boolean }): Promise<number> =>
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
