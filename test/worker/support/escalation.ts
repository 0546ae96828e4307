import type { Studio } from './studio.ts'

/** Ada is reminded, and the lead after 48 hours. @param port of the mail server */
export const escalationConfig = (port: number): string => `
sources:
  - { id: main, file: sheet.csv }
maintenance: { reminders: { before: [5, 2], after: [], every_after: false } }
warranty: { steps: [5] }
reminders:
  channels:
    - { id: mail, type: email, from: kit@studio.example, smtp: { host: 127.0.0.1, port: ${port}, security: none } }
  people:
    - { id: ada, name: Ada, channels: [{ channel: mail, to: ada@studio.example }] }
    - { id: lead, name: Lead, channels: [{ channel: mail, to: lead@studio.example }], only: { brand: None } }
  escalation: { after: 48h, to: lead }
`

/** Lets the time of an escalation pass. */
export const passTime = (studio: Studio, subject: string): Promise<unknown> =>
  studio.stateSql(
    "update reminder set not_before = '2026-01-01T00:00:00.000Z', next_try_at = '2026-01-01T00:00:00.000Z' where subject = ? and not_before is not null",
    subject,
  )
