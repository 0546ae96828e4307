import type { MessageStatus } from '../channel.ts'
import type { Language } from '../../languages/language.ts'
import { escapeHtml, escapeInOnePiece } from '../html.ts'

// The layout consists of tables with inline styles; style blocks only add dark colours and narrow screens. Gmail drops
// style blocks for some accounts. Outlook on Windows renders with Word, whose table cells inherit no text style.

/** Escapes a value and keeps tags and dates unbroken. Outlook ignores this. */
export const escapeValue = (text: string): string => escapeInOnePiece(text, 'style="white-space:nowrap"')

/** Outlook on Windows uses Times New Roman unless it has the first font of the list. */
const FONT = "font-family:'Segoe UI',-apple-system,Roboto,Helvetica,Arial,sans-serif"
export const MONO_FONT = 'font-family:Consolas,Menlo,monospace'
/** Text colours for records. */
export const INK = 'color:#1f2328'
export const QUIET = 'color:#57606a'
/** Breaks long words, so that no serial number widens the table. */
export const BREAK_WORDS = 'word-wrap:break-word;word-break:break-word;overflow-wrap:anywhere'

const TONES: Readonly<
  Record<MessageStatus['tone'], { name: string; ink: string; paper: string; darkInk: string; darkPaper: string }>
> = {
  late: { name: 'late', ink: '#9b1c1c', paper: '#fde8e8', darkInk: '#fbb4b4', darkPaper: '#4a1d1d' },
  soon: { name: 'soon', ink: '#7a4100', paper: '#fdf0d5', darkInk: '#f6cf8b', darkPaper: '#443008' },
  calm: { name: 'calm', ink: '#1e4f7a', paper: '#e4eff9', darkInk: '#a9d0f5', darkPaper: '#17344f' },
}

/** Returns class and inline style of a status. */
export function styleOfTone(tone: MessageStatus['tone']): string {
  const { name, ink, paper } = TONES[tone]
  return `class="${name}" style="color:${ink};background-color:${paper};padding:2px 8px;border-radius:4px;font-weight:bold;font-size:14px;line-height:20px"`
}

const DARK_TONES = Object.values(TONES)
  .map(
    ({ name, darkInk, darkPaper }) => `.${name}{color:${darkInk} !important;background-color:${darkPaper} !important}`,
  )
  .join('\n')

const NARROW_STYLE = `@media (max-width:480px){
.outer{padding:0 !important}
.card{padding:20px 16px !important;border-radius:0 !important}
}`

/** The style block is separate, because Gmail drops a block with a rule that it does not know. */
const DARK_STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:#121416 !important}
.card{background-color:#1d2023 !important;color:#e8eaed !important;border-color:#34383d !important}
.ink{color:#e8eaed !important}
.quiet{color:#a9b0b8 !important}
.link{color:#8ab4f8 !important}
.button{color:#0b1f3a !important;background-color:#8ab4f8 !important}
.onbutton{color:#0b1f3a !important}
.line{border-color:#34383d !important}
.code{color:#e8eaed !important;background-color:#2a2e33 !important}
${DARK_TONES}
}`

const OUTLOOK_STYLE = `<!--[if mso]><style>table,td,th,p,h1,h2{${FONT}}</style><![endif]-->`

/**
 * This table is for Outlook alone, because Word ignores max-width. Dense screens scale the style, but not the
 * attribute.
 */
const OUTLOOK_WIDTH = {
  begin:
    '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px"><tr><td><![endif]-->',
  end: '<!--[if mso]></td></tr></table><![endif]-->',
}

const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

/** Renders a page of at most 600 px. @param body HTML */
export const renderPage = (title: string, body: string, language: Language): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(title)}</title>
<style>
${NARROW_STYLE}
</style>
<style>
${DARK_STYLE}
</style>
${OUTLOOK_STYLE}
</head>
<body class="page" style="margin:0;padding:0;background-color:#f1f3f5">
<table class="page" ${TABLE} style="background-color:#f1f3f5">
<tr><td class="outer" align="center" style="padding:24px 12px">
${OUTLOOK_WIDTH.begin}
<table ${TABLE} style="max-width:600px">
<tr><td class="card" align="left" style="background-color:#ffffff;${INK};border:1px solid #dfe3e8;border-radius:8px;padding:28px 32px;${FONT};font-size:16px;line-height:24px;${BREAK_WORDS}">
${body}
</td></tr>
</table>
${OUTLOOK_WIDTH.end}
</td></tr>
</table>
</body>
</html>
`
