import { createHash } from 'node:crypto'
import { toOneLine } from '../../channels/text.ts'
import type { Language } from '../../languages/language.ts'
import type { IngressAnswer } from './route.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => toOneLine(text).replace(/[&<>"']/g, (mark) => ESCAPES[mark] ?? '')

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:36rem;padding:2rem 1rem;overflow-wrap:anywhere}
h1{font-size:1.25rem}form{margin:.75rem 0}button{font:inherit;padding:.6rem 1rem;width:100%;border-radius:.5rem;border:1px solid;cursor:pointer}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The page loads nothing, runs no script and cannot be framed; its forms go to its own address. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // In the spelling of SAFE_HEADERS, which it replaces.
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'x-robots-tag': 'noindex',
}

export interface PageButton {
  text: string
  /** Fields of the form. */
  fields: Readonly<Record<string, string>>
  /** `get` opens the page again. Default: `post`. */
  method?: 'get' | 'post'
}

const toForm = ({ text, fields, method = 'post' }: PageButton): string => {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  return `<form method="${method}">${inputs.join('')}<button>${escapeHtml(text)}</button></form>`
}

const toList = (items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`<ul>${items.map((item) => `<li dir="ltr">${escapeHtml(item)}</li>`).join('\n')}</ul>`]

export interface Page {
  language: Language
  title: string
  sentences: readonly string[]
  buttons?: readonly PageButton[]
  /** A list after the sentences. */
  items?: readonly string[]
}

/** A page with sentences, a list and buttons. Texts of users are plain text in sentences of ours, which are from left to right. */
function renderPage({ language, title, sentences, buttons = [], items = [] }: Page): string {
  const paragraphs = sentences.map((sentence) => `<p dir="ltr">${escapeHtml(sentence)}</p>`)
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>
<h1 dir="ltr">${escapeHtml(title)}</h1>
${[...paragraphs, ...toList(items), ...buttons.map(toForm)].join('\n')}
</body>
</html>
`
}

export const toPageAnswer = (page: Page, status = 200): IngressAnswer => ({ status, headers: PAGE_HEADERS, body: renderPage(page) })
