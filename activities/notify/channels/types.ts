import type { Mail } from '../mail.ts'

/**
 * What came of sending a mail. `retry`: not taken, later perhaps; with `all` the channel itself does not work now. `failed`: will never be taken.
 * `unknown`: it was handed over and nobody said whether it was taken, so the channel does not work either. Errors are for people and hold no secret.
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'retry'; error: string; all: boolean }
  | { kind: 'failed'; error: string }
  | { kind: 'unknown'; error: string }

/** Whether it is of no use to send another mail by the same channel now. */
export const stopsChannel = (outcome: Outcome): boolean => outcome.kind === 'unknown' || (outcome.kind === 'retry' && outcome.all)

/** A way to tell people. */
export interface Channel {
  /**
   * Sends one mail, within a few minutes.
   * @param handOver called before the first byte that the other side could take for the mail; it is not sent when this throws.
   * @throws what `handOver` throws
   */
  send(mail: Mail, handOver: () => Promise<void>): Promise<Outcome>
  /** Ends what is kept open between mails. */
  close(): void
}
