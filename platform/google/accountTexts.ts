import type { GoogleAccount } from './credential.ts'

export type ApiTitle = 'Google Sheets API' | 'Google Drive API' | 'Google Calendar API'

/** Advice about refusals. It depends on the kind of account, and on the requested resource. */
interface AccountTexts {
  /** Advice by error code of the token endpoint. */
  tokenErrors: Readonly<Record<string, string>>
  otherTokenError(code: string): string
  apiOff(api: ApiTitle): string
  /** Advice by reason of a refusal that is about the project or the organisation, not about a file or a calendar. */
  reasons: Readonly<Record<string, string>>
  scopeMissing: string
  notShared(what: string, isWrite: boolean): string
  notFound(what: string, isWrite: boolean): string
}

const POLICY =
  'The organisation forbids this access by a policy. Its administrator can allow the scopes that Kitroom asks for.'
const DRIVE_APPS_OFF =
  'The administrators of the organisation have switched off access of apps to Google Drive. One of them can allow it in the Google Admin console: Apps → Google Workspace → Drive and Docs → Features and Applications.'
const SWITCH_ON = 'Switch it on in the Google Cloud console under APIs & Services → Library.'
const SHARING_FORBIDDEN = 'If sharing outside is forbidden, an administrator has to allow it.'

/** @param project such as `the project of the OAuth client` */
function listReasons(who: string, project: string): Readonly<Record<string, string>> {
  const invalid = `Google does not know ${project} any more; it may be deleted. Restore it in the Google Cloud console under IAM & Admin → Manage resources, or set up another project: docs/google.md.`
  const suspended = `Google has suspended ${project}. The Google Cloud console shows why, and what to do.`
  return {
    CONSUMER_INVALID: invalid,
    RESOURCE_PROJECT_INVALID: invalid,
    CONSUMER_SUSPENDED: suspended,
    GCP_SUSPENDED: suspended,
    USER_PROJECT_DENIED: `${who} may not use ${project}. An owner of the project can give that account the role "Service Usage Consumer", in the Google Cloud console under IAM & Admin → IAM.`,
    BILLING_DISABLED: `The billing of ${project} is off, and Google refuses its requests. Switch it on in the Google Cloud console under Billing, or use another project: Kitroom needs no API that costs money.`,
    domainPolicy: DRIVE_APPS_OFF,
    ORG_RESTRICTION_VIOLATION: POLICY,
    SECURITY_POLICY_VIOLATED: POLICY,
    LOCATION_POLICY_VIOLATED: POLICY,
  }
}

const verbOf = (isWrite: boolean): string => (isWrite ? 'write to' : 'read')
const roleOf = (isWrite: boolean): string => (isWrite ? 'an editor' : 'a viewer')

type SharingTexts = Pick<AccountTexts, 'notShared' | 'notFound'>

const sheetOfServiceAccount = (email: string): SharingTexts => ({
  notShared: (what, isWrite) =>
    `${email} may not ${verbOf(isWrite)} ${what}. In Google Sheets, choose Share, and add that address as ${roleOf(isWrite)}. ${SHARING_FORBIDDEN}`,
  notFound: (what, isWrite) =>
    `Google has no ${what}, or it is not shared with ${email}. Check the address, and share the sheet with that account as ${roleOf(isWrite)}.`,
})

const SHARE_CALENDAR =
  'In Google Calendar, open the settings of the calendar, choose "Share with specific people", and add that address with the right "Make changes to events".'

const calendarOfServiceAccount = (email: string): SharingTexts => ({
  notShared: (what) => `${email} may not write to ${what}. ${SHARE_CALENDAR} ${SHARING_FORBIDDEN}`,
  notFound: (what) => `Google has no ${what}, or it is not shared with ${email}. Check the id. ${SHARE_CALENDAR}`,
})

