import type { deliverySentences } from '../../../../contract/sentences/deliveries.ts'
import type { Translated } from '../../sentences.ts'
import { outgoing } from './outgoing.ts'

type Receiver = { receiver: string; name: string }

const receivers: Readonly<Record<string, (name: string) => string>> = {
  slack: () => 'Slack',
  ntfy: (host) => `der ntfy-Server ${host}`,
  apprise: (host) => `der Apprise-Server ${host}`,
  webhook: (variable) => `der Webhook von ${variable}`,
}

/** Names a receiver inside a sentence, as its subject. */
const nameReceiver = ({ receiver, name }: Receiver): string => receivers[receiver]?.(name) ?? name

const nameSubject = (receiver: Receiver): string => {
  const name = nameReceiver(receiver)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const RESTART = 'und starten Sie den Worker neu.'

/** German sentences about deliveries of reminders, and about the addresses that they go to. */
export const deliveries: Translated<typeof deliverySentences> = {
  ...outgoing,
  mail_not_encrypted: ({ server, reply }) =>
    `Der Mailserver ${server} bietet keine verschlüsselte Verbindung, der zu trauen ist: „${reply}“`,
  mail_login_refused: ({ server, reply }) =>
    `Der Mailserver ${server} lehnt die Anmeldung ab; prüfen Sie smtp.user und KITROOM_SMTP_PASSWORD. Seine Antwort: „${reply}“`,
  mail_sender_refused: ({ server, sender, reply }) =>
    `Der Mailserver ${server} lehnt den Absender ${sender} ab. Seine Antwort: „${reply}“`,
  mail_recipient_refused: ({ server, recipient, reply }) =>
    `Der Mailserver ${server} lehnt den Empfänger ${recipient} ab. Seine Antwort: „${reply}“`,
  mail_refused: ({ server, recipient, reply }) =>
    `Der Mailserver ${server} lehnt die Mail an ${recipient} ab. Seine Antwort: „${reply}“`,
  mail_server_unreachable: ({ server, reply }) => `Der Mailserver ${server} ist nicht erreichbar: „${reply}“`,
  mail_server_too_slow: ({ server, seconds }, { number }) =>
    `Der Mailserver ${server} wurde in ${number(seconds)} Sekunden nicht fertig.`,
  mail_unconfirmed: () => 'Ob die Mail angenommen wurde, ist nicht bekannt.',
  mail_password_missing: ({ channel, variable }) =>
    `Der Kanal ${channel} hat einen Benutzer, aber kein Passwort. Setzen Sie ${variable} für den Worker.`,
  receiver_redirects: (to) =>
    `${nameSubject(to)} antwortet mit ${to.status}, einer Weiterleitung; Erinnerungen folgen keiner. Tragen Sie die Adresse ein, zu der sie führt.`,
  receiver_takes_no_more: (to) => `${nameSubject(to)} nimmt zurzeit keine Nachrichten mehr an (429).`,
  receiver_refuses_credentials: (to) =>
    `${nameSubject(to)} lehnt die Zugangsdaten ab (${to.status}). Setzen Sie gültige, ${RESTART}`,
  receiver_has_nothing: (to) => `${nameSubject(to)} hat unter dieser Adresse nichts (404). Prüfen Sie die Adresse.`,
  receiver_answers: (to) => `${nameSubject(to)} antwortet mit ${to.status}.`,
  receiver_refuses_message: (to) => `${nameSubject(to)} lehnt die Nachricht ab (${to.reply}).`,
  receiver_unconfirmed: (to) => `Ob ${nameReceiver(to)} die Nachricht angenommen hat, ist nicht bekannt (${to.code}).`,
  receiver_unconfirmed_in_time: (to, { number }) =>
    `Ob ${nameReceiver(to)} die Nachricht angenommen hat, ist nicht bekannt: keine Antwort in ${number(to.seconds)} Sekunden.`,
  receiver_certificate_untrusted: (to) =>
    `${nameSubject(to)} hat ein Zertifikat, dem der Worker nicht traut (${to.code}). Bei einer eigenen Zertifizierungsstelle setzen Sie NODE_EXTRA_CA_CERTS.`,
  receiver_unreachable: (to) => `${nameSubject(to)} ist nicht erreichbar (${to.code}).`,
  receiver_too_slow: (to, { number }) =>
    `${nameSubject(to)} ist nicht erreichbar: keine Antwort in ${number(to.seconds)} Sekunden.`,
  receiver_forbidden: (to) => `${nameSubject(to)} hat eine Adresse, an die der Worker nichts senden darf.`,
  receiver_wants_no_more: (to) =>
    `${nameSubject(to)} will keine Nachrichten mehr (410). Tragen Sie eine andere Adresse ein, oder entfernen Sie den Kanal.`,
  slack_webhook_gone: ({ variable, reply }) =>
    `Slack nimmt für den Webhook von ${variable} keine Nachrichten mehr an (${reply}). Erstellen Sie in Slack einen Webhook, setzen Sie dessen Adresse, ${RESTART}`,
  apprise_without_service: (to) =>
    `${nameSubject(to)} hat keinen Dienst zum Schlüssel von ${to.variable} (204). Ergänzen Sie dort einen, oder setzen Sie einen anderen Schlüssel oder tag.`,
  apprise_reached_some: (to) =>
    `${nameSubject(to)} konnte nicht alle seine Dienste erreichen (424); manche haben die Nachricht vielleicht.`,
  apprise_not_there: (to) => `${nameSubject(to)} antwortet mit ${to.status}; das ist kein Apprise.`,
  channel_variable_missing: ({ variable, setting, channel }) =>
    `Dem Worker fehlt die Umgebungsvariable ${variable}, die ${setting} des Kanals ${channel} nennt. Setzen Sie sie, ${RESTART}`,
  ntfy_topic_unusable: ({ variable }) =>
    `Die Umgebungsvariable ${variable} muss ein Thema sein: 1 bis 64 Buchstaben, Ziffern, - oder _. Setzen Sie sie, ${RESTART}`,
  ntfy_token_unusable: ({ variable }) =>
    `Die Umgebungsvariable ${variable} hat Zeichen, die ein Token nicht haben kann. Setzen Sie sie, ${RESTART}`,
  apprise_key_unusable: ({ variable }) =>
    `Die Umgebungsvariable ${variable} muss ein Schlüssel von Apprise sein: 1 bis 128 Buchstaben, Ziffern, - oder _. Setzen Sie sie, ${RESTART}`,
  webhook_secret_unusable: ({ variable }) =>
    `${variable} muss ein Geheimnis eines Webhooks sein, das mit whsec_ beginnt, oder zwei mit einem Leerzeichen dazwischen. Setzen Sie es, ${RESTART}`,
}
