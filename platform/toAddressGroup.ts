/**
 * Returns the part of an IP address that identifies one client: a whole IPv4 address, or the first 64 bits of an IPv6
 * address. IPv4-mapped IPv6 is not expected.
 */
export function toAddressGroup(ip: string): string {
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('::')
  const first = head === '' ? [] : head.split(':')
  if (tail === undefined || first.length >= 4) return first.slice(0, 4).join(':')
  const last = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
