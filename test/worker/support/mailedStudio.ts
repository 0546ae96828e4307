import { expect } from 'vitest'
import { startMailServer, type MailServer } from '../../support/mail/mailServer.ts'
import { testTemporal } from '../../support/temporal.ts'
import { openDays, type Days } from './days.ts'
import { openStudio, type Studio, type StudioOptions } from './studio.ts'

/** A day from today on, `YYYY-MM-DD`. */
export const dayIn = (count: number): string => Temporal.Now.plainDateISO('UTC').add({ days: count }).toString()

/** A studio whose reminders go to a mail server. */
export interface MailedStudio extends AsyncDisposable {
  studio: Studio
  days: Days
  mail: MailServer
  /** Mails with a text in subject or body. @param to the local part of an address; default: everybody's */
  countMails(text: string, to?: string): number
  /** Adds an item and a maintenance record of the service `Check`. @returns the record's id */
  addService(item: Record<string, unknown>, day: string): Promise<string>
  /** Stops the mail server, or starts it again on its port. */
  stopMail(): Promise<void>
  startMail(): Promise<void>
}

/** @param configOf the text of kitroom.yaml for a port of the mail server */
export async function openMailedStudio(
  configOf: (port: number) => string,
  options: StudioOptions = {},
  temporal = testTemporal(),
): Promise<MailedStudio> {
  let mail = await startMailServer()
  const earlierMails: MailServer['mails'] = []
  const studio = await openStudio(temporal, { ...options, config: configOf(mail.port) })
  const days = await openDays(temporal, studio)
  return {
    studio,
    days,
    get mail() {
      return mail
    },
    countMails: (text, to) =>
      [...earlierMails, ...mail.mails].filter(
        ({ email, to: addresses }) =>
          (to === undefined || addresses.some((address) => address.startsWith(`${to}@`))) &&
          `${email.subject}\n${email.text}`.includes(text),
      ).length,
    addService: async (item, day) => {
      const { id } = await studio.api.createItem(item)
      const service = { item_type: item['gear_type'], item_id: id, service_type: 'Check', service_date: day }
      const reply = await studio.api.post('/maintenance', service)
      expect(reply.status).toBe(201)
      return reply.item().id
    },
    stopMail: async () => {
      earlierMails.push(...mail.mails)
      await mail.stop()
    },
    startMail: async () => {
      mail = await startMailServer({ port: mail.port })
    },
    [Symbol.asyncDispose]: async () => {
      await days[Symbol.asyncDispose]()
      await studio[Symbol.asyncDispose]()
      await mail.stop()
    },
  }
}
