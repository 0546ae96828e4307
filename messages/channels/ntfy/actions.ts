import type { Delivery, MessageLink } from '../channel.ts'
import { selectLinks } from '../content.ts'

/** A button of a message (https://docs.ntfy.sh/publish/#action-buttons). */
type NtfyAction =
  | { action: 'view'; label: string; url: string }
  | { action: 'http'; label: string; url: string; method: 'POST'; clear: true }

const MAX_ACTIONS = 3
/** Limit of the buttons, which leaves room for the message. */
const MAX_ACTION_BYTES = 2500

/**
 * Creates a button. The phone itself posts an action that needs no question, and removes the message. Other buttons
 * open the page.
 */
const toAction = ({ kind, label, url }: MessageLink): NtfyAction =>
  kind === 'ack' || kind === 'snooze'
    ? { action: 'http', label, url, method: 'POST', clear: true }
    : { action: 'view', label, url }

/** Lists at most three buttons: the page and the actions that need no question come first. */
export function listActions(delivery: Delivery): NtfyAction[] {
  const actions: NtfyAction[] = []
  for (const action of selectLinks(delivery).map(toAction))
    if (actions.length < MAX_ACTIONS && Buffer.byteLength(JSON.stringify([...actions, action])) <= MAX_ACTION_BYTES)
      actions.push(action)
  return actions
}
