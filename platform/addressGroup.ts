/**
 * The part of an IP address that one client can hardly leave: all of an IPv4 address, the first 64 bits of an IPv6 one.
 * @param ip in plain form, an IPv4 address never inside IPv6
 */
export function addressGroup(ip: string): string {
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('::')
  const first = head === '' ? [] : head.split(':')
  if (tail === undefined || first.length >= 4) return first.slice(0, 4).join(':')
  const last = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
