import { z } from 'zod'
import { temporalErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'
import { timestamp } from '../text.ts'

/** What a sign-in to Google is for. Each has scopes and a consent of its own. */
const purpose = z.enum(['sheets', 'calendar'])

const OAUTH_MAX_LENGTH = 4096
const oauthText = z.string().min(1).max(OAUTH_MAX_LENGTH)

/** A redirect address on this machine (RFC 8252 section 7.3). */
const redirectUri = z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/, 'must be http://127.0.0.1:<port>')

export const GoogleAccountInfo = z.strictObject({
  purpose,
  kind: z.enum(['service_account', 'person']),
  /** null if Google has not told it. */
  email: z.string().nullable(),
  /** Scopes that were granted to a person, or that Kitroom asks for as a service account. */
  scopes: z.array(z.string()),
  /** Time of a person's sign-in; null for a service account. */
  signed_in_at: timestamp.nullable(),
  /** Of several accounts for one purpose, one is used: the service account. */
  in_use: z.boolean(),
  /** Why Google refuses or does not answer, and what to do; null if it grants access. */
  problem: z.string().nullable(),
})
export type GoogleAccountInfo = z.output<typeof GoogleAccountInfo>

export const GoogleSheetInfo = z.strictObject({
  source: z.string(),
  spreadsheet_id: z.string(),
  /** Name of the file; null if Drive does not tell it. */
  name: z.string().nullable(),
  /** null if Google does not answer now. */
  may_read: z.boolean().nullable(),
  /** True if the account may edit the file; null if Drive does not tell. */
  may_edit: z.boolean().nullable(),
  /** What to do so that the sheet can be read and, with `write_back`, written to; null if it can be. */
  problem: z.string().nullable(),
})
export type GoogleSheetInfo = z.output<typeof GoogleSheetInfo>

export const GoogleCalendarInfo = z.strictObject({
  /** Id in kitroom.yaml. */
  calendar: z.string(),
  /** null for a new one that is not created yet. */
  google_id: z.string().nullable(),
  /** null if Google does not answer now. */
  may_write: z.boolean().nullable(),
  /** Last time when nothing was left to write. */
  written_at: timestamp.nullable(),
  /** What to do so that the calendar can be written to; null if it can be. */
  problem: z.string().nullable(),
})
export type GoogleCalendarInfo = z.output<typeof GoogleCalendarInfo>

/** The address of the consent page. Nothing is stored. Without `client_id`, it is that of the stored sign-in. */
export const startGoogleSignIn = defineControlOperation({
  id: 'startGoogleSignIn',
  method: 'POST',
  path: '/google/consent-address',
  objectType: 'google',
  summary: 'The address at which a person signs in to Google',
  body: z.strictObject({
    purpose,
    client_id: oauthText.optional(),
    redirect_uri: redirectUri,
    state: oauthText,
    code_challenge: oauthText,
  }),
  reply: { status: 200, body: z.strictObject({ data: z.strictObject({ url: z.string() }) }) },
  errors: ['not_signed_in', 'google_refused'],
})

export const SignedIn = z.strictObject({
  purpose,
  email: z.string().nullable(),
  scopes: z.array(z.string()),
  picked_file_ids: z.array(z.string()),
  signed_in_at: timestamp,
  /** Another account that this sign-in replaces. Google ends its access only when it is removed there. */
  replaced: z.string().nullable(),
  /** True if a service account is set, which takes precedence. */
  is_unused: z.boolean(),
})

/** Exchanges the code of a consent page, and stores the sign-in in place of an earlier one. Without `client`, it is that of the earlier one. */
export const finishGoogleSignIn = defineControlOperation({
  id: 'finishGoogleSignIn',
  method: 'POST',
  path: '/google/sign-ins',
  objectType: 'google',
  summary: 'Store the sign-in of a person to Google',
  body: z.strictObject({
    purpose,
    client: z.strictObject({ client_id: oauthText, client_secret: oauthText }).optional(),
    redirect_uri: redirectUri,
    code: oauthText,
    code_verifier: oauthText,
    picked_file_ids: z.array(z.string().max(200)).max(200),
  }),
  reply: { status: 201, body: z.strictObject({ data: SignedIn }) },
  errors: ['not_signed_in', 'google_refused', 'google_unavailable'],
})

/** Asks Google for each account, and for each `google_sheet` and each calendar of kitroom.yaml that is written to Google. */
export const checkGoogle = defineControlOperation({
  id: 'checkGoogle',
  method: 'GET',
  path: '/google',
  objectType: 'google',
  summary: 'Accounts at Google, and what they may read and write',
  reply: {
    status: 200,
    body: z.strictObject({
      data: z.strictObject({
        accounts: z.array(GoogleAccountInfo),
        sheets: z.array(GoogleSheetInfo),
        calendars: z.array(GoogleCalendarInfo),
      }),
    }),
  },
  errors: [],
})

export const SignedOut = z.strictObject({
  purpose,
  email: z.string().nullable(),
  /** `revoked` at Google now, `ended` there before, or `not_asked`: deleted on this machine only. */
  at_google: z.enum(['revoked', 'ended', 'not_asked']),
  /** Sources that nobody may read any more. */
  sources: z.array(z.string()),
  /** Calendars that nobody may write to any more. */
  calendars: z.array(z.string()),
})

/** Revokes the refresh token at Google, then deletes the sign-in. `forget` deletes it without asking Google. */
export const endGoogleSignIn = defineControlOperation({
  id: 'endGoogleSignIn',
  method: 'POST',
  path: '/google/sign-ins/{purpose}/end',
  objectType: 'google',
  summary: 'End the sign-in of a person to Google',
  params: { purpose },
  body: z.strictObject({ forget: z.boolean() }),
  reply: { status: 200, body: z.strictObject({ data: SignedOut }) },
  errors: ['not_signed_in', 'google_refused', 'google_unavailable'],
})

/**
 * Creates the calendar of kitroom.yaml that has `google: { calendar: new }`. After a lost answer, `google_id` names the calendar that a person found, or
 * `again` asks Google once more. A calendar that exists is answered as it is.
 */
export const createGoogleCalendar = defineControlOperation({
  id: 'createGoogleCalendar',
  method: 'POST',
  path: '/google/calendars/{id}',
  objectType: 'google',
  summary: 'Create a calendar at Google',
  params: { id: z.string() },
  body: z.strictObject({ google_id: z.string().min(1).max(200).optional(), again: z.boolean().optional() }),
  reply: {
    status: 200,
    body: z.strictObject({
      data: z.strictObject({
        calendar: z.string(),
        google_id: z.string(),
        name: z.string(),
        /** Owner of the calendar; null if Google has not told it. */
        email: z.string().nullable(),
        is_new: z.boolean(),
      }),
    }),
  },
  errors: [
    'unknown_calendar',
    'calendar_uncertain',
    'google_refused',
    'google_unavailable',
    'api_unavailable',
    ...temporalErrors,
  ],
})
