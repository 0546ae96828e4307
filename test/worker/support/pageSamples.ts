import { answerProblem } from '../../../worker/ingress/problemPage.ts'
import { createLinkNotFound, createUnavailableError } from '../../../worker/ingress/problem.ts'
import { toPageAnswer, type Page } from '../../../worker/ingress/reminderPage.ts'
import type { WholeAnswer } from '../../../platform/http/answer.ts'
import type { Language } from '../../../messages/languages/language.ts'
import { createTexts, type Texts } from '../../../messages/languages/texts.ts'

export interface PageSample {
  /** Such as `question, endless`. */
  name: string
  html: string
  headers: Readonly<Record<string, string>>
}

/** Names that people may give to their records. */
const NAMES: Readonly<Record<string, string>> = {
  plain: 'Canon EOS R5 (CAM-1)',
  markup: '<img src=x onerror=alert(1)></p></ul></body>&amp;',
  rightToLeft: 'מצלמה "א" (2) \u202eשל הסטודיו 24-70',
  endless: 'W'.repeat(200),
}

const button = (text: string): { text: string; fields: Readonly<Record<string, string>> } => ({
  text,
  fields: { action: 'x' },
})

const question = (name: string, { page, maintenance, format }: Texts): Omit<Page, 'language'> => ({
  title: maintenance.overdue({ service: name, item: name, day: format.day('2027-03-04') }),
  sentences: [page.wasPostponed(format.day('2027-03-23')), page.answerAgain, page.askCompletion],
  buttons: [page.confirmCompletion, page.acknowledge, page.remindIn(1), page.remindIn(7), page.remindIn(30)].map(
    button,
  ),
})

const answered = (name: string, { page, coverage, documentTypes, format }: Texts): Omit<Page, 'language'> => ({
  title: coverage.ofDocument({
    type: 'insurance',
    typeName: documentTypes.insurance,
    title: name,
    end: coverage.end({ day: format.day('2027-03-23'), daysLeft: 7 }),
  }),
  sentences: [page.acknowledged(format.day('2027-03-23')), page.answerAgain],
})

const plan = (name: string, { problems: { sync, plan: texts }, format }: Texts): Omit<Page, 'language'> => ({
  title: sync.waits(name),
  sentences: [
    texts.source({ source: name, file: `${name}.xlsx` }),
    texts.why(sync.waitsForApproval),
    texts.changes({
      changes: `12 ${sync.changes.create}, 8 ${sync.changes.delete}`,
      time: format.time('2027-03-16T08:00:00.000Z'),
    }),
    texts.deletes({ count: '8', command: `npm run kitroom -- sync approve ${name}` }),
    texts.first({ listed: '20', all: '1.250' }),
  ],
  items: Array.from(
    { length: 20 },
    (_, row) => `${sync.changes.create}, CAM-${row}, ${texts.row(String(row + 2))}: brand: Canon, model: ${name}`,
  ),
  buttons: [button(texts.approve), { ...button(texts.decline), isQuiet: true }],
})

const decided = (name: string, { problems: { plan: texts } }: Texts): Omit<Page, 'language'> => ({
  title: texts.decided(name),
  sentences: [texts.approved(name), texts.completedWithErrors],
})

const unsubscribing = (name: string, { unsubscribe }: Texts): Omit<Page, 'language'> => ({
  title: unsubscribe.title,
  sentences: [unsubscribe.ends(`${name}@studio.example`), unsubscribe.stays, unsubscribe.again],
  buttons: [button(unsubscribe.confirm)],
})

const pages = { question, answered, plan, decided, unsubscribing }

const toSample = (name: string, { body, headers }: WholeAnswer): PageSample => ({
  name,
  html: String(body),
  headers: headers ?? {},
})

/** The pages behind links of messages, with each name, and those of refused requests. */
export function renderPageSamples(language: Language): PageSample[] {
  const texts = createTexts(language, 'Europe/Berlin')
  const samples = Object.entries(NAMES).flatMap(([about, name]) =>
    Object.entries(pages).map(([kind, describe]) =>
      toSample(`${kind}, ${about}`, toPageAnswer({ language, ...describe(name, texts) })),
    ),
  )
  const faults = { 'not found': createLinkNotFound(), unavailable: createUnavailableError('') }
  const accepted = { accept: 'text/html', 'accept-language': language }
  return [...samples, ...Object.entries(faults).map(([name, error]) => toSample(name, answerProblem(error, accepted)))]
}
