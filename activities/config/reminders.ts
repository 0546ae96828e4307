import { z } from 'zod'
import { emailAddress } from '../../contract/values.ts'
import { configId, refuseTwins } from './names.ts'
import { section } from './section.ts'

/** An address that mail can be sent to: ASCII, nothing a header could be broken with. */
const mailbox = emailAddress.refine((address) => /^[\x21-\x7e]+$/.test(address) && !/[<>()[\]\\,;:"]/.test(address), {
  message: 'must be a plain e-mail address, such as gear@example.com, without a name and without special characters',
})

const Smtp = z.strictObject({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535).default(587),
  /** `starttls`: must be upgraded; `tls`: from the first byte; `none`: only to this machine. */
  security: z.enum(['starttls', 'tls', 'none']).default('starttls'),
  /** The password is the environment variable KITROOM_SMTP_PASSWORD. */
  user: z.string().min(1).optional(),
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

/** `reminders`: when and where people are told. */
export const Reminders = section(
  z.strictObject({
    /** Hour and minute in the studio's time zone. */
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { message: 'must be a time such as "08:00", in quotes' })
      .default('08:00'),
    channels: z
      .array(Channel)
      .max(20)
      .superRefine((channels, context) => refuseTwins(channels, 'channel', context))
      .default([{ id: 'log', type: 'log' }]),
  }),
)
export type Reminders = z.output<typeof Reminders>
