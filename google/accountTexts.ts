import type { GoogleAccount } from './credential.ts'
import type { Subject } from './explainError.ts'

/** What to do about a refusal depends on the kind of account. */
interface AccountTexts {
  /** By error of the token endpoint. */
  tokenErrors: Readonly<Record<string, string>>
  otherTokenError(code: string): string
  apiOff(api: Subject['api']): string
  scopeMissing: string
  notShared(what: string, isWrite: boolean): string
  notFound(what: string, isWrite: boolean): string
}

const SIGN_IN = 'Sign in again: kitroom google login.'
const POLICY = 'The organisation forbids this access by a policy. Its administrator can allow the scopes that Kitroom asks for.'
const SWITCH_ON = 'Switch it on in the Google Cloud console under APIs & Services → Library.'

const verbOf = (isWrite: boolean): string => (isWrite ? 'write to' : 'read')
const roleOf = (isWrite: boolean): string => (isWrite ? 'an editor' : 'a viewer')

const ofServiceAccount = (email: string): AccountTexts => ({
  tokenErrors: {
    invalid_grant:
      'Google refuses the key of the service account. The key or the account may have been deleted or disabled, or this machine’s clock may be wrong. Create a new key, or set the clock.',
    invalid_client: 'Google does not know the service account any more. Create a new one, share the sheet with its address, and give its key.',
    deleted_client: 'The service account was deleted. Create a new one, share the sheet with its address, and give its key.',
    unauthorized_client:
      'Google does not allow this service account the scopes that Kitroom asks for. An administrator of the organisation can allow them.',
    admin_policy_enforced: POLICY,
  },
  otherTokenError: (code) => `Google gives the service account no access (${code}). Check the account and its key in the Google Cloud console.`,
  apiOff: (api) => `The ${api} is switched off in the project of the service account. ${SWITCH_ON}`,
  scopeMissing: 'Google granted the service account fewer scopes than Kitroom asked for. Its organisation may limit them.',
  notShared: (what, isWrite) =>
    `${email} may not ${verbOf(isWrite)} ${what}. In Google Sheets, choose Share, and add that address as ${roleOf(isWrite)}. If sharing outside is forbidden, an administrator has to allow it.`,
  notFound: (what, isWrite) =>
    `Google has no ${what}, or it is not shared with ${email}. Check the address, and share the sheet with that account as ${roleOf(isWrite)}.`,
})

const ofPerson = (who: string): AccountTexts => ({
  tokenErrors: {
    invalid_grant: `Google has ended the sign-in of ${who}. Possible causes: the access was removed in the account, the app’s status is "Testing" (then a sign-in ends after 7 days), it was not used for six months, 100 newer sign-ins replaced it, or the password or a policy of the organisation changed. ${SIGN_IN}`,
    invalid_client:
      'Google does not know the OAuth client, or its secret has changed. Download its file again, or create a new one, and sign in with it: kitroom google login --client <file>.',
    deleted_client:
      'The OAuth client was deleted in the Google Cloud console. Create a new one, and sign in with its file: kitroom google login --client <file>.',
    unauthorized_client: `Google does not allow this OAuth client the sign-in of ${who}. Check that it is a client of the type "Desktop app". ${SIGN_IN}`,
    admin_policy_enforced: `${POLICY} Then sign in again: kitroom google login.`,
  },
  otherTokenError: (code) => `Google gives the sign-in of ${who} no access (${code}). ${SIGN_IN}`,
  apiOff: (api) => `The ${api} is switched off in the project of the OAuth client. ${SWITCH_ON}`,
  scopeMissing: `The sign-in of ${who} lacks a scope that Kitroom needs. ${SIGN_IN}`,
  notShared: (what, isWrite) =>
    `${who} may not ${verbOf(isWrite)} ${what}. Ask its owner to share it with that account as ${roleOf(isWrite)}. Then sign in again and pick it: kitroom google login.`,
  notFound: (what) =>
    `Google shows ${who} no ${what}. A sheet must be picked when you sign in: kitroom google login. If it is not there to pick, check its address, and ask its owner to share it with that account.`,
})

export const textsOf = ({ kind, email }: GoogleAccount): AccountTexts =>
  kind === 'service_account' ? ofServiceAccount(email ?? 'the service account') : ofPerson(email ?? 'the person')
