/**
 * English sentences about addresses that the worker may not reach. `variable` is the environment variable that can
 * allow more.
 */
export const outgoingSentences = {
  outgoing_no_https: () => 'The address must be a URL that begins with https://.',
  outgoing_with_user: () => 'The address must not hold a user name or a password.',
  outgoing_with_fragment: () => 'The address must not have a fragment (#…).',
  outgoing_ipv4_in_ipv6: () => 'Write an IPv4 address as such, not inside an IPv6 address.',
  outgoing_not_public: () => 'This address is not on the public internet.',
  outgoing_http: () => 'The address must begin with https://.',
  outgoing_channel_port: ({ port }: { port: number }) => `Reminders go to port 443 or 8443, not to ${port}.`,
  outgoing_source_port: ({ port }: { port: number }) => `Sheets are fetched from port 443 or 8443, not from ${port}.`,
  outgoing_dot_at_end: () => 'Write the host name without the dot at its end.',
  outgoing_no_host_name: () => 'The host name is not a valid one.',
  outgoing_local_name: () => 'This name is one of a local network.',
  outgoing_name_refused: () => 'The name leads to an address that is not on the public internet.',
  operator_can_allow: ({ variable }: { variable: string }) =>
    `The operator of the worker can allow it with ${variable}.`,
}