function ofServiceAccount(email: string, isCalendar: boolean): AccountTexts {
  const thing = isCalendar ? 'calendar' : 'sheet'
  const again = `Create a new one, share the ${thing} with its address, and give its key.`
  return {
    tokenErrors: {
      invalid_grant:
        'Google refuses the key of the service account. The key or the account may have been deleted or disabled, or this machine’s clock may be wrong. Create a new key, or set the clock.',
      invalid_client: `Google does not know the service account any more. ${again}`,
      deleted_client: `The service account was deleted. ${again}`,
      unauthorized_client:
        'Google does not allow this service account the scopes that Kitroom asks for. An administrator of the organisation can allow them.',
      admin_policy_enforced: POLICY,
    },
    otherTokenError: (code) =>
      `Google gives the service account no access (${code}). Check the account and its key in the Google Cloud console.`,
    apiOff: (api) => `The ${api} is switched off in the project of the service account. ${SWITCH_ON}`,
    reasons: listReasons(email, 'the project of the service account'),
    scopeMissing:
      'Google granted the service account fewer scopes than Kitroom asked for. Its organisation may limit them.',
    ...(isCalendar ? calendarOfServiceAccount : sheetOfServiceAccount)(email),
  }
}

const sheetOfPerson = (who: string, login: string): SharingTexts => ({
  notShared: (what, isWrite) =>
    `${who} may not ${verbOf(isWrite)} ${what}. Ask its owner to share it with that account as ${roleOf(isWrite)}. Then sign in again and pick it: ${login}.`,
  notFound: (what) =>
    `Google shows ${who} no ${what}. A sheet must be picked when you sign in: ${login}. If it is not there to pick, check its address, and ask its owner to share it with that account.`,
})

const calendarOfPerson = (who: string): SharingTexts => ({
  notShared: (what) =>
    `${who} may not write to ${what}. Kitroom writes only to the calendar that it created in that account.`,
  notFound: (what) =>
    `Google shows ${who} no ${what}. Somebody deleted it, or another account is signed in now than when it was created. Google keeps a deleted calendar for some weeks: in Google Calendar, open Settings → Trash.`,
})

function ofPerson(who: string, isCalendar: boolean): AccountTexts {
  const login = isCalendar ? 'kitroom google login --calendar' : 'kitroom google login'
  const again = `Sign in again: ${login}.`
  return {
    tokenErrors: {
      invalid_grant: `Google has ended the sign-in of ${who}. Possible causes: the access was removed in the account, the app’s status is "Testing" (then a sign-in ends after 7 days), it was not used for six months, 100 newer sign-ins replaced it, or the password or a policy of the organisation changed. ${again}`,
      invalid_client: `Google does not know the OAuth client, or its secret has changed. Download its file again, or create a new one, and sign in with it: ${login} --client <file>.`,
      deleted_client: `The OAuth client was deleted in the Google Cloud console. Create a new one, and sign in with its file: ${login} --client <file>.`,
      unauthorized_client: `Google does not allow this OAuth client the sign-in of ${who}. Check that it is a client of the type "Desktop app". ${again}`,
      admin_policy_enforced: `${POLICY} Then sign in again: ${login}.`,
    },
    otherTokenError: (code) => `Google gives the sign-in of ${who} no access (${code}). ${again}`,
    apiOff: (api) => `The ${api} is switched off in the project of the OAuth client. ${SWITCH_ON}`,
    reasons: listReasons(who, 'the project of the OAuth client'),
    scopeMissing: `The sign-in of ${who} lacks a scope that Kitroom needs. ${again}`,
    ...(isCalendar ? calendarOfPerson(who) : sheetOfPerson(who, login)),
  }
}

export function textsOf({ kind, email }: GoogleAccount, api: ApiTitle): AccountTexts {
  const isCalendar = api === 'Google Calendar API'
  return kind === 'service_account'
    ? ofServiceAccount(email ?? 'the service account', isCalendar)
    : ofPerson(email ?? 'the person', isCalendar)
}
