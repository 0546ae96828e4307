import { say, sayAll, type Said } from './say.ts'

/** Reasons why an address is refused, as `platform/outbound` names them. */
type OutgoingReason =
  | 'address_no_https'
  | 'address_with_user'
  | 'address_with_fragment'
  | 'address_ipv4_in_ipv6'
  | 'address_not_public'
  | 'address_http'
  | 'address_port'
  | 'address_dot_at_end'
  | 'address_no_host_name'
  | 'address_local_name'
  | 'address_name_refused'

/** The use of an address, and the environment variable that can allow more. */
interface OutgoingUse {
  purpose: 'channel' | 'source'
  variable: string
}

/** Says why an address may not be reached, and what to change. @param port the refused port */
export function sayOutgoingFault(
  { reason, port }: { reason: OutgoingReason; port: number },
  { purpose, variable }: OutgoingUse,
): Said {
  const operator = say('operator_can_allow', { variable })
  switch (reason) {
    case 'address_no_https':
      return say('outgoing_no_https')
    case 'address_with_user':
      return say('outgoing_with_user')
    case 'address_with_fragment':
      return say('outgoing_with_fragment')
    case 'address_ipv4_in_ipv6':
      return say('outgoing_ipv4_in_ipv6')
    case 'address_http':
      return say('outgoing_http')
    case 'address_dot_at_end':
      return say('outgoing_dot_at_end')
    case 'address_no_host_name':
      return say('outgoing_no_host_name')
    case 'address_not_public':
      return sayAll(say('outgoing_not_public'), operator)
    case 'address_local_name':
      return sayAll(say('outgoing_local_name'), operator)
    case 'address_name_refused':
      return sayAll(say('outgoing_name_refused'), operator)
    case 'address_port':
      return sayAll(say(purpose === 'channel' ? 'outgoing_channel_port' : 'outgoing_source_port', { port }), operator)
  }
}
