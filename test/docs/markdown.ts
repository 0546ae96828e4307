import { readFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { errorCodes, faultCodes, type ErrorCode } from '../../contract/errors.ts'
import { errorHelp, faultHelp } from '../../contract/texts/errors.ts'
import { toCurlCommand, formatJson, type RecordedExample } from '../../server/reference/examples.ts'
import { toPlaneViews, type OperationView, type PlaneView } from '../../server/reference/model.ts'
import type { PropertyRow, SchemaView } from '../../server/reference/propertyRows.ts'

const guide = readFileSync(new URL('../../server/reference/guide.md', import.meta.url), 'utf8').trim()

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

/** The anchor that Markdown viewers give a heading. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

export const headingOf = ({ method, path }: OperationView): string => `${method} ${path}`

/** The fields of an envelope in one line. */
function fieldsLine({ type, rows }: { type: string; rows: readonly PropertyRow[] }): string {
  if (type !== '') return type
  const topRows = rows.filter(({ name }) => !name.includes('.'))
  return topRows
    .map(({ name, type: ownType }) => {
      const innerRows = rows.filter((row) => row.name.startsWith(`${name}.`))
      const names = innerRows.map((row) => `\`${row.name.slice(name.length + 1)}\``).join(', ')
      return `\`${name}\`${names === '' ? `: ${ownType}` : ` with ${names}`}`
    })
    .join('; ')
}

function answer({ reply: { status, headers, body } }: RecordedExample): string {
  const head = Object.entries(headers).filter(
    ([name, value]) => name !== 'Content-Type' || value !== 'application/json',
  )
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...head.map(([name, value]) => `${name}: ${value}`),
    '',
  ]
  return [...lines, typeof body === 'string' ? body.trim() : formatJson(body)].join('\n')
}

const example = (one: RecordedExample): string => `${fence('sh', toCurlCommand(one))}\n\n${fence('http', answer(one))}`

type Examples = Readonly<Record<string, RecordedExample>>

function exampleText(examples: Examples, name: string): string {
  const one = examples[name]
  if (!one) throw new Error(`no example was recorded as ${name}`)
  return example(one)
}

const codeText = (code: ErrorCode): string => `${errorCodes[code].status} [\`${code}\`](#errors)`

function operation(view: OperationView, examples: Examples): string {
  const parameters = view.parameters.filter(({ place }) => place !== 'header')
  const headers = view.parameters.filter(({ place }) => place === 'header').map(({ name }) => `\`${name}\``)
  const media = view.reply.media === 'application/json' ? '' : ` as ${view.reply.media}`
  return [
    `#### ${headingOf(view)}`,
    `${view.summary}. ${view.description}`,
    ...(parameters.length === 0
      ? []
      : [
          table(
            ['parameter', 'in', 'type', 'meaning'],
            parameters.map((row) => [`\`${row.name}\``, row.place, row.type, row.description]),
          ),
        ]),
    [
      ...(view.body ? [`- Body: ${fieldsLine(view.body)}`] : []),
      `- Answer: ${view.reply.status}${media}${view.reply.media === 'application/json' ? `, ${fieldsLine(view.reply)}` : ''}`,
      `- Headers: ${headers.join(', ')}`,
      ...(view.ownCodes.length === 0 ? [] : [`- Codes: ${view.ownCodes.map(codeText).join(', ')}`]),
    ].join('\n'),
    exampleText(examples, view.id),
  ].join('\n\n')
}

const rowsTable = (rows: readonly PropertyRow[]): string =>
  table(
    ['field', 'type', 'meaning'],
    rows.map((row) => [`\`${row.name}\`${row.required ? ' \\*' : ''}`, row.type, row.description]),
  )

const schema = ({ name, rows, variants }: SchemaView): string =>
  [
    `### Schema ${name}`,
    rowsTable(rows),
    ...variants.flatMap((variant) => [`With \`${variant.name.replace(' ', '`: `')}\` also:`, rowsTable(variant.rows)]),
  ].join('\n\n')

function plane({ plane: { title, base }, tags }: PlaneView, examples: Examples): string {
  const groups = tags.map(({ name, operations }) =>
    [
      `### ${name}${base.startsWith('/settings') ? ' (settings)' : ''}`,
      ...operations.map((view) => operation(view, examples)),
    ].join('\n\n'),
  )
  return [`## ${title}`, ...groups].join('\n\n')
}

function index({ plane: { title }, tags }: PlaneView): string {
  const rows = tags.flatMap(({ operations }) =>
    operations.map((view) => [
      `[\`${headingOf(view)}\`](#${anchor(headingOf(view))})`,
      view.summary,
      [
        ...(view.path.startsWith('/settings') ? ['owner key'] : []),
        ...(view.scope === undefined ? [] : [`\`${view.scope}\``]),
      ].join(', '),
    ]),
  )
  return `**${title}**\n\n${table(['operation', 'does', 'needs'], rows)}`
}

const errors = (examples: Examples): string =>
  [
    exampleText(examples, 'createGear.validation_failed'),
    exampleText(examples, 'getGear.missing_api_key'),
    exampleText(examples, 'updateGear.precondition_failed'),
    table(
      ['code', 'status', 'meaning'],
      Object.entries(errorCodes).map(([code, { status }]) => [
        `\`${code}\``,
        String(status),
        errorHelp[code as ErrorCode],
      ]),
    ),
    'In `errors`, each fault has a `code` of its own:',
    table(
      ['fault', 'meaning'],
      faultCodes.map((code) => [`\`${code}\``, faultHelp[code]]),
    ),
  ].join('\n\n')

/** The whole docs/api.md: the guide, every code, every operation with a real example, every schema. */
export function apiDocument(examples: Examples): string {
  const planes = toPlaneViews()
  const schemas = new Map(planes.flatMap((view) => view.schemas.map((one) => [one.name, one])))
  const parts = [
    '<!-- Made from the contract by test/docs/documents.test.ts: UPDATE_DOCS=1 npm test -- test/docs writes it anew. The text is in server/reference/guide.md. -->',
    guide,
    errors(examples),
    '## Operations',
    'The same is served as HTML at `/docs`. Every example was answered by a real server; identifiers, keys and hashes are stand-ins.',
    ...planes.map(index),
    ...planes.map((view) => plane(view, examples)),
    '## Schemas',
    'A star marks required fields, in requests and answers.',
    ...[...schemas.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(schema),
  ]
  return `${parts.join('\n\n')}\n`
}
