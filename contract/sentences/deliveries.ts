import { outgoingSentences } from './outgoing.ts'

/** A receiver of messages over HTTP: the type of its channel, and the host or the variable that names it. */
type Receiver = { receiver: string; name: string }
type Answered = Receiver & { status: number }

/** Receivers inside a sentence, by the type of their channel. */
const receivers: Readonly<Record<string, (name: string) => string>> = {
  slack: () => 'Slack',
  ntfy: (host) => `the ntfy server ${host}`,
  apprise: (host) => `the Apprise server ${host}`,
  webhook: (variable) => `the webhook of ${variable}`,
}

const nameReceiver = ({ receiver, name }: Receiver): string => receivers[receiver]?.(name) ?? name

const nameSubject = (receiver: Receiver): string => {
  const name = nameReceiver(receiver)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** A reply of a mail server, `server` being its host and port. */
type MailReply = { server: string; reply: string }

/**
 * English sentences that say why a channel did not deliver a message. `reply` is what another server said, or a code.
 */
const channelSentences = {
  // Mail
  mail_not_encrypted: ({ server, reply }: MailReply) =>
    `The mail server ${server} gives no encrypted connection that can be trusted: ${reply}`,
  mail_login_refused: ({ server, reply }: MailReply) =>
    `The mail server ${server} refuses the login; check smtp.user and KITROOM_SMTP_PASSWORD: ${reply}`,
  mail_sender_refused: ({ server, sender, reply }: MailReply & { sender: string }) =>
    `The mail server ${server} refuses the sender ${sender}: ${reply}`,
  mail_recipient_refused: ({ server, recipient, reply }: MailReply & { recipient: string }) =>
    `The mail server ${server} refuses the recipient ${recipient}: ${reply}`,
  mail_refused: ({ server, recipient, reply }: MailReply & { recipient: string }) =>
    `The mail server ${server} refuses the mail to ${recipient}: ${reply}`,
  mail_server_unreachable: ({ server, reply }: MailReply) => `The mail server ${server} cannot be reached: ${reply}`,
  mail_server_too_slow: ({ server, seconds }: { server: string; seconds: number }) =>
    `The mail server ${server} cannot be reached: no end within ${seconds} seconds`,
  mail_unconfirmed: () => 'It is unknown whether the mail was accepted.',
  mail_password_missing: ({ channel, variable }: { channel: string; variable: string }) =>
    `The channel ${channel} has a user but no password. Set ${variable} for the worker.`,
  // Receivers over HTTP
  receiver_redirects: (to: Answered) =>
    `${nameSubject(to)} answers ${to.status}, a redirect, and reminders follow none. Set the address that it leads to.`,
  receiver_takes_no_more: (to: Receiver) => `${nameSubject(to)} accepts no more messages now (429).`,
  receiver_refuses_credentials: (to: Answered) =>
    `${nameSubject(to)} refuses the credentials (${to.status}). Set valid ones, and start the worker again.`,
  receiver_has_nothing: (to: Receiver) => `${nameSubject(to)} has nothing at this address (404). Check the address.`,
  receiver_answers: (to: Answered) => `${nameSubject(to)} answers ${to.status}.`,
  receiver_refuses_message: (to: Receiver & { reply: string }) =>
    `${nameSubject(to)} refuses the message (${to.reply}).`,
  receiver_unconfirmed: (to: Receiver & { code: string }) =>
    `It is unknown whether ${nameReceiver(to)} accepted the message: ${to.code}.`,
  receiver_unconfirmed_in_time: (to: Receiver & { seconds: number }) =>
    `It is unknown whether ${nameReceiver(to)} accepted the message: no answer within ${to.seconds} seconds.`,
  receiver_certificate_untrusted: (to: Receiver & { code: string }) =>
    `The certificate of ${nameReceiver(to)} is not trusted (${to.code}). For a certificate authority of your own, set NODE_EXTRA_CA_CERTS.`,
  receiver_unreachable: (to: Receiver & { code: string }) => `${nameSubject(to)} cannot be reached: ${to.code}.`,
  receiver_too_slow: (to: Receiver & { seconds: number }) =>
    `${nameSubject(to)} cannot be reached: no answer within ${to.seconds} seconds.`,
  receiver_forbidden: (to: Receiver) => `${nameSubject(to)} may not be reached.`,
  receiver_wants_no_more: (to: Receiver) =>
    `${nameSubject(to)} wants no more messages (410). Set another address, or remove the channel.`,
  slack_webhook_gone: ({ variable, reply }: { variable: string; reply: string }) =>
    `Slack no longer accepts messages for the webhook of ${variable} (${reply}). Create a webhook in Slack, set its address, and start the worker again.`,
  apprise_without_service: (to: Receiver & { variable: string }) =>
    `${nameSubject(to)} has no service for the key of ${to.variable} (204). Add one there, or set another key or tag.`,
  apprise_reached_some: (to: Receiver) =>
    `${nameSubject(to)} could not reach all its services (424); some may have the message.`,
  apprise_not_there: (to: Answered) => `${nameSubject(to)} answers ${to.status}, which is not Apprise.`,
  // Environment variables of the worker
  channel_variable_missing: ({ variable, setting, channel }: { variable: string; setting: string; channel: string }) =>
    `The worker has no environment variable ${variable}, which ${setting} of the channel ${channel} names. Set it, and start the worker again.`,
  ntfy_topic_unusable: ({ variable }: { variable: string }) =>
    `The environment variable ${variable} must be a topic: 1 to 64 letters, digits, - or _. Set it, and start the worker again.`,
  ntfy_token_unusable: ({ variable }: { variable: string }) =>
    `The environment variable ${variable} has characters that a token cannot have. Set it, and start the worker again.`,
  apprise_key_unusable: ({ variable }: { variable: string }) =>
    `The environment variable ${variable} must be a key of Apprise: 1 to 128 letters, digits, - or _. Set it, and start the worker again.`,
  webhook_secret_unusable: ({ variable }: { variable: string }) =>
    `${variable} must be one secret of a webhook, which starts with whsec_, or two with a space between them. Set it, and start the worker again.`,
}

/** English sentences about deliveries of reminders, and about the addresses that they go to. */
export const deliverySentences = { ...channelSentences, ...outgoingSentences }
