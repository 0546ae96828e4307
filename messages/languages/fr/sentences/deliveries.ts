import type { deliverySentences } from '../../../../contract/sentences/deliveries.ts'
import type { Translated } from '../../sentences.ts'
import { outgoing } from './outgoing.ts'

type Receiver = { receiver: string; name: string }

const receivers: Readonly<Record<string, (name: string) => string>> = {
  slack: () => 'Slack',
  ntfy: (host) => `le serveur ntfy ${host}`,
  apprise: (host) => `le serveur Apprise ${host}`,
  webhook: (variable) => `le webhook de ${variable}`,
}

/** Names a receiver inside a sentence, as its subject. */
const nameReceiver = ({ receiver, name }: Receiver): string => receivers[receiver]?.(name) ?? name

const nameSubject = (receiver: Receiver): string => {
  const name = nameReceiver(receiver)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const RESTART = 'puis redémarrez le worker.'

/** French sentences about deliveries of reminders, and about the addresses that they go to. */
export const deliveries: Translated<typeof deliverySentences> = {
  ...outgoing,
  mail_not_encrypted: ({ server, reply }) =>
    `Le serveur de messagerie ${server} n’offre pas de connexion chiffrée digne de confiance : « ${reply} »`,
  mail_login_refused: ({ server, reply }) =>
    `Le serveur de messagerie ${server} refuse la connexion au compte ; vérifiez smtp.user et KITROOM_SMTP_PASSWORD. Sa réponse : « ${reply} »`,
  mail_sender_refused: ({ server, sender, reply }) =>
    `Le serveur de messagerie ${server} refuse l’expéditeur ${sender}. Sa réponse : « ${reply} »`,
  mail_recipient_refused: ({ server, recipient, reply }) =>
    `Le serveur de messagerie ${server} refuse le destinataire ${recipient}. Sa réponse : « ${reply} »`,
  mail_refused: ({ server, recipient, reply }) =>
    `Le serveur de messagerie ${server} refuse le message à ${recipient}. Sa réponse : « ${reply} »`,
  mail_server_unreachable: ({ server, reply }) => `Le serveur de messagerie ${server} est injoignable : « ${reply} »`,
  mail_server_too_slow: ({ server, seconds }, { number }) =>
    `Le serveur de messagerie ${server} n’a pas terminé en ${number(seconds)} secondes.`,
  mail_unconfirmed: () => 'On ne sait pas si le message a été accepté.',
  mail_password_missing: ({ channel, variable }) =>
    `Le canal ${channel} a un utilisateur mais pas de mot de passe. Définissez ${variable} pour le worker.`,
  receiver_redirects: (to) =>
    `${nameSubject(to)} répond ${to.status}, une redirection, et les rappels n’en suivent aucune. Indiquez l’adresse à laquelle elle mène.`,
  receiver_takes_no_more: (to) => `${nameSubject(to)} n’accepte plus de messages pour le moment (429).`,
  receiver_refuses_credentials: (to) =>
    `${nameSubject(to)} refuse les identifiants (${to.status}). Définissez-en de valables, ${RESTART}`,
  receiver_has_nothing: (to) => `${nameSubject(to)} n’a rien à cette adresse (404). Vérifiez l’adresse.`,
  receiver_answers: (to) => `${nameSubject(to)} répond ${to.status}.`,
  receiver_refuses_message: (to) => `${nameSubject(to)} refuse le message (${to.reply}).`,
  receiver_unconfirmed: (to) => `On ne sait pas si ${nameReceiver(to)} a accepté le message (${to.code}).`,
  receiver_unconfirmed_in_time: (to, { number }) =>
    `On ne sait pas si ${nameReceiver(to)} a accepté le message : pas de réponse en ${number(to.seconds)} secondes.`,
  receiver_certificate_untrusted: (to) =>
    `${nameSubject(to)} a un certificat auquel le worker ne fait pas confiance (${to.code}). Pour votre propre autorité de certification, définissez NODE_EXTRA_CA_CERTS.`,
  receiver_unreachable: (to) => `${nameSubject(to)} est injoignable (${to.code}).`,
  receiver_too_slow: (to, { number }) =>
    `${nameSubject(to)} est injoignable : pas de réponse en ${number(to.seconds)} secondes.`,
  receiver_forbidden: (to) => `${nameSubject(to)} a une adresse à laquelle le worker ne peut rien envoyer.`,
  receiver_wants_no_more: (to) =>
    `${nameSubject(to)} ne veut plus de messages (410). Indiquez une autre adresse, ou retirez le canal.`,
  slack_webhook_gone: ({ variable, reply }) =>
    `Slack n’accepte plus de messages pour le webhook de ${variable} (${reply}). Créez un webhook dans Slack, définissez son adresse, ${RESTART}`,
  apprise_without_service: (to) =>
    `${nameSubject(to)} n’a aucun service pour la clé de ${to.variable} (204). Ajoutez-en un, ou définissez une autre clé ou un autre tag.`,
  apprise_reached_some: (to) =>
    `${nameSubject(to)} n’a pas pu joindre tous ses services (424) ; certains ont peut-être le message.`,
  apprise_not_there: (to) => `${nameSubject(to)} répond ${to.status}, ce qui n’est pas Apprise.`,
  channel_variable_missing: ({ variable, setting, channel }) =>
    `Le worker n’a pas la variable d’environnement ${variable}, que ${setting} du canal ${channel} nomme. Définissez-la, ${RESTART}`,
  ntfy_topic_unusable: ({ variable }) =>
    `La variable d’environnement ${variable} doit être un sujet : 1 à 64 lettres, chiffres, - ou _. Définissez-la, ${RESTART}`,
  ntfy_token_unusable: ({ variable }) =>
    `La variable d’environnement ${variable} a des caractères qu’un jeton ne peut pas avoir. Définissez-la, ${RESTART}`,
  apprise_key_unusable: ({ variable }) =>
    `La variable d’environnement ${variable} doit être une clé d’Apprise : 1 à 128 lettres, chiffres, - ou _. Définissez-la, ${RESTART}`,
  webhook_secret_unusable: ({ variable }) =>
    `${variable} doit être un secret de webhook, qui commence par whsec_, ou deux séparés par une espace. Définissez-le, ${RESTART}`,
}
