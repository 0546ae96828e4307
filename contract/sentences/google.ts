/** A file or calendar at Google: `spreadsheet`, `calendar`, `new_calendar` or `account`, and its id or name. */
type Resource = { thing: string; id: string }

const things: Readonly<Record<string, (id: string) => string>> = {
  spreadsheet: (id) => `spreadsheet ${id}`,
  calendar: (id) => `calendar ${id}`,
  new_calendar: (name) => `new calendar "${name}"`,
  account: () => 'account',
}
const nameThing = ({ thing, id }: Resource): string => things[thing]?.(id) ?? id

/** Projects in the Google Cloud console, by the kind of account. */
const projects: Readonly<Record<string, string>> = {
  service_account: 'the project of the service account',
  person: 'the project of the OAuth client',
}
const nameProject = (account: string): string => projects[account] ?? account

/** Names an account. Google does not give the address of every person. */
const nameAccount = (email: string): string => email || 'the person'

type Account = { email: string }
type Login = { login: string }
type Project = { account: string }

/**
 * English sentences that say why Google refuses or does not answer, and what to do. `email` is empty if it is unknown,
 * `login` a command, `account` is `service_account` or `person`, `answer` what Google said.
 */
export const googleSentences = {
  // The account
  google_key_refused: () =>
    'Google refuses the key of the service account. The key or the account may have been deleted or disabled, or this machine’s clock may be wrong. Create a new key, or set the clock.',
  google_account_unknown: () => 'Google does not know the service account any more.',
  google_account_deleted: () => 'The service account was deleted.',
  new_account_for_sheet: () => 'Create a new one, share the sheet with its address, and give its key.',
  new_account_for_calendar: () => 'Create a new one, share the calendar with its address, and give its key.',
  google_account_scopes_forbidden: () =>
    'Google does not allow this service account the scopes that Kitroom asks for. An administrator of the organisation can allow them.',
  google_account_scopes_missing: () =>
    'Google granted the service account fewer scopes than Kitroom asked for. Its organisation may limit them.',
  google_account_refused: ({ code }: { code: string }) =>
    `Google gives the service account no access (${code}). Check the account and its key in the Google Cloud console.`,
  google_policy: () =>
    'The organisation forbids this access by a policy. Its administrator can allow the scopes that Kitroom asks for.',
  google_sign_in_ended: ({ email }: Account) =>
    `Google has ended the sign-in of ${nameAccount(email)}. Possible causes: the access was removed in the account, the app’s status is "Testing" (then a sign-in ends after 7 days), it was not used for six months, 100 newer sign-ins replaced it, or the password or a policy of the organisation changed.`,
  google_client_unknown: ({ login }: Login) =>
    `Google does not know the OAuth client, or its secret has changed. Download its file again, or create a new one, and sign in with it: ${login} --client <file>.`,
  google_client_deleted: ({ login }: Login) =>
    `The OAuth client was deleted in the Google Cloud console. Create a new one, and sign in with its file: ${login} --client <file>.`,
  google_client_forbidden: ({ email }: Account) =>
    `Google does not allow this OAuth client the sign-in of ${nameAccount(email)}. Check that it is a client of the type "Desktop app".`,
  google_sign_in_refused: ({ email, code }: Account & { code: string }) =>
    `Google gives the sign-in of ${nameAccount(email)} no access (${code}).`,
  google_sign_in_scope_missing: ({ email }: Account) =>
    `The sign-in of ${nameAccount(email)} lacks a scope that Kitroom needs.`,
  sign_in_again: ({ login }: Login) => `Sign in again: ${login}.`,
  then_sign_in_again: ({ login }: Login) => `Then sign in again: ${login}.`,
  // The project and the organisation
  google_api_off: ({ api, account }: Project & { api: string }) =>
    `The ${api} is switched off in ${nameProject(account)}. Switch it on in the Google Cloud console under APIs & Services → Library.`,
  google_project_unknown: ({ account }: Project) =>
    `Google does not know ${nameProject(account)} any more; it may be deleted. Restore it in the Google Cloud console under IAM & Admin → Manage resources, or set up another project: docs/google.md.`,
  google_project_suspended: ({ account }: Project) =>
    `Google has suspended ${nameProject(account)}. The Google Cloud console shows why, and what to do.`,
  google_project_denied: ({ email, account }: Account & Project) =>
    `${nameAccount(email)} may not use ${nameProject(account)}. An owner of the project can give that account the role "Service Usage Consumer", in the Google Cloud console under IAM & Admin → IAM.`,
  google_billing_off: ({ account }: Project) =>
    `The billing of ${nameProject(account)} is off, and Google refuses its requests. Switch it on in the Google Cloud console under Billing, or use another project: Kitroom needs no API that costs money.`,
  google_drive_apps_off: () =>
    'The administrators of the organisation have switched off access of apps to Google Drive. One of them can allow it in the Google Admin console: Apps → Google Workspace → Drive and Docs → Features and Applications.',
  // The sheet or the calendar
  google_not_readable: (of: Account & Resource) => `${nameAccount(of.email)} may not read ${nameThing(of)}.`,
  google_not_writable: (of: Account & Resource) => `${nameAccount(of.email)} may not write to ${nameThing(of)}.`,
  google_not_found: (of: Account & Resource) =>
    `Google has no ${nameThing(of)}, or it is not shared with ${nameAccount(of.email)}.`,
  google_not_shown: (of: Account & Resource) => `Google shows ${nameAccount(of.email)} no ${nameThing(of)}.`,
  share_sheet_as_viewer: () => 'In Google Sheets, choose Share, and add that address as a viewer.',
  share_sheet_as_editor: () => 'In Google Sheets, choose Share, and add that address as an editor.',
  check_address_share_as_viewer: () => 'Check the address, and share the sheet with that account as a viewer.',
  check_address_share_as_editor: () => 'Check the address, and share the sheet with that account as an editor.',
  ask_owner_for_viewer: () => 'Ask its owner to share it with that account as a viewer.',
  ask_owner_for_editor: () => 'Ask its owner to share it with that account as an editor.',
  then_pick_again: ({ login }: Login) => `Then sign in again and pick it: ${login}.`,
  pick_sheet: ({ login }: Login) =>
    `A sheet must be picked when you sign in: ${login}. If it is not there to pick, check its address, and ask its owner to share it with that account.`,
  check_calendar_id: () => 'Check the id.',
  share_calendar: () =>
    'In Google Calendar, open the settings of the calendar, choose "Share with specific people", and add that address with the right "Make changes to events".',
  sharing_may_be_forbidden: () => 'If sharing outside is forbidden, an administrator has to allow it.',
  own_calendar_only: () => 'Kitroom writes only to the calendar that it created in that account.',
  calendar_maybe_deleted: () =>
    'Somebody deleted it, or another account is signed in now than when it was created. Google keeps a deleted calendar for some weeks: in Google Calendar, open Settings → Trash.',
  google_cells_refused: (resource: Resource) =>
    `Google refuses to change cells of ${nameThing(resource)}: they are protected, or somebody changed the sheet at the same time. The next sync tries again.`,
  google_request_refused: (of: Resource & { answer: string }) =>
    `Google refuses the request for ${nameThing(of)} (${of.answer}).`,
  check_sheet_address: () => 'Check the address of the sheet and its range.',
  google_sends_too_much: ({ mebibytes }: { mebibytes: number }) =>
    `Google sends more than ${mebibytes} MiB at once. Split the sheet, or leave out what is no inventory.`,
  // Events of calendars
  google_event_refused: ({ answer }: { answer: string }) => `Google refuses the event (${answer}).`,
  google_event_changes: () => 'Somebody changes an event at Google while Kitroom writes it.',
  google_calendar_not_created: ({ calendar }: { calendar: string }) =>
    `kitroom.yaml has a new Google calendar for "${calendar}", which is not created yet. Create it: kitroom google calendar ${calendar}`,
  // Google does not answer now
  google_unreachable: () => 'Google cannot be reached, or the connection broke.',
  google_answers: ({ status }: { status: number }) => `Google answers ${status} now.`,
  google_quota_used_up: () => "Google's quota for this account is used up for now.",
  google_reads_used_up: () => 'Other sheets use up the reads that Google allows in a minute.',
  google_writes_used_up: () => 'Other sheets use up the writes that Google allows in a minute.',
  google_calendar_requests_used_up: () => 'Other calendars use up the requests that Google allows in a second.',
  // Settings of this worker
  no_google_account_for_sheets: () =>
    'Kitroom has no access to Google. Sign in with "kitroom google login --client <file>", or share the sheet with a service account: set KITROOM_GOOGLE_KEY_FILE to the path of its JSON key, and start the worker again. docs/google.md shows both.',
  no_google_account_for_calendar: () =>
    'Kitroom has no access to Google Calendar. Sign in with "kitroom google login --calendar --client <file>", or share the calendar with a service account: set KITROOM_GOOGLE_KEY_FILE to the path of its JSON key, and start the worker again. docs/google.md shows both.',
  no_sign_in_to_calendar: () =>
    'Nobody has signed in to Google Calendar, or the sign-in was ended. Sign in: kitroom google login --calendar. docs/google.md shows how.',
  google_sign_in_sealed: () =>
    'The sign-in to Google cannot be decrypted: encryption.key of the data folder, or KITROOM_ENCRYPTION_KEY, is another one than at the sign-in. Restore the key from a backup, or sign in again: kitroom google login --client <file>.',
  google_key_file_open: ({ path }: { path: string }) =>
    `Other users of this machine can read ${path}, which KITROOM_GOOGLE_KEY_FILE names. Close it to them: chmod 600.`,
  google_key_file_unreadable: ({ path, code }: { path: string; code: string }) =>
    `${path}, which KITROOM_GOOGLE_KEY_FILE names, cannot be read (${code}).`,
  google_key_file_unusable: ({ path }: { path: string }) =>
    `${path} is no key file of a service account. In the Google Cloud console, open the service account, then Keys → Add key → JSON, and give the path of that file.`,
}
