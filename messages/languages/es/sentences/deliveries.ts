import type { deliverySentences } from '../../../../contract/sentences/deliveries.ts'
import type { Translated } from '../../sentences.ts'
import { outgoing } from './outgoing.ts'

type Receiver = { receiver: string; name: string }

const receivers: Readonly<Record<string, (name: string) => string>> = {
  slack: () => 'Slack',
  ntfy: (host) => `el servidor ntfy ${host}`,
  apprise: (host) => `el servidor Apprise ${host}`,
  webhook: (variable) => `el webhook de ${variable}`,
}

/** Names a receiver inside a sentence, as its subject. */
const nameReceiver = ({ receiver, name }: Receiver): string => receivers[receiver]?.(name) ?? name

const nameSubject = (receiver: Receiver): string => {
  const name = nameReceiver(receiver)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const RESTART = 'y reinicie el worker.'

/** Spanish sentences about deliveries of reminders, and about the addresses that they go to. */
export const deliveries: Translated<typeof deliverySentences> = {
  ...outgoing,
  mail_not_encrypted: ({ server, reply }) =>
    `El servidor de correo ${server} no ofrece una conexión cifrada de confianza: «${reply}»`,
  mail_login_refused: ({ server, reply }) =>
    `El servidor de correo ${server} rechaza el inicio de sesión; compruebe smtp.user y KITROOM_SMTP_PASSWORD. Su respuesta: «${reply}»`,
  mail_sender_refused: ({ server, sender, reply }) =>
    `El servidor de correo ${server} rechaza el remitente ${sender}. Su respuesta: «${reply}»`,
  mail_recipient_refused: ({ server, recipient, reply }) =>
    `El servidor de correo ${server} rechaza el destinatario ${recipient}. Su respuesta: «${reply}»`,
  mail_refused: ({ server, recipient, reply }) =>
    `El servidor de correo ${server} rechaza el mensaje a ${recipient}. Su respuesta: «${reply}»`,
  mail_server_unreachable: ({ server, reply }) =>
    `No se puede conectar con el servidor de correo ${server}: «${reply}»`,
  mail_server_too_slow: ({ server, seconds }, { number }) =>
    `El servidor de correo ${server} no terminó en ${number(seconds)} segundos.`,
  mail_unconfirmed: () => 'No se sabe si el mensaje fue aceptado.',
  mail_password_missing: ({ channel, variable }) =>
    `El canal ${channel} tiene un usuario pero no una contraseña. Defina ${variable} para el worker.`,
  receiver_redirects: (to) =>
    `${nameSubject(to)} responde ${to.status}, una redirección, y los recordatorios no siguen ninguna. Indique la dirección a la que lleva.`,
  receiver_takes_no_more: (to) => `${nameSubject(to)} no acepta más mensajes por ahora (429).`,
  receiver_refuses_credentials: (to) =>
    `${nameSubject(to)} rechaza las credenciales (${to.status}). Defina unas válidas, ${RESTART}`,
  receiver_has_nothing: (to) => `${nameSubject(to)} no tiene nada en esta dirección (404). Compruebe la dirección.`,
  receiver_answers: (to) => `${nameSubject(to)} responde ${to.status}.`,
  receiver_refuses_message: (to) => `${nameSubject(to)} rechaza el mensaje (${to.reply}).`,
  receiver_unconfirmed: (to) => `No se sabe si ${nameReceiver(to)} aceptó el mensaje (${to.code}).`,
  receiver_unconfirmed_in_time: (to, { number }) =>
    `No se sabe si ${nameReceiver(to)} aceptó el mensaje: sin respuesta en ${number(to.seconds)} segundos.`,
  receiver_certificate_untrusted: (to) =>
    `${nameSubject(to)} tiene un certificado en el que el worker no confía (${to.code}). Para una autoridad de certificación propia, defina NODE_EXTRA_CA_CERTS.`,
  receiver_unreachable: (to) => `${nameSubject(to)} no responde (${to.code}).`,
  receiver_too_slow: (to, { number }) => `${nameSubject(to)} no respondió en ${number(to.seconds)} segundos.`,
  receiver_forbidden: (to) => `${nameSubject(to)} tiene una dirección a la que el worker no puede enviar nada.`,
  receiver_wants_no_more: (to) =>
    `${nameSubject(to)} no quiere más mensajes (410). Indique otra dirección, o quite el canal.`,
  slack_webhook_gone: ({ variable, reply }) =>
    `Slack ya no acepta mensajes para el webhook de ${variable} (${reply}). Cree un webhook en Slack, defina su dirección, ${RESTART}`,
  apprise_without_service: (to) =>
    `${nameSubject(to)} no tiene ningún servicio para la clave de ${to.variable} (204). Añada uno allí, o defina otra clave u otro tag.`,
  apprise_reached_some: (to) =>
    `${nameSubject(to)} no pudo llegar a todos sus servicios (424); puede que algunos tengan el mensaje.`,
  apprise_not_there: (to) => `${nameSubject(to)} responde ${to.status}, que no es Apprise.`,
  channel_variable_missing: ({ variable, setting, channel }) =>
    `El worker no tiene la variable de entorno ${variable}, que ${setting} del canal ${channel} nombra. Defínala, ${RESTART}`,
  ntfy_topic_unusable: ({ variable }) =>
    `La variable de entorno ${variable} debe ser un tema: de 1 a 64 letras, cifras, - o _. Defínala, ${RESTART}`,
  ntfy_token_unusable: ({ variable }) =>
    `La variable de entorno ${variable} tiene caracteres que un token no puede tener. Defínala, ${RESTART}`,
  apprise_key_unusable: ({ variable }) =>
    `La variable de entorno ${variable} debe ser una clave de Apprise: de 1 a 128 letras, cifras, - o _. Defínala, ${RESTART}`,
  webhook_secret_unusable: ({ variable }) =>
    `${variable} debe ser un secreto de webhook, que empieza por whsec_, o dos separados por un espacio. Defínalo, ${RESTART}`,
}
