import type { Mail } from './email/renderMail.ts'

/**
 * Outcome of sending a mail. `retry`: not accepted now; with `all` the whole channel fails. `failed`: permanent. `unknown`: transferred without a
 * reply. Errors are for people and contain no secret.
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'retry'; error: string; all: boolean }
  | { kind: 'failed'; error: string }
  | { kind: 'unknown'; error: string }

/** True when the channel cannot send another mail now. */
export const stopsChannel = (outcome: Outcome): boolean => outcome.kind === 'unknown' || (outcome.kind === 'retry' && outcome.all)

export interface Channel {
  /**
   * Sends one mail, within a few minutes.
   * @param handOver called before the first byte of the message; the mail is not sent when it throws
   * @throws errors of `handOver`
   */
  send(mail: Mail, handOver: () => Promise<void>): Promise<Outcome>
  /** Closes an open session. */
  close(): void
}
