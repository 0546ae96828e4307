import type { outgoingSentences } from '../../../../contract/sentences/outgoing.ts'
import type { Translated } from '../../sentences.ts'

/** French sentences about addresses that the worker may not reach. */
export const outgoing: Translated<typeof outgoingSentences> = {
  outgoing_no_https: () => 'L’adresse doit commencer par https://.',
  outgoing_with_user: () => 'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe.',
  outgoing_with_fragment: () => 'L’adresse ne doit pas avoir de fragment (#…).',
  outgoing_ipv4_in_ipv6: () => 'Écrivez une adresse IPv4 telle quelle, pas dans une adresse IPv6.',
  outgoing_not_public: () => 'Cette adresse n’est pas sur l’internet public.',
  outgoing_http: () => 'L’adresse doit commencer par https://, pas par http://.',
  outgoing_channel_port: ({ port }) => `Les rappels vont au port 443 ou 8443, pas au port ${port}.`,
  outgoing_source_port: ({ port }) => `Les tableaux sont téléchargés du port 443 ou 8443, pas du port ${port}.`,
  outgoing_dot_at_end: () => 'Écrivez le nom d’hôte sans le point final.',
  outgoing_no_host_name: () => 'Le nom d’hôte n’est pas valable.',
  outgoing_local_name: () => 'Ce nom est celui d’un réseau local.',
  outgoing_name_refused: () => 'Le nom mène à une adresse qui n’est pas sur l’internet public.',
  operator_can_allow: ({ variable }) => `La personne qui gère le worker peut l’autoriser avec ${variable}.`,
}
