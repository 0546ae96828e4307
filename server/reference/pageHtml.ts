import { readFileSync } from 'node:fs'
import { errorCodes, faultCodes, type ErrorCode } from '../../contract/errors.ts'
import { errorHelp, faultHelp } from '../../contract/texts/errors.ts'
import { recordedExamples } from './examples.ts'
import { escapeHtml, inlineToHtml, toSlug, markdownToHtml } from './markdownToHtml.ts'
import type { OperationView, PlaneView } from './model.ts'
import { exampleHtml, operationHtml, schemaHtml } from './operationHtml.ts'

const guide = readFileSync(new URL('guide.md', import.meta.url), 'utf8')

export const planePath = ({ plane }: PlaneView): string => (plane.name === 'api' ? '/docs/api' : '/docs/settings')

const shortTitle = ({ plane }: PlaneView): string => (plane.name === 'api' ? 'API' : 'Account settings')

function words(view: OperationView): string {
  const rows = [...view.parameters, ...(view.body?.rows ?? []), ...view.reply.rows]
  return escapeHtml(
    [view.id, view.summary, view.path, ...rows.map((row) => row.name), ...view.ownCodes].join(' ').toLowerCase(),
  )
}

const entryHtml = (href: string, label: string, search = ''): string =>
  `<li><a href="${href}"${search === '' ? '' : ` data-words="${search}"`}>${label}</a></li>`

const operationEntry = (path: string, view: OperationView): string =>
  entryHtml(
    `${path}#${view.id}`,
    `<span class="method ${view.method.toLowerCase()}">${view.method}</span> ${escapeHtml(view.path.replace(/^\/\w+\/v1/, ''))}`,
    words(view),
  )

function planeEntries(view: PlaneView): string {
  const path = planePath(view)
  const tags = view.tags.map(
    ({ name, operations }) => `<h3>${name}</h3><ul>${operations.map((one) => operationEntry(path, one)).join('')}</ul>`,
  )
  const schemas = view.schemas.map(({ name, rows, variants }) =>
    entryHtml(
      `${path}#schema-${name.toLowerCase()}`,
      name,
      [...rows, ...variants.flatMap((variant) => variant.rows)].map((row) => row.name).join(' '),
    ),
  )
  return `<section><h2><a href="${path}">${shortTitle(view)}</a></h2>${tags.join('')}<h3>Schemas</h3><ul>${schemas.join('')}</ul></section>`
}

function contentsHtml(planes: readonly PlaneView[]): string {
  const headings = [...guide.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) =>
    entryHtml(`/docs#${toSlug(heading)}`, escapeHtml(heading)),
  )
  const codes = Object.keys(errorCodes).map((code) => entryHtml(`/docs/errors#${code}`, code))
  return (
    `<section><h2><a href="/docs">Guide</a></h2><ul>${headings.join('')}</ul></section>${planes.map(planeEntries).join('')}` +
    `<section><h2><a href="/docs/errors">Error codes</a></h2><ul>${codes.join('')}</ul></section>`
  )
}

function pageHtml(title: string, planes: readonly PlaneView[], content: string): string {
  const links = [
    ['/docs', 'Guide'],
    ...planes.map((view) => [planePath(view), shortTitle(view)]),
    ['/docs/errors', 'Error codes'],
  ]
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
<nav class="side" id="side" aria-label="Contents">${contentsHtml(planes)}</nav>
<main id="content">${content}</main>
</div>
</body>
</html>
`
}

const indexHtml = (view: PlaneView): string =>
  `<h2 id="${view.plane.name}">${escapeHtml(view.plane.title)}</h2><p>${inlineToHtml(view.plane.description)}</p><table class="index"><tbody>` +
  view.tags
    .flatMap(({ operations }) => operations)
    .map(
      (one) =>
        `<tr><td><span class="method ${one.method.toLowerCase()}">${one.method}</span></td><td><a href="${planePath(view)}#${one.id}"><code>${escapeHtml(one.path)}</code></a></td>` +
        `<td>${inlineToHtml(one.summary)}</td><td>${one.scope === undefined ? '' : `<code>${one.scope}</code>`}</td></tr>`,
    )
    .join('') +
  '</tbody></table>'

export const guidePage = (planes: readonly PlaneView[]): string =>
  pageHtml(
    'Reference',
    planes,
    `<div class="text">${markdownToHtml(guide)}<p>Every code is explained under <a href="/docs/errors">error codes</a>.</p></div>${planes.map(indexHtml).join('')}`,
  )

export function planePage(view: PlaneView, planes: readonly PlaneView[]): string {
  const { title, description, base } = view.plane
  const tags = view.tags.map(
    ({ name, operations }) => `<h2 id="${toSlug(name)}">${name}</h2>${operations.map(operationHtml).join('')}`,
  )
  const openApi = `<p>For machines: <a href="${base}/openapi.json"><code>${base}/openapi.json</code></a>. Examples were answered by a real server; identifiers, keys and hashes in them are stand-ins.</p>`
  return pageHtml(
    title,
    planes,
    `<div class="text"><h1>${escapeHtml(title)}</h1><p>${inlineToHtml(description)}</p>${openApi}</div>${tags.join('')}<h2 id="schemas">Schemas</h2>${view.schemas.map(schemaHtml).join('')}`,
  )
}

const codeHtml = ([name, { status, title }]: [string, { status: number; title: string }]): string =>
  `<div id="${name}"><dt><a class="anchor" href="#${name}"><code>${name}</code></a> <span class="type">${status} · ${escapeHtml(title)}</span></dt><dd>${inlineToHtml(errorHelp[name as ErrorCode])}</dd></div>`

/** Renders the page of all error codes, to which a problem's `type` leads. */
export function errorsPage(planes: readonly PlaneView[]): string {
  const example = recordedExamples['createGear.validation_failed']
  const faults = faultCodes.map(
    (name) => `<div id="fault-${name}"><dt><code>${name}</code></dt><dd>${inlineToHtml(faultHelp[name])}</dd></div>`,
  )
  return pageHtml(
    'Error codes',
    planes,
    `<div class="text"><h1>Error codes</h1><p>Every 4xx and 5xx is <code>application/problem+json</code> (RFC 9457). The list is closed: a code is never renamed or removed.</p></div>` +
      `<section class="operation"><div class="about"><dl class="fields">${Object.entries(errorCodes).map(codeHtml).join('')}</dl>` +
      `<h2 id="faults">Codes of single faults</h2><p>In <code>errors</code>, each fault has a code of its own.</p><dl class="fields">${faults.join('')}</dl></div>${example ? exampleHtml(example) : ''}</section>`,
  )
}
