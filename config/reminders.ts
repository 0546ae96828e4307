import { isIP } from 'node:net'
import { z } from 'zod'
import { configId, rejectDuplicateIds } from '../contract/configId.ts'
import { section } from './section.ts'

// RFC 5321 section 4.1.2: a dot-string of ASCII and a domain of host names; no quoted strings or address literals.
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
const MAX_LOCAL_PART = 64

function isMailbox(address: string): boolean {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  return local.length <= MAX_LOCAL_PART && LOCAL_PART.test(local) && HOST_NAME.test(domain) && domain.includes('.')
}

/** Rejects everything that could inject a header or an SMTP command. */
const mailbox = z
  .string()
  .refine(isMailbox, { message: 'must be a plain e-mail address, such as gear@example.com, without a name and without special characters' })

const mailHost = z.string().refine((host) => HOST_NAME.test(host) || isIP(host) > 0, {
  message: 'must be the name or the address of a mail server, such as smtp.example.com',
})

const isLoopback = (host: string): boolean => host.toLowerCase() === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

const Smtp = z
  .strictObject({
    host: mailHost,
    port: z.int().min(1).max(65_535).default(587),
    /** `starttls`: upgrade required; `tls`: from the first byte; `none`: only to this machine. */
    security: z.enum(['starttls', 'tls', 'none']).default('starttls'),
    /** The password comes from the environment: KITROOM_SMTP_PASSWORD. */
    user: z.string().min(1).optional(),
  })
  .refine(({ host, security }) => security !== 'none' || isLoopback(host), {
    path: ['security'],
    message: 'may be none only to this machine, such as host: 127.0.0.1; use starttls or tls',
  })

const EmailChannel = z.strictObject({
  id: configId,
  type: z.literal('email'),
  from: mailbox,
  to: z.array(mailbox).min(1).max(50),
  smtp: Smtp,
})
const LogChannel = z.strictObject({ id: configId, type: z.literal('log') })

export const Channel = z.discriminatedUnion('type', [EmailChannel, LogChannel])
export type Channel = z.output<typeof Channel>
export type EmailChannel = z.output<typeof EmailChannel>

/** `reminders`: when and through which channels people are notified. */
export const Reminders = section(
  z.strictObject({
    /** HH:MM in the studio's time zone. */
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { message: 'must be a time such as "08:00", in quotes' })
      .default('08:00'),
    channels: z
      .array(Channel)
      .max(20)
      .superRefine((channels, context) => rejectDuplicateIds(channels, 'channel', context))
      .default([{ id: 'log', type: 'log' }]),
  }),
)
export type Reminders = z.output<typeof Reminders>
