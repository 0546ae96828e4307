import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../../platform/outbound/addresses.ts'
import { parseAllowList } from '../../../platform/outbound/allowList.ts'

/** First and last addresses of each network that is not public. */
const privateAddresses =
  `0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.255 169.254.0.0 169.254.169.254 169.254.255.255
  172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255 192.0.2.1 192.88.99.1 192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.7
  161.26.0.10 166.8.0.1 166.11.255.255 168.63.129.16 100.100.100.200 192.0.0.192 169.254.170.2
  224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 ::7f00:1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 100:0:0:1::1
  2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1 2001:1ff:ffff::1 2001:db8::1 2001:db8:ffff::1 2002::1 2002:7f00:1::1 2002:ffff::1
  3fff::1 3fff:fff::1 4000::1 5f00::1 8000::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%lo febf::1 fec0::1 ff02::1 ffff::1`.split(
    /\s+/,
  )
const publicAddresses =
  `1.0.0.0 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0
  161.25.255.255 161.27.0.0 166.7.255.255 166.12.0.0 168.63.129.15 168.63.129.17
  192.0.1.0 192.0.3.0 192.88.98.255 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 203.0.112.255 203.0.114.0 223.255.255.255
  2000::1 2001:200::1 2001:4860:4860::8888 2001:db7::1 2001:db9::1 2003::1 2a00:1450::1 3ffe::1 3fff:1000::1`.split(
    /\s+/,
  )

describe('addresses', () => {
  it.each(privateAddresses)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(publicAddresses)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))
  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f.1',
    '2130706433',
    '8.8.8.8 ',
    '2a00:1450::1%eth0',
    '[2a00:1450::1]',
    '8.8.8.8:443',
  ])('%j is not an address', (text) => expect(isPublicAddress(text)).toBe(false))
})

describe('the allow list', () => {
  const allow = parseAllowList([
    '127.0.0.1/32:4101',
    ' 10.0.0.0/8:* ',
    '[::1]/128:9000',
    '192.168.1.5:443',
    '[fd00::]/8:*',
  ])

  it.each<[string, number, boolean]>([
    ['127.0.0.1', 4101, true],
    ['127.0.0.1', 4102, false],
    ['127.0.0.2', 4101, false],
    ['10.255.0.1', 1, true],
    ['11.0.0.1', 1, false],
    ['::1', 9000, true],
    ['::1', 9001, false],
    ['192.168.1.5', 443, true],
    ['192.168.1.6', 443, false],
    ['fdff::1', 22, true],
    ['::ffff:127.0.0.1', 4101, false],
    ['::ffff:a00:1', 443, false],
    ['::127.0.0.1', 4101, false],
    ['fe80::1%lo', 9000, false],
    ['localhost', 4101, false],
  ])('covers %s at port %i: %s', (address, port, covered) => {
    expect(allow.covers(address, port)).toBe(covered)
  })

  it('knows the ports that are allowed for any address', () => {
    const narrowAllowList = parseAllowList(['127.0.0.1/32:4101'])
    expect(narrowAllowList.hasPort(4101)).toBe(true)
    expect(narrowAllowList.hasPort(443)).toBe(false)
    expect(allow.hasPort(443)).toBe(true)
    expect(parseAllowList([]).hasPort(443)).toBe(false)
  })

  it('keeps IPv4 and IPv6 apart, even for networks of all addresses', () => {
    const [v4, v6] = [parseAllowList(['0.0.0.0/0:*']), parseAllowList(['[::]/0:*'])]
    expect(v4.covers('10.0.0.1', 1)).toBe(true)
    expect(v4.covers('::1', 1)).toBe(false)
    expect(v4.covers('::ffff:10.0.0.1', 1)).toBe(false)
    expect(v6.covers('10.0.0.1', 1)).toBe(false)
    expect(v6.covers('::1', 1)).toBe(true)
    expect(v6.covers('::ffff:10.0.0.1', 1)).toBe(false)
  })

  it.each(
    `127.0.0.1 127.0.0.1/32 127.0.0.1/33:80 127.0.0.1/-1:80 127.0.0.1/8:0 127.0.0.1/8:65536 127.0.0.1/8:http ::1/128:80 [::1]/129:80 [127.0.0.1]/8:80 [::ffff:127.0.0.1]/128:80
    [fe80::1%lo]/64:80 localhost:80 example.com/32:443 10/8:80 0x7f.1/32:80 *:* 1.2.3.4/8:443:443 https://10.0.0.1:443`.split(
      /\s+/,
    ),
  )('refuses %s without repeating it', (entry) => {
    expect(() => parseAllowList(['10.0.0.0/8:443', entry])).toThrow(
      'entry 2 must be a network and a port, such as 127.0.0.1/32:4101, 10.0.0.0/8:* or [::1]/128:9000',
    )
  })
})
