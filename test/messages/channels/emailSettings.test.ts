// Addresses and mail servers of kitroom.yaml.
import { expect, it } from 'vitest'
import { loadConfig } from '../../../config/config.ts'

const read = (from: string, smtp = 'host: smtp.example.com') =>
  loadConfig(
    `reminders: { channels: [{ id: mail, type: email, from: ${JSON.stringify(from)}, to: [ada@example.com], smtp: { ${smtp} } }] }`,
  )

it.each([
  'Ada <ada@example.com>',
  'ada@example.com, eve@example.com',
  'ada@example.com\r\nBcc: eve@example.com',
  '"a b"@example.com',
  'ada@[127.0.0.1]',
  'ädä@example.com',
  'ada@@example.com',
  'ada@example',
  '.ada@example.com',
  'a..b@example.com',
  'ada@-example.com',
  'ada@example.com.',
  'ada@exa_mple.com',
  `${'a'.repeat(65)}@example.com`,
])('%j is not an address', (address) => {
  expect(() => read(address)).toThrow(/e-mail address/)
})

it.each(['ada@example.com', "o'neil+gear@sub.example.co.uk", 'a_b-c.d@xn--bcher-kva.example', '1@2.example'])(
  '%j is an address',
  (address) => {
    expect(() => read(address)).not.toThrow()
  },
)

it.each(['smtp.example.com', '10.0.0.1', '::2', 'localhost.example.com', '127.example.com'])(
  '%s requires encryption',
  (host) => {
    expect(() => read('gear@example.com', `host: "${host}", security: none`)).toThrow(/only to this machine/)
  },
)

it.each(['localhost', '127.0.0.1', '127.9.9.9', '::1'])('%s can be reached without encryption', (host) => {
  expect(() => read('gear@example.com', `host: "${host}", security: none`)).not.toThrow()
})

it.each(['a b', 'smtp://x', 'x:25', 'evil\r\n'])('%j is not a host', (host) => {
  expect(() => read('gear@example.com', `host: ${JSON.stringify(host)}`)).toThrow(
    /must be the name or the address of a mail server/,
  )
})
