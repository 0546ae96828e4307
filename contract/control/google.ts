import { z } from 'zod'
import { temporalErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'
import { toSchemaMessage } from '../schemaFaults.ts'
import { timestamp } from '../text.ts'

/** Purpose of a sign-in to Google. Each has separate scopes and a separate consent. */
const purpose = z.enum(['sheets', 'calendar'])

const OAUTH_MAX_LENGTH = 4096
const oauthText = z.string().min(1).max(OAUTH_MAX_LENGTH)

/** A redirect address on this machine (RFC 8252 section 7.3). */
const redirectUri = z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/, toSchemaMessage('no_loopback_address', {}))

export const GoogleAccountInfo = z.strictObject({
  purpose,
  kind: z.enum(['service_account', 'person']),
  /** null if Google has not returned it. */
  email: z.string().nullable(),
  /** Scopes that a person granted, or that Kitroom requests as a service account. */
  scopes: z.array(z.string()),
  /** Time of a person's sign-in; null for a service account. */
  signed_in_at: timestamp.nullable(),
  /** One of several accounts for a purpose is used: the service account. */
  in_use: z.boolean(),
  /** Reason why Google refuses or does not answer, and what to do; null if it grants access. */
  problem: z.string().nullable(),
})
export type GoogleAccountInfo = z.output<typeof GoogleAccountInfo>

export const GoogleSheetInfo = z.strictObject({
  source: z.string(),
  spreadsheet_id: z.string(),
  /** Name of the file; null if Drive does not return it. */
  name: z.string().nullable(),
  /** null if Google does not answer now. */
  may_read: z.boolean().nullable(),
  /** True if the account may edit the file; null if Drive does not return that. */
  may_edit: z.boolean().nullable(),
  /** Advice on how to make the sheet readable and, with `write_back`, writable; null if it is. */
  problem: z.string().nullable(),
})
export type GoogleSheetInfo = z.output<typeof GoogleSheetInfo>

export const GoogleCalendarInfo = z.strictObject({
  /** Id in kitroom.yaml. */
  calendar: z.string(),
  /** null for a new calendar that is not created yet. */
  google_id: z.string().nullable(),
  /** null if Google does not answer now. */
  may_write: z.boolean().nullable(),
  /** Last time when all events were written. */
  written_at: timestamp.nullable(),
  /** Advice on how to make the calendar writable; null if it is. */
  problem: z.string().nullable(),
})
export type GoogleCalendarInfo = z.output<typeof GoogleCalendarInfo>

/**
 * Returns the address of the consent page, and stores nothing. Without `client_id`, it uses the client of the stored
 * sign-in.
 */
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
  /** The account that this sign-in replaces. Google ends its access only if it is removed there. */
  replaced: z.string().nullable(),
  /** True if a service account is set, which takes precedence. */
  is_unused: z.boolean(),
})

/**
 * Exchanges the code of a consent page, and replaces an earlier sign-in. Without `client`, it uses the client of the
 * earlier one.
 */
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

/** Checks each account at Google, each `google_sheet`, and each calendar of kitroom.yaml that is written to Google. */
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
  /** Sources that no account may read any more. */
  sources: z.array(z.string()),
  /** Calendars that no account may write to any more. */
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
 * Creates the calendar of kitroom.yaml that has `google: { calendar: new }`. After a lost response, `google_id` names
 * the calendar that a person found, or `again` asks Google once more. An existing calendar is returned unchanged.
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
        /** Owner of the calendar; null if Google has not returned it. */
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
