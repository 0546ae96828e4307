// Which CSS and HTML three mail clients follow: Gmail, Outlook on Windows (which renders with Word), Apple Mail. From
// the data of caniemail.com (MIT licence, state of 2026-05-13, npm package `caniemail` 2.0.2); a feature's page is
// /features/<slug>/.

export const clients = ['gmail', 'outlook', 'appleMail'] as const
export type Client = (typeof clients)[number]

/** `yes`: followed. `no`: ignored. A list: ignored on these elements. A list in `only`: followed on these alone. */
type Support = 'yes' | 'no' | readonly string[] | { only: readonly string[] }

interface Feature extends Readonly<Record<Client, Support>> {
  slug: string
}

const everywhere = (slug: string): Feature => ({ slug, gmail: 'yes', outlook: 'yes', appleMail: 'yes' })

/** Of style attributes. A property without an entry is one that nobody has looked up. */
const properties: Readonly<Record<string, Feature>> = {
  'background-color': everywhere('css-background-color'),
  // Of a paragraph "unreliable", which is as good as ignored.
  border: { ...everywhere('css-border'), outlook: ['p', 'div'] },
  'border-bottom': { ...everywhere('css-border'), outlook: ['p', 'div'] },
  'border-radius': { ...everywhere('css-border-radius'), outlook: 'no' },
  color: everywhere('css-rgb'),
  'font-family': everywhere('css-font'),
  'font-size': everywhere('css-font-size'),
  'font-weight': everywhere('css-font-weight'),
  'line-height': everywhere('css-line-height'),
  margin: { ...everywhere('css-margin'), outlook: ['body', 'span'] },
  'max-width': { ...everywhere('css-max-width'), outlook: 'no' },
  'overflow-wrap': { ...everywhere('css-overflow-wrap'), gmail: 'no', outlook: 'no' },
  padding: { ...everywhere('css-padding'), outlook: { only: ['td', 'th'] } },
  'text-align': everywhere('css-text-align'),
  // Several values at once are not followed by Outlook; `none` is.
  'text-decoration': everywhere('css-text-decoration'),
  'white-space': { ...everywhere('css-white-space'), outlook: 'no' },
  width: { ...everywhere('css-width'), outlook: ['body', 'span', 'div', 'p', 'img'] },
  'word-break': { ...everywhere('css-word-break'), outlook: 'no' },
  'word-wrap': { ...everywhere('css-word-wrap'), outlook: 'no' },
}

/** Elements that all three render. Gmail makes a `div` of the body. */
export const elements: Readonly<Record<string, string>> = {
  html: 'html-lang',
  head: 'html-style',
  meta: 'html-meta-color-scheme',
  title: 'html-style',
  style: 'html-style',
  body: 'html-body',
  div: 'html-div',
  table: 'html-table',
  tr: 'html-table',
  td: 'html-table',
  th: 'html-table',
  h1: 'html-h1-h6',
  h2: 'html-h1-h6',
  p: 'html-p',
  br: 'html-p',
  span: 'html-span',
  b: 'html-strong',
  code: 'html-code',
  a: 'html-mailto-links',
}

/** html-style: the most that Gmail reads in all style elements together. */
export const GMAIL_STYLE_BYTES = 16_384
/** Gmail shows the rest of a longer mail behind a link. */
export const GMAIL_CLIP_BYTES = 102_000

/** @throws Error for a property without an entry */
export function isFollowed(client: Client, property: string, element: string): boolean {
  const feature = properties[property]
  if (!feature) throw new Error(`look up what mail clients do with ${property} on ${element}`)
  const support = feature[client]
  if (support === 'yes' || support === 'no') return support === 'yes'
  return 'only' in support ? support.only.includes(element) : !support.includes(element)
}
