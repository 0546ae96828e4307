import { describe, expect, it } from 'vitest'
import { emptyAllowList, parseAllowList } from '../../../platform/outbound/allowList.ts'
import { checkWebhookUrl } from '../../../platform/outbound/checkUrl.ts'
import { invalidHosts, privateHosts } from './spellings.ts'

const ownAllowList = parseAllowList(['127.0.0.1/32:4110', '10.0.0.0/8:*', '[::1]/128:9000'])
const detailOf = (url: string, allow = emptyAllowList): string | undefined => {
  const result = checkWebhookUrl(url, allow)
  return result.ok ? undefined : result.detail
}

describe('checkWebhookUrl without an allow list', () => {
  it.each([
    'https://studio.example/hooks',
    'https://studio.example:8443/hooks?key=value',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
    'https://münchen.example/',
    'HTTPS://STUDIO.EXAMPLE',
    'https://studio.example:443/#'.slice(0, -1),
  ])('accepts %s', (url) => {
    expect(checkWebhookUrl(url, emptyAllowList)).toMatchObject({ ok: true, url: expect.any(URL) })
  })

  it.each([...privateHosts, ...invalidHosts])('refuses https://%s', (host) => {
    for (const url of [`https://${host}/`, `https://${host}:8443/hooks`, `http://${host}:4110/`])
      expect(detailOf(url)).toMatch(/^[A-Z][^{}]*\.$/)
  })

  it.each([
    ['http://studio.example/', 'The address must begin with https://.'],
    ['http://1.1.1.1:443/', 'The address must begin with https://.'],
    ['ftp://studio.example/', 'The address must be a URL that begins with https://.'],
    ['file:///etc/passwd', 'The address must be a URL that begins with https://.'],
    ['javascript:alert(1)', 'The address must be a URL that begins with https://.'],
    ['//studio.example/', 'The address must be a URL that begins with https://.'],
    ['studio.example', 'The address must be a URL that begins with https://.'],
    ['', 'The address must be a URL that begins with https://.'],
    ['https://user@studio.example/', 'The address must not hold a user name or a password.'],
    ['https://:word@studio.example/', 'The address must not hold a user name or a password.'],
    ['https://studio.example@127.0.0.1/', 'The address must not hold a user name or a password.'],
    ['https://studio.example/#part', 'The address must not have a fragment (#…).'],
    ['https://studio.example/#', 'The address must not have a fragment (#…).'],
    ['https://studio.example./', 'Write the host name without the dot at its end.'],
    ['https://studio..example/', 'The host name is not a valid one.'],
    ['https://-studio.example/', 'The host name is not a valid one.'],
    [`https://${'a'.repeat(64)}.example/`, 'The host name is not a valid one.'],
    [`https://${'a.'.repeat(130)}example/`, 'The host name is not a valid one.'],
    ['https://[::ffff:8.8.8.8]/', 'Write an IPv4 address as such, not inside an IPv6 address.'],
  ])('explains what is wrong with %s', (url, detail) => {
    expect(detailOf(url)).toBe(detail)
  })

  it('names the setting with which an operator can allow an address', () => {
    expect(detailOf('https://10.0.0.1/')).toBe(
      'This address is not on the public internet. The operator of this server can allow it with KITROOM_WEBHOOK_ALLOW.',
    )
    expect(detailOf('https://studio.example:4000/')).toBe(
      'Webhooks go to port 443 or 8443, not to 4000. The operator of this server can allow it with KITROOM_WEBHOOK_ALLOW.',
    )
    expect(detailOf('https://nas.local/')).toContain('KITROOM_WEBHOOK_ALLOW')
  })

  it.each([22, 25, 80, 6379, 65_535])('refuses port %i', (port) => {
    expect(detailOf(`https://studio.example:${port}/`)).toContain(`not to ${port}`)
  })
})

describe('checkWebhookUrl with an allow list', () => {
  it.each([
    'http://127.0.0.1:4110/hooks',
    'https://127.0.0.1:4110/hooks',
    'http://0x7f.1:4110/',
    'http://10.1.2.3/',
    'http://10.1.2.3:8080/',
    'http://[::1]:9000/',
    'https://studio.example/',
    // Names at an allowed port are resolved and checked when a webhook is sent.
    'http://worker:4110/',
    'http://localhost:4110/',
    'https://nas.local:9000/',
  ])('accepts %s', (url) => {
    expect(detailOf(url, ownAllowList)).toBeUndefined()
  })

  it.each([
    'http://127.0.0.1:4111/',
    'http://127.0.0.2:4110/',
    'http://[::ffff:127.0.0.1]:4110/',
    'http://[::1]:4110/',
    'http://user@127.0.0.1:4110/',
    'http://127.0.0.1:4110/#part',
    'http://localhost.:4110/',
    'http://1.1.1.1/',
    'https://192.168.0.1/',
  ])('refuses %s', (url) => {
    expect(detailOf(url, ownAllowList)).toBeDefined()
  })
})
