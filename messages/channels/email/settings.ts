import { isIP } from 'node:net'
import { z } from 'zod'
import { configId } from '../../../contract/control/configId.ts'
import { say } from '../../../contract/sentences/say.ts'
import { toSettingMessage } from '../../../contract/sentences/schemaSentences.ts'

// An address is a dot-string of ASCII and a domain of host names (RFC 5321 section 4.1.2), without quoted strings and
// address literals.
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
const MAX_LOCAL_PART = 64

function isMailbox(address: string): boolean {
  const atIndex = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, atIndex), address.slice(atIndex + 1)]
  return local.length <= MAX_LOCAL_PART && LOCAL_PART.test(local) && HOST_NAME.test(domain) && domain.includes('.')
}

/** Rejects everything that could inject a header or an SMTP command. */
export const mailbox = z.string().refine(isMailbox, {
  message: toSettingMessage(say('setting_mailbox')),
})

const mailHost = z.string().refine((host) => HOST_NAME.test(host) || isIP(host) > 0, {
  message: toSettingMessage(say('setting_mail_host')),
})

const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

const Smtp = z
  .strictObject({
    host: mailHost,
    port: z.int().min(1).max(65_535).default(587),
    /**
     * `starttls`: STARTTLS is required; `tls`: TLS from the first byte; `none`: no TLS, allowed only to this machine.
     */
    security: z.enum(['starttls', 'tls', 'none']).default('starttls'),
    user: z.string().min(1).optional(),
  })
  .refine(({ host, security }) => security !== 'none' || isLoopback(host), {
    path: ['security'],
    message: toSettingMessage(say('setting_mail_security')),
  })

/** Environment variable with the password. */
export const EMAIL_PASSWORD = 'KITROOM_SMTP_PASSWORD'

export const EmailSettings = z.strictObject({
  id: configId,
  type: z.literal('email'),
  from: mailbox,
  /** Recipients. The list may be empty if people have their own addresses. */
  to: z.array(mailbox).max(50).default([]),
  smtp: Smtp,
})
export type EmailSettings = z.output<typeof EmailSettings>
