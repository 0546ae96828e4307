import { describe, expect, it } from 'vitest'
import { describeService } from '../../../activities/maintenance/describeService.ts'
import type { ServiceHistory } from '../../../activities/maintenance/readServiceHistory.ts'
import { presentMessage } from '../../../activities/notify/presentMessage.ts'
import { summarizeReminders } from '../../../activities/notify/summarizeReminders.ts'
import type { Notification } from '../../../activities/notify/types.ts'
import { describeCoverageEnd } from '../../../activities/warranty/describeCoverageEnd.ts'
import { utf16Limit } from '../../../messages/channels/content.ts'
import { renderPlain } from '../../../messages/channels/renderPlain.ts'
import { renderMail, type MailText } from '../../../messages/channels/email/renderMail.ts'
import type { Maintenance } from '../../../contract/api/maintenance.ts'
import type { Language } from '../../../messages/languages/language.ts'
import { createTexts, type Texts } from '../../../messages/languages/texts.ts'
import { addDays } from '../../../platform/studioDay.ts'
import { notificationKinds } from '../../../activities/kinds.ts'

// Whole mails in each language: what was composed of several texts reads as one.

const TODAY = '2027-03-16'
const ID = '018f0000-0000-7000-8000-00005f0c7a1e'
const ITEM = { brand: 'Canon', model: 'EOS R5', asset_tag: 'CAM-1', serial_number: '0123', storage_location: 'A-2' }

const recordOf = (day: string, change: Partial<Maintenance> = {}): Maintenance => ({
  id: ID,
  item_id: ID,
  item_type: 'camera',
  service_type: 'ABC',
  service_date: day,
  service_provider: 'Kamerawerk',
  status: 'scheduled',
  cost: null,
  notes: null,
  completed_at: null,
  created_at: `${TODAY}T08:00:00.000Z`,
  updated_at: `${TODAY}T08:00:00.000Z`,
  ...change,
})

const history: ServiceHistory = {
  coverage: undefined,
  currency: 'EUR',
  earlier: [recordOf('2026-03-28', { status: 'completed', cost: 1280.5 })],
}

const serviceIn = (daysLeft: number, texts: Texts): Notification =>
  describeService(recordOf(addDays(TODAY, daysLeft)), ITEM, { step: daysLeft, daysLeft }, history, texts)

const endIn = (daysLeft: number, texts: Texts): Notification => {
  const coverage = {
    id: ID,
    type: 'warranty',
    title: 'W',
    gearId: ID,
    provider: 'Canon',
    referenceNumber: 'R-1',
    expiresOn: addDays(TODAY, daysLeft),
  } as const
  return describeCoverageEnd(
    coverage,
    { name: 'Canon EOS R5', assetTag: 'CAM-1', serialNumber: '0123' },
    0,
    daysLeft,
    texts,
  )
}

interface Rendered extends MailText {
  plain: { title: string; body: string }
}

function render(language: Language, describe: (texts: Texts) => readonly Notification[], isDigest = false): Rendered {
  const texts = createTexts(language, 'Europe/Berlin')
  const reminders = describe(texts).map((one) => presentMessage(notificationKinds, one, TODAY, texts))
  const summary = summarizeReminders(notificationKinds, reminders, { today: TODAY, isDigest, texts })
  const delivery = { reminders, language, ...(reminders.length > 1 ? { summary } : {}) }
  return { ...renderMail(delivery), plain: renderPlain(delivery, { title: utf16Limit(150), body: utf16Limit(240) }) }
}

const SINGLE: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'ABC of Canon EOS R5 (CAM-1) is due on 2027-03-28',
    'Due in 12 days.',
    'Last services: 2026-03-28 ABC, 1280.50 EUR',
  ],
  de: [
    'ABC für Canon EOS R5 (CAM-1): fällig am 28.03.2027',
    'In 12 Tagen fällig.',
    'Letzte Wartungen: 28.03.2026 ABC, 1.280,50\u00a0€',
  ],
  fr: [
    'ABC pour Canon EOS R5 (CAM-1)\u00a0: à effectuer le 28 mars 2027',
    'À effectuer dans 12 jours.',
    '28 mars 2026 ABC, 1\u202f280,50\u00a0€',
  ],
  es: [
    'ABC de Canon EOS R5 (CAM-1): previsto para el 28 de marzo de 2027',
    'Previsto dentro de 12 días.',
    '28 de marzo de 2026 ABC, 1280,50\u00a0€',
  ],
}
const LISTED: Readonly<Record<Language, readonly string[]>> = {
  en: [
    '3 reminders of your studio',
    '1 overdue, 1 today, 1 later.',
    'Warranties and insurances: 1 has ended.',
    'LATER',
    'and 2 more',
  ],
  de: [
    '3 Erinnerungen Ihres Studios',
    '1 überfällig, 1 heute, 1 später.',
    'Garantien und Versicherungen: 1 abgelaufen.',
    'SPÄTER',
    'und 2 weitere',
  ],
  fr: [
    '3 rappels de votre studio',
    '1 en retard, 1 aujourd’hui, 1 plus tard.',
    'Garanties et assurances\u00a0: 1 a pris fin.',
    'PLUS TARD',
    'et 2 de plus',
  ],
  es: [
    '3 recordatorios de su estudio',
    '1 con retraso, 1 hoy, 1 más adelante.',
    'Garantías y seguros: 1 ha vencido.',
    'MÁS ADELANTE',
    'y 2 más',
  ],
}

describe.each(['en', 'de', 'fr', 'es'] as const)('%s', (language) => {
  it('a reminder', () => {
    const { subject, text, html } = render(language, (texts) => [serviceIn(12, texts)])
    for (const part of SINGLE[language]) expect(text).toContain(part)
    expect(html).toContain(`<html lang="${language}">`)
    expect(text.startsWith(`${subject}\n`)).toBe(true)
  })

  it('a digest, as a mail and cut for other channels', () => {
    const { subject, text, html, plain } = render(
      language,
      (texts) => [serviceIn(0, texts), serviceIn(30, texts), endIn(-3, texts)],
      true,
    )
    const [title = '', counts = '', ends = '', later = '', more = ''] = LISTED[language]
    expect({ subject, title: plain.title }).toEqual({ subject: title, title })
    for (const part of [counts, ends, later]) expect(text).toContain(part)
    expect(html).toContain(`<html lang="${language}">`)
    expect(plain.body).toMatch(new RegExp(`${more.replace('2', '\\d')}$`))
    // What a title says is not listed among its facts.
    expect(text.split('Canon EOS R5').length - 1).toBe(3)
  })
})

it.each(['de', 'fr', 'es'] as const)('%s has no English words and dates', (language) => {
  const { text } = render(language, (texts) => [serviceIn(0, texts), serviceIn(30, texts), endIn(-3, texts)], true)
  expect(text).not.toMatch(/\d{4}-\d\d-\d\d|\b(?:the|of|is|due|days|ended|overdue|later)\b/i)
})

it('the first of a month is an ordinal in French only', () => {
  const daysOf = (['en', 'de', 'fr', 'es'] as const).map((language) =>
    createTexts(language, 'UTC').format.day('2027-04-01'),
  )
  expect(daysOf).toEqual(['2027-04-01', '01.04.2027', '1er avril 2027', '1 de abril de 2027'])
  expect(createTexts('fr', 'UTC').format.day('2027-04-11')).toBe('11 avril 2027')
})
