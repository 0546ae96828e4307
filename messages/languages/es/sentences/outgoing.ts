import type { outgoingSentences } from '../../../../contract/sentences/outgoing.ts'
import type { Translated } from '../../sentences.ts'

/** Spanish sentences about addresses that the worker may not reach. */
export const outgoing: Translated<typeof outgoingSentences> = {
  outgoing_no_https: () => 'La dirección debe empezar por https://.',
  outgoing_with_user: () => 'La dirección no debe contener ni nombre de usuario ni contraseña.',
  outgoing_with_fragment: () => 'La dirección no debe tener un fragmento (#…).',
  outgoing_ipv4_in_ipv6: () => 'Escriba una dirección IPv4 como tal, no dentro de una dirección IPv6.',
  outgoing_not_public: () => 'Esta dirección no está en la internet pública.',
  outgoing_http: () => 'La dirección debe empezar por https://, no por http://.',
  outgoing_channel_port: ({ port }) => `Los recordatorios van al puerto 443 u 8443, no al ${port}.`,
  outgoing_source_port: ({ port }) => `Las tablas se descargan del puerto 443 u 8443, no del ${port}.`,
  outgoing_dot_at_end: () => 'Escriba el nombre de host sin el punto final.',
  outgoing_no_host_name: () => 'El nombre de host no es válido.',
  outgoing_local_name: () => 'Este nombre es el de una red local.',
  outgoing_name_refused: () => 'El nombre lleva a una dirección que no está en la internet pública.',
  operator_can_allow: ({ variable }) => `Quien gestiona el worker puede permitirla con ${variable}.`,
}
