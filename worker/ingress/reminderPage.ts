import { createHash } from 'node:crypto'
import { toOneLine } from '../../channels/text.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => toOneLine(text).replace(/[&<>"']/g, (mark) => ESCAPES[mark] ?? '')

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:36rem;padding:2rem 1rem}
h1{font-size:1.25rem}form{margin:.75rem 0}button{font:inherit;padding:.6rem 1rem;width:100%;border-radius:.5rem;border:1px solid;cursor:pointer}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The page loads nothing, runs no script and cannot be framed; its forms go to its own address. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // In the spelling of SAFE_HEADERS, which it replaces.
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'x-robots-tag': 'noindex',
}

interface PageButton {
  text: string
  /** Fields of the form. */
  fields: Readonly<Record<string, string>>
}

const toForm = ({ text, fields }: PageButton): string => {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  return `<form method="post">${inputs.join('')}<button>${escapeHtml(text)}</button></form>`
}

/** A page with sentences and buttons. Texts of users are shown as plain text. */
export function renderPage(title: string, sentences: readonly string[], buttons: readonly PageButton[] = []): string {
  const paragraphs = sentences.map((sentence) => `<p dir="auto">${escapeHtml(sentence)}</p>`)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>
<h1 dir="auto">${escapeHtml(title)}</h1>
${[...paragraphs, ...buttons.map(toForm)].join('\n')}
</body>
</html>
`
}
