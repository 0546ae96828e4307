import { describeCoveredService } from '../../../activities/maintenance/covered/describeCoveredService.ts'
import { describeService } from '../../../activities/maintenance/describeService.ts'
import { describeMeter } from '../../../activities/maintenance/use/describeMeter.ts'
import { presentMessage } from '../../../activities/notify/presentMessage.ts'
import { summarizeReminders } from '../../../activities/notify/summarizeReminders.ts'
import { describeShoot } from '../../../activities/shoots/describeShoot.ts'
import { describeCoverageEnd } from '../../../activities/warranty/describeCoverageEnd.ts'
import type { Message, MessageLink } from '../../../messages/channels/channel.ts'
import { renderMail, type MailText } from '../../../messages/channels/email/renderMail.ts'
import type { Document } from '../../../contract/api/documents.ts'
import type { Gear } from '../../../contract/api/gear.ts'
import type { Maintenance } from '../../../contract/api/maintenance.ts'
import type { Shoot } from '../../../contract/api/shoots.ts'
import type { Language } from '../../../messages/languages/language.ts'
import { createTexts, type Texts } from '../../../messages/languages/texts.ts'
import { addDays } from '../../../platform/studioDay.ts'
import { toOutageProblem } from '../../../worker/problems/outage.ts'
import { notificationKinds } from '../../../activities/kinds.ts'

/** Names that people may give to their records. */
const NAMES: Readonly<Record<string, string>> = {
  plain: 'EOS R5',
  markup: '<img src=x onerror=alert(1)></td></table><!--[if mso]>&amp;',
  rightToLeft: 'מצלמה "א" (2) \u202eשל הסטודיו 24-70',
  endless: 'W'.repeat(200),
  emoji: '📷 👩🏽‍🎤 🇩🇪 Kamera',
}

const TODAY = '2027-03-16'
const ID = '018f0000-0000-7000-8000-00005f0c7a1e'
const AT = `${TODAY}T08:00:00.000Z`
const TIMES = { created_at: AT, updated_at: AT }
const URL = `https://kit.studio.example/reminders/${'aB3_'.repeat(60)}`

const itemOf = (name: string): Gear =>
  ({
    id: ID,
    gear_type: 'camera',
    brand: 'Canon',
    model: name,
    asset_tag: 'CAM-1',
    serial_number: '012345678901',
    storage_location: name,
    ...TIMES,
  }) as Gear

const recordOf = (name: string, daysLeft: number, change: Partial<Maintenance> = {}): Maintenance => ({
  id: ID,
  item_id: ID,
  item_type: 'camera',
  service_type: name,
  service_date: addDays(TODAY, daysLeft),
  service_provider: name,
  status: 'scheduled',
  cost: 80.5,
  notes: null,
  completed_at: null,
  ...TIMES,
  ...change,
})

const documentOf = (name: string): Document => ({
  id: ID,
  type: 'insurance',
  title: name,
  gear_id: ID,
  gear_type: 'camera',
  provider: name,
  reference_number: 'R-4711',
  issued_on: null,
  expires_on: addDays(TODAY, 200),
  amount: null,
  file_name: null,
  notes: null,
  source: 'settings',
  ...TIMES,
})

const shootOf = (name: string): Shoot => ({
  id: ID,
  title: name,
  client_name: name,
  shoot_date: addDays(TODAY, 1),
  shoot_time: '09:30',
  duration_minutes: 150,
  location: name,
  locations: Array.from({ length: 7 }, () => name),
  status: 'confirmed',
  completion_progress: 0,
  notes: `${name}\n`.repeat(5),
  ...TIMES,
})

type Describe = (name: string, texts: Texts) => Message

const serviceIn =
  (daysLeft: number): Describe =>
  (name, texts) => {
    const history = {
      coverage: documentOf(name),
      currency: 'EUR',
      earlier: [recordOf(name, -300, { status: 'completed' })],
    }
    return describeService(recordOf(name, daysLeft), itemOf(name), { step: daysLeft, daysLeft }, history, texts)
  }

const coverageIn =
  (daysLeft: number, type: 'warranty' | 'insurance', hasItem: boolean): Describe =>
  (name, texts) => {
    const coverage = {
      id: ID,
      type,
      title: name,
      gearId: ID,
      provider: name,
      referenceNumber: 'R-1',
      expiresOn: addDays(TODAY, daysLeft),
    }
    const item = hasItem ? { name: `Canon ${name}`, assetTag: 'CAM-1', serialNumber: '0123' } : undefined
    return describeCoverageEnd(coverage, item, 0, daysLeft, texts)
  }

