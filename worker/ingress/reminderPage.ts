import { createHash } from 'node:crypto'
import { escapeHtml, escapeInOnePiece } from '../../messages/channels/html.ts'
import type { Language } from '../../messages/languages/language.ts'
import type { WholeAnswer } from '../../platform/http/answer.ts'

/** Style of pages, in the colours of mails. */
const STYLE = `:root{color-scheme:light dark;--page:#f1f3f5;--card:#fff;--ink:#1f2328;--quiet:#57606a;--line:#dfe3e8;--fill:#0b57d0;--onfill:#fff}
@media (prefers-color-scheme:dark){:root{--page:#121416;--card:#1d2023;--ink:#e8eaed;--quiet:#a9b0b8;--line:#34383d;--fill:#8ab4f8;--onfill:#0b1f3a}}
*{box-sizing:border-box}
body{margin:0;padding:24px 12px;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:600px;margin:0 auto;padding:28px 32px;background:var(--card);border:1px solid var(--line);border-radius:8px}
h1{margin:0 0 16px;font-size:22px;line-height:28px}
p{margin:0 0 12px}
.piece{white-space:nowrap}
ul{margin:0 0 20px;padding:0;list-style:none;font-size:14px;border-top:1px solid var(--line)}
li{padding:8px 0;border-bottom:1px solid var(--line);color:var(--quiet)}
form{margin:12px 0 0}
form:first-of-type{margin-top:20px}
button{width:100%;min-height:44px;padding:9px 16px;border:1px solid var(--quiet);border-radius:6px;background:var(--card);color:var(--ink);font:inherit;cursor:pointer}
form:first-of-type:not(.quiet) button{border-color:var(--fill);background:var(--fill);color:var(--onfill);font-weight:bold}
@media (max-width:480px){body{padding:0}main{min-height:100vh;padding:24px 16px;border:0;border-radius:0}}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The page loads nothing, runs no script and cannot be framed. Its forms go to its own address. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // The spelling equals that in SAFE_HEADERS, which this replaces.
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'x-robots-tag': 'noindex',
}

export interface PageButton {
  text: string
  /** Fields of the form. */
  fields: Readonly<Record<string, string>>
  /** `get` opens the page again. Default: `post`. */
  method?: 'get' | 'post'
  /** True for a plain button. Otherwise the first button of a page is highlighted. */
  isQuiet?: boolean
}

const toForm = ({ text, fields, method = 'post', isQuiet = false }: PageButton): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="${method}"${isQuiet ? ' class="quiet"' : ''}>${inputs.join('')}<button>${escapeHtml(text)}</button></form>`
}

const toList = (items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`<ul>${items.map((item) => `<li dir="ltr">${escapeHtml(item)}</li>`).join('\n')}</ul>`]

export interface Page {
  language: Language
  title: string
  sentences: readonly string[]
  buttons?: readonly PageButton[]
  /** List after the sentences. */
  items?: readonly string[]
}

/**
 * Renders a page with sentences, a list and buttons. Texts of users are plain text. Sentences of ours are always from
 * left to right.
 */
function renderPage({ language, title, sentences, buttons = [], items = [] }: Page): string {
  const paragraphs = sentences.map((sentence) => `<p dir="ltr">${escapeHtml(sentence)}</p>`)
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>
<main>
<h1 dir="ltr">${escapeInOnePiece(title, 'class="piece"')}</h1>
${[...paragraphs, ...toList(items), ...buttons.map(toForm)].join('\n')}
</main>
</body>
</html>
`
}

export const toPageAnswer = (page: Page, status = 200): WholeAnswer => ({
  status,
  headers: PAGE_HEADERS,
  body: renderPage(page),
})
