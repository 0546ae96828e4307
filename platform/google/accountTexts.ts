import { say, sayAll, type Said } from '../../contract/sentences/say.ts'
import type { GoogleAccount } from './credential.ts'

export type ApiTitle = 'Google Sheets API' | 'Google Drive API' | 'Google Calendar API'

/** A requested resource, such as a spreadsheet and its id, or a new calendar and its name. */
export interface Resource {
  thing: 'spreadsheet' | 'calendar' | 'new_calendar' | 'account'
  id: string
}

/** Advice about refusals. It depends on the kind of account, and on the requested resource. */
interface AccountTexts {
  /** Advice by error code of the token endpoint. */
  tokenErrors: Readonly<Record<string, Said>>
  otherTokenError(code: string): Said
  apiOff(api: ApiTitle): Said
  /** Advice by reason of a refusal that is about the project or the organisation, not about a file or a calendar. */
  reasons: Readonly<Record<string, Said>>
  scopeMissing: Said
  notShared(resource: Resource, isWrite: boolean): Said
  notFound(resource: Resource, isWrite: boolean): Said
}

const POLICY = say('google_policy')
const SHARING_FORBIDDEN = say('sharing_may_be_forbidden')

/** @param email of the account; empty if it is unknown @param account kind of the account, which names its project */
function listReasons(email: string, account: GoogleAccount['kind']): Readonly<Record<string, Said>> {
  const unknown = say('google_project_unknown', { account })
  const suspended = say('google_project_suspended', { account })
  return {
    CONSUMER_INVALID: unknown,
    RESOURCE_PROJECT_INVALID: unknown,
    CONSUMER_SUSPENDED: suspended,
    GCP_SUSPENDED: suspended,
    USER_PROJECT_DENIED: say('google_project_denied', { email, account }),
    BILLING_DISABLED: say('google_billing_off', { account }),
    domainPolicy: say('google_drive_apps_off'),
    ORG_RESTRICTION_VIOLATION: POLICY,
    SECURITY_POLICY_VIOLATED: POLICY,
    LOCATION_POLICY_VIOLATED: POLICY,
  }
}

const sayNotAllowed = (resource: Resource, email: string, isWrite: boolean): Said =>
  say(isWrite ? 'google_not_writable' : 'google_not_readable', { email, ...resource })

type SharingTexts = Pick<AccountTexts, 'notShared' | 'notFound'>

const sheetOfServiceAccount = (email: string): SharingTexts => ({
  notShared: (resource, isWrite) =>
    sayAll(
      sayNotAllowed(resource, email, isWrite),
      say(isWrite ? 'share_sheet_as_editor' : 'share_sheet_as_viewer'),
      SHARING_FORBIDDEN,
    ),
  notFound: (resource, isWrite) =>
    sayAll(
      say('google_not_found', { email, ...resource }),
      say(isWrite ? 'check_address_share_as_editor' : 'check_address_share_as_viewer'),
    ),
})

const calendarOfServiceAccount = (email: string): SharingTexts => ({
  notShared: (resource) => sayAll(sayNotAllowed(resource, email, true), say('share_calendar'), SHARING_FORBIDDEN),
  notFound: (resource) =>
    sayAll(say('google_not_found', { email, ...resource }), say('check_calendar_id'), say('share_calendar')),
})

function ofServiceAccount(email: string, isCalendar: boolean): AccountTexts {
  const again = say(isCalendar ? 'new_account_for_calendar' : 'new_account_for_sheet')
  return {
    tokenErrors: {
      invalid_grant: say('google_key_refused'),
      invalid_client: sayAll(say('google_account_unknown'), again),
      deleted_client: sayAll(say('google_account_deleted'), again),
      unauthorized_client: say('google_account_scopes_forbidden'),
      admin_policy_enforced: POLICY,
    },
    otherTokenError: (code) => say('google_account_refused', { code }),
    apiOff: (api) => say('google_api_off', { api, account: 'service_account' }),
    reasons: listReasons(email, 'service_account'),
    scopeMissing: say('google_account_scopes_missing'),
    ...(isCalendar ? calendarOfServiceAccount : sheetOfServiceAccount)(email),
  }
}

const sheetOfPerson = (email: string, login: string): SharingTexts => ({
  notShared: (resource, isWrite) =>
    sayAll(
      sayNotAllowed(resource, email, isWrite),
      say(isWrite ? 'ask_owner_for_editor' : 'ask_owner_for_viewer'),
      say('then_pick_again', { login }),
    ),
  notFound: (resource) => sayAll(say('google_not_shown', { email, ...resource }), say('pick_sheet', { login })),
})

const calendarOfPerson = (email: string): SharingTexts => ({
  notShared: (resource) => sayAll(sayNotAllowed(resource, email, true), say('own_calendar_only')),
  notFound: (resource) => sayAll(say('google_not_shown', { email, ...resource }), say('calendar_maybe_deleted')),
})

function ofPerson(email: string, isCalendar: boolean): AccountTexts {
  const login = isCalendar ? 'kitroom google login --calendar' : 'kitroom google login'
  const again = say('sign_in_again', { login })
  return {
    tokenErrors: {
      invalid_grant: sayAll(say('google_sign_in_ended', { email }), again),
      invalid_client: say('google_client_unknown', { login }),
      deleted_client: say('google_client_deleted', { login }),
      unauthorized_client: sayAll(say('google_client_forbidden', { email }), again),
      admin_policy_enforced: sayAll(POLICY, say('then_sign_in_again', { login })),
    },
    otherTokenError: (code) => sayAll(say('google_sign_in_refused', { email, code }), again),
    apiOff: (api) => say('google_api_off', { api, account: 'person' }),
    reasons: listReasons(email, 'person'),
    scopeMissing: sayAll(say('google_sign_in_scope_missing', { email }), again),
    ...(isCalendar ? calendarOfPerson(email) : sheetOfPerson(email, login)),
  }
}

export function textsOf({ kind, email = '' }: GoogleAccount, api: ApiTitle): AccountTexts {
  const isCalendar = api === 'Google Calendar API'
  return kind === 'service_account' ? ofServiceAccount(email, isCalendar) : ofPerson(email, isCalendar)
}