const problemOf =
  (describe: (name: string, texts: Texts) => Pick<Message, 'title' | 'facts'>): Describe =>
  (name, texts) => ({ kind: 'problem', subject: ID, dueOn: TODAY, step: 0, ...describe(name, texts) })

const waitingPlan = problemOf((name, { problems: { sync, facts: names } }) => ({
  title: sync.waits(name),
  facts: [
    { name: names.source, value: name },
    { name: names.why, value: sync.waitsForApproval },
    { name: names.seeIt, value: `npm run kitroom -- sync status --plan ${ID}` },
  ],
}))

/** As `sendMail` makes them of reminders of others. */
const escalated =
  (describe: Describe): Describe =>
  (name, texts) => {
    const message = describe(name, texts)
    const fact = { name: texts.facts.othersNotified, value: texts.format.time(AT) }
    return { ...message, title: texts.notAcknowledged(message.title), facts: [...message.facts, fact] }
  }

const single: Readonly<Record<string, Describe>> = {
  'service due': serviceIn(12),
  'service overdue': serviceIn(-12),
  'warranty ending': coverageIn(3, 'warranty', true),
  'insurance ended': coverageIn(-3, 'insurance', false),
  'covered service': (name, texts) =>
    describeCoveredService(recordOf(name, 5), itemOf(name), documentOf(name), 'EUR', texts),
  'shoot tomorrow': (name, texts) => describeShoot(shootOf(name), TODAY, texts),
  meter: (name, texts) =>
    describeMeter(
      { id: ID, reading: { gearId: ID, field: 'shutter_count', change: 'fallen', from: 120_000, to: 7 }, day: TODAY },
      itemOf(name),
      texts,
    ),
  'problem of Temporal': problemOf((name, texts) => toOutageProblem('refused', name).describe(texts)),
  'waiting plan': waitingPlan,
  'end of a problem': problemOf((name, { problems: { sync, facts } }) => ({
    title: sync.works(name),
    facts: [{ name: facts.itWas, value: sync.waits(name) }],
  })),
  escalation: escalated(serviceIn(-2)),
  'test message': problemOf((name, texts) => ({
    title: texts.test,
    facts: [{ name: texts.facts.sentAt, value: name }],
  })),
}

const linksOf = ({ kind }: Message, { links }: Texts): MessageLink[] => {
  const answers = (['page', 'ack', 'snooze', 'done'] as const).map((one) => ({
    kind: one,
    label: links[one],
    url: `${URL}?x=1&y=2`,
  }))
  if (kind === 'problem') return [{ kind: 'page', label: links.plan, url: URL }]
  return kind === 'maintenance' ? answers : answers.slice(0, 3)
}

function toReminder(describe: Describe, name: string, texts: Texts): Message {
  const message = describe(name, texts)
  return presentMessage(notificationKinds, { ...message, links: linksOf(message, texts) }, TODAY, texts)
}

function renderList(reminders: readonly Message[], texts: Texts, isDigest: boolean): MailText {
  const summary = summarizeReminders(notificationKinds, reminders, { today: TODAY, isDigest, texts })
  return renderMail({ reminders, language: texts.language, summary })
}

export interface MailSample extends MailText {
  /** Such as `digest, endless`. */
  name: string
}

/** One mail of each kind with each name, and the lists of all. */
export function renderSamples(language: Language): MailSample[] {
  const texts = createTexts(language, 'Europe/Berlin')
  const names = Object.entries(NAMES)
  const describes = Object.entries(single)
  const singles = names.flatMap(([about, name]) =>
    describes.map(([kind, describe]) => ({
      name: `${kind}, ${about}`,
      ...renderMail({ reminders: [toReminder(describe, name, texts)], language }),
    })),
  )
  const listed = names.map(([, name]) => describes.map(([, describe]) => toReminder(describe, name, texts)))
  const lists = names.flatMap(([about], index) => [
    { name: `list, ${about}`, ...renderList(listed[index] ?? [], texts, false) },
    { name: `digest, ${about}`, ...renderList(listed[index] ?? [], texts, true) },
  ])
  const endless = problemOf((name) => ({
    title: name,
    facts: Array.from({ length: 40 }, () => ({ name: '"'.repeat(5000), value: '"'.repeat(50_000) })),
  }))
  const hundreds = Array.from({ length: 12 }, () => listed.flat()).flat()
  return [
    ...singles,
    ...lists,
    { name: 'endless facts', ...renderMail({ reminders: [toReminder(endless, 'Fault', texts)], language }) },
    { name: `digest of ${hundreds.length}`, ...renderList(hundreds, texts, true) },
  ]
}
