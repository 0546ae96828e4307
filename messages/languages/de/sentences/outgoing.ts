import type { outgoingSentences } from '../../../../contract/sentences/outgoing.ts'
import type { Translated } from '../../sentences.ts'

/** German sentences about addresses that the worker may not reach. */
export const outgoing: Translated<typeof outgoingSentences> = {
  outgoing_no_https: () => 'Die Adresse muss mit https:// beginnen.',
  outgoing_with_user: () => 'Die Adresse darf keinen Benutzernamen und kein Passwort enthalten.',
  outgoing_with_fragment: () => 'Die Adresse darf kein Fragment (#…) haben.',
  outgoing_ipv4_in_ipv6: () => 'Schreiben Sie eine IPv4-Adresse als solche, nicht in einer IPv6-Adresse.',
  outgoing_not_public: () => 'Diese Adresse ist nicht im öffentlichen Internet.',
  outgoing_http: () => 'Die Adresse muss mit https:// beginnen, nicht mit http://.',
  outgoing_channel_port: ({ port }) => `Erinnerungen gehen an Port 443 oder 8443, nicht an ${port}.`,
  outgoing_source_port: ({ port }) => `Tabellen werden von Port 443 oder 8443 abgerufen, nicht von ${port}.`,
  outgoing_dot_at_end: () => 'Schreiben Sie den Rechnernamen ohne den Punkt am Ende.',
  outgoing_no_host_name: () => 'Der Rechnername ist nicht gültig.',
  outgoing_local_name: () => 'Dieser Name ist der eines lokalen Netzes.',
  outgoing_name_refused: () => 'Der Name führt zu einer Adresse, die nicht im öffentlichen Internet ist.',
  operator_can_allow: ({ variable }) => `Wer den Worker betreibt, kann sie mit ${variable} erlauben.`,
}
