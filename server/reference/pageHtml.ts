import { readFileSync } from 'node:fs'
import { errorCodes, faultCodes, type ErrorCode } from '../../contract/errors.ts'
import { errorHelp, faultHelp } from '../../contract/texts/errors.ts'
import { recorded } from './examples.ts'
import { escapeHtml, inline, slug, toHtml } from './inline.ts'
import type { OperationView, PlaneView } from './model.ts'
import { exampleHtml, operationHtml, schemaHtml } from './operationHtml.ts'

const guide = readFileSync(new URL('guide.md', import.meta.url), 'utf8')

export const pageOf = ({ plane }: PlaneView): string => (plane.name === 'api' ? '/docs/api' : '/docs/settings')

const shortTitle = ({ plane }: PlaneView): string => (plane.name === 'api' ? 'API' : 'Account settings')

function words(view: OperationView): string {
  const rows = [...view.parameters, ...(view.body?.rows ?? []), ...view.reply.rows]
  return escapeHtml([view.id, view.summary, view.path, ...rows.map((row) => row.name), ...view.ownCodes].join(' ').toLowerCase())
}

const entry = (href: string, label: string, search = ''): string =>
  `<li><a href="${href}"${search === '' ? '' : ` data-words="${search}"`}>${label}</a></li>`

const operationEntry = (page: string, view: OperationView): string =>
  entry(
    `${page}#${view.id}`,
    `<span class="method ${view.method.toLowerCase()}">${view.method}</span> ${escapeHtml(view.path.replace(/^\/\w+\/v1/, ''))}`,
    words(view),
  )

function planeEntries(view: PlaneView): string {
  const page = pageOf(view)
  const tags = view.tags.map(({ name, operations }) => `<h3>${name}</h3><ul>${operations.map((one) => operationEntry(page, one)).join('')}</ul>`)
  const schemas = view.schemas.map(({ name, rows, variants }) =>
    entry(`${page}#schema-${name.toLowerCase()}`, name, [...rows, ...variants.flatMap((variant) => variant.rows)].map((row) => row.name).join(' ')),
  )
  return `<section><h2><a href="${page}">${shortTitle(view)}</a></h2>${tags.join('')}<h3>Schemas</h3><ul>${schemas.join('')}</ul></section>`
}

function contents(planes: readonly PlaneView[]): string {
  const headings = [...guide.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => entry(`/docs#${slug(heading)}`, escapeHtml(heading)))
  const codes = Object.keys(errorCodes).map((code) => entry(`/docs/errors#${code}`, code))
  return (
    `<section><h2><a href="/docs">Guide</a></h2><ul>${headings.join('')}</ul></section>${planes.map(planeEntries).join('')}` +
    `<section><h2><a href="/docs/errors">Error codes</a></h2><ul>${codes.join('')}</ul></section>`
  )
}

function page(title: string, planes: readonly PlaneView[], content: string): string {
  const links = [['/docs', 'Guide'], ...planes.map((view) => [pageOf(view), shortTitle(view)]), ['/docs/errors', 'Error codes']]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Kitroom</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/style.css">
<script src="/docs/search.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="/docs">Kitroom</a><nav aria-label="Pages">${links.map(([href, label]) => `<a href="${href}">${label}</a>`).join('')}</nav></header>
<input type="checkbox" id="menu" class="menu"><label for="menu" class="menu">☰ Contents</label>
<div class="page">
<nav class="side" id="side" aria-label="Contents">${contents(planes)}</nav>
<main id="content">${content}</main>
</div>
</body>
</html>
`
}

const index = (view: PlaneView): string =>
  `<h2 id="${view.plane.name}">${escapeHtml(view.plane.title)}</h2><p>${inline(view.plane.description)}</p><table class="index"><tbody>` +
  view.tags
    .flatMap(({ operations }) => operations)
    .map(
      (one) =>
        `<tr><td><span class="method ${one.method.toLowerCase()}">${one.method}</span></td><td><a href="${pageOf(view)}#${one.id}"><code>${escapeHtml(one.path)}</code></a></td>` +
        `<td>${inline(one.summary)}</td><td>${one.scope === undefined ? '' : `<code>${one.scope}</code>`}</td></tr>`,
    )
    .join('') +
  '</tbody></table>'

export const guidePage = (planes: readonly PlaneView[]): string =>
  page(
    'Reference',
    planes,
    `<div class="text">${toHtml(guide)}<p>Every code is explained under <a href="/docs/errors">error codes</a>.</p></div>${planes.map(index).join('')}`,
  )

export function planePage(view: PlaneView, planes: readonly PlaneView[]): string {
  const { title, description, base } = view.plane
  const tags = view.tags.map(({ name, operations }) => `<h2 id="${slug(name)}">${name}</h2>${operations.map(operationHtml).join('')}`)
  const openApi = `<p>For machines: <a href="${base}/openapi.json"><code>${base}/openapi.json</code></a>. Examples were answered by a real server; identifiers, keys and hashes in them are stand-ins.</p>`
  return page(
    title,
    planes,
    `<div class="text"><h1>${escapeHtml(title)}</h1><p>${inline(description)}</p>${openApi}</div>${tags.join('')}<h2 id="schemas">Schemas</h2>${view.schemas.map(schemaHtml).join('')}`,
  )
}

const code = ([name, { status, title }]: [string, { status: number; title: string }]): string =>
  `<div id="${name}"><dt><a class="anchor" href="#${name}"><code>${name}</code></a> <span class="type">${status} · ${escapeHtml(title)}</span></dt><dd>${inline(errorHelp[name as ErrorCode])}</dd></div>`

/** The page of all error codes, to which a problem's `type` leads. */
export function errorsPage(planes: readonly PlaneView[]): string {
  const example = recorded['createGear.validation_failed']
  const faults = faultCodes.map((name) => `<div id="fault-${name}"><dt><code>${name}</code></dt><dd>${inline(faultHelp[name])}</dd></div>`)
  return page(
    'Error codes',
    planes,
    `<div class="text"><h1>Error codes</h1><p>Every 4xx and 5xx is <code>application/problem+json</code> (RFC 9457). The list is closed: a code is never renamed or removed.</p></div>` +
      `<section class="operation"><div class="about"><dl class="fields">${Object.entries(errorCodes).map(code).join('')}</dl>` +
      `<h2 id="faults">Codes of single faults</h2><p>In <code>errors</code>, each fault has a code of its own.</p><dl class="fields">${faults.join('')}</dl></div>${example ? exampleHtml(example) : ''}</section>`,
  )
}
