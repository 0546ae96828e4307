const SCOPE = 'https://www.googleapis.com/auth/'

/**
 * Access that a service account requests. Only sources with `write_back: true` request `write`, and only when they
 * write.
 */
export type GoogleAccess = 'read' | 'write'

interface Purpose {
  /** Scopes requested of a person. */
  person: readonly string[]
  /** Scopes of a service account. */
  serviceAccount: Readonly<Record<GoogleAccess, readonly string[]>>
  /** Parameters of the consent page in addition to those of OAuth. */
  consent: Readonly<Record<string, string>>
}

/**
 * Minimal scopes by purpose; `test/google/scopes.test.ts` compares them with Google's documents. A person's sign-in
 * opens only files picked on the consent page and calendars that Kitroom creates. For a service account,
 * `spreadsheets.readonly` does not open Drive's `files.get`, and `calendar.events` opens no method of calendars
 * themselves.
 */
export const purposes = {
  sheets: {
    person: [`${SCOPE}drive.file`],
    serviceAccount: {
      read: [`${SCOPE}spreadsheets.readonly`, `${SCOPE}drive.metadata.readonly`],
      write: [`${SCOPE}spreadsheets`],
    },
    consent: { trigger_onepick: 'true', allow_multiple: 'true', mimetypes: 'application/vnd.google-apps.spreadsheet' },
  },
  calendar: {
    person: [`${SCOPE}calendar.app.created`],
    serviceAccount: { read: [`${SCOPE}calendar.events`], write: [`${SCOPE}calendar.events`] },
    consent: {},
  },
} satisfies Record<string, Purpose>

export type GooglePurpose = keyof typeof purposes
