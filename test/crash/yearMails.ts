// The mails of the year: their titles, and some that must be among them.
import type { ReceivedMail } from '../support/mail/mailServer.ts'

/** The titles of the reminders in a mail: its subject, or the first line of each part after the overview. */
export const titlesOf = ({ email }: ReceivedMail): string[] =>
  email.subject?.endsWith(' reminders of your studio')
    ? (email.text ?? '')
        .split('\n\n----\n\n')
        .slice(1)
        .map((part) => part.split('\n')[0] ?? '')
    : [email.subject ?? '']

/** Coverage that ended more than 30 days ago. A mail with several reminders gives only the number of these. */
const LONG_ENDED = / ended on \S+, (?:3[1-9]|[4-9]\d|\d{3,}) days ago$/
export function inMails(mailed: readonly string[]): string[] {
  const dayOfLine = (line: string): string => line.slice(0, 10)
  const counts = Map.groupBy(mailed, dayOfLine)
  return mailed.filter((line) => !LONG_ENDED.test(line) || counts.get(dayOfLine(line))?.length === 1)
}

export const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
export const titleOf = (payload: string): string => (JSON.parse(payload) as { title: string }).title

export const EXPECTED = [
  '2027-07-01 Warranty of Godox AD200 ended on 2027-05-01, 61 days ago',
  '2027-09-01 Firmware of Nikon Z9 was due on 2027-08-30 and is not done',
  '2027-09-08 Warranty of Canon R5 ends on 2027-09-15, in 7 days',
  '2027-10-31 Warranty of DJI Inspire ends today, on 2027-10-31',
  '2027-10-31 Sensor cleaning of Canon R5 is due on 2027-10-31',
  '2027-11-21 Warranty of Leica Q3 ends on 2027-12-05, in 14 days',
  '2027-12-27 Warranty of Canon R5 ends on 2028-03-26, in 90 days',
  '2028-02-29 Sensor cleaning of Canon R5 is due on 2028-02-29',
  '2028-02-29 Inspection of DJI Inspire is due on 2028-02-29',
  '2028-03-26 Warranty of Canon R5 ends today, on 2028-03-26',
  '2028-04-06 Insurance "All risks" ended on 2028-04-03, 3 days ago',
  '2028-04-06 Insurance "Transport" ends on 2028-04-08, in 2 days',
  '2028-04-06 Strap check of Gitzo GT3 was due on 2028-03-30 and is not done',
]
