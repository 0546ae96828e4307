// Reminders, as the worker's control plane shows them.

/**
 * States of a reminder. `pending` waits to be sent; `sending` is on its way; `sent` was taken by the channel; `failed` will not be sent, and
 * says why; `unknown` may have been taken, and nobody heard; `skipped` was never tried because what it says is not so any more.
 */
export const reminderStates = ['pending', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const
export type ReminderState = (typeof reminderStates)[number]
