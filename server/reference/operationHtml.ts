import { STATUS_CODES } from '../../platform/http/nodeHttp.ts'
import { errorCodes } from '../../contract/errors.ts'
import { toCurlCommand, formatJson, type RecordedExample } from './examples.ts'
import { escapeHtml, inlineToHtml } from './markdownToHtml.ts'
import type { OperationView } from './model.ts'
import type { PropertyRow, SchemaView } from './propertyRows.ts'

const TOKEN = /(&quot;(?:(?!&quot;)[^\\]|\\.)*&quot;)(:?)|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?\b/g

const colour = (json: string): string =>
  escapeHtml(json).replaceAll(TOKEN, (all, text: string | undefined, colon: string | undefined) =>
    text === undefined ? `<i class="n">${all}</i>` : `<i class="${colon ? 'k' : 's'}">${text}</i>${colon}`,
  )

function answerHtml({ reply: { status, headers, body } }: RecordedExample): string {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  const text = typeof body === 'string' ? escapeHtml(body.trim()) : colour(formatJson(body, 58))
  return `<span class="head">${escapeHtml(lines.join('\n'))}</span>\n\n${text}`
}

export const exampleHtml = (one: RecordedExample): string =>
  `<figure class="example"><figcaption>Request</figcaption><pre class="code" tabindex="0"><code>${escapeHtml(toCurlCommand(one))}</code></pre>` +
  `<figcaption>Answer</figcaption><pre class="code" tabindex="0"><code>${answerHtml(one)}</code></pre></figure>`

const fieldHtml = (row: PropertyRow & { place?: string }): string =>
  `<div><dt><code>${escapeHtml(row.name)}</code>${row.place === undefined ? '' : ` <span class="place">${row.place}</span>`}` +
  `${row.required ? ' <span class="required">required</span>' : ''} <span class="type">${inlineToHtml(row.type)}</span></dt>` +
  `${row.description === '' ? '' : `<dd>${inlineToHtml(row.description)}</dd>`}</div>`

/** Renders fields. They are not marked as required if all of them are. */
function fieldsHtml(rows: readonly (PropertyRow & { place?: string })[]): string {
  const areAllRequired = rows.every((row) => row.required)
  return `<dl class="fields">${rows.map((row) => fieldHtml(areAllRequired ? { ...row, required: false } : row)).join('')}</dl>`
}

const groupHtml = (title: string, content: string): string => (content === '' ? '' : `<h4>${title}</h4>${content}`)

const shapeHtml = ({ type, rows }: { type: string; rows: readonly PropertyRow[] }): string =>
  type === '' ? fieldsHtml(rows) : `<p>${inlineToHtml(type)}</p>`

/** Fields of a response are not marked as optional. */
const hideOptional = ({ type, rows }: OperationView['reply']): { type: string; rows: PropertyRow[] } => ({
  type,
  rows: rows.map((row) => ({ ...row, required: true })),
})

function codesHtml(view: OperationView): string {
  const rows = view.codes.map(
    ([status, list]) =>
      `<tr><th scope="row">${status}</th><td>${list
        .map((code) => `<a href="/docs/errors#${code}"><code>${code}</code></a> ${escapeHtml(errorCodes[code].title)}`)
        .join('<br>')}</td></tr>`,
  )
  return `<details class="codes"><summary>Refusals</summary><table><tbody>${rows.join('')}</tbody></table></details>`
}

export function operationHtml(view: OperationView): string {
  const { id, method, path, summary, parameters, body, reply, example } = view
  const answers = `<p>${reply.status}${reply.media === 'application/json' ? '' : ` as ${inlineToHtml(reply.media)}`}</p>`
  const description = view.description
    .split('\n\n')
    .map((text) => `<p>${inlineToHtml(text)}</p>`)
    .join('')
  return (
    `<section class="operation" id="${id}"><div class="about">` +
    `<h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code> <a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a></h3>` +
    `<p class="summary">${inlineToHtml(summary)}</p>${description}` +
    groupHtml('Parameters', parameters.length === 0 ? '' : fieldsHtml(parameters)) +
    groupHtml('Body', body ? shapeHtml(body) : '') +
    groupHtml('Answer', answers + (reply.media === 'application/json' ? shapeHtml(hideOptional(reply)) : '')) +
    `${codesHtml(view)}</div>${example ? exampleHtml(example) : ''}</section>`
  )
}

/** Renders a named schema. For a union the common fields come first, then those of each variant. */
export const schemaHtml = ({ name, rows, variants }: SchemaView): string =>
  `<section class="schema" id="schema-${name.toLowerCase()}"><h3>${name} <a class="anchor" href="#schema-${name.toLowerCase()}" aria-label="Link to ${name}">#</a></h3>` +
  `${fieldsHtml(rows)}${variants.map((variant) => `<h4>With <code>${escapeHtml(variant.name)}</code></h4>${fieldsHtml(variant.rows)}`).join('')}</section>`
