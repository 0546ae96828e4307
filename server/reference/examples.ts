import { SETTINGS_BASE } from '../../contract/settings/operations.ts'
import file from './examples.json' with { type: 'json' }

export interface RecordedExample {
  request: {
    method: string
    path: string
    headers: Record<string, string>
    body?: unknown
    /** Sent without a key. */ anonymous?: boolean
  }
  reply: { status: number; headers: Record<string, string>; body: unknown }
}

/**
 * Responses of a real server by operation id; a name with a dot is an example of an error. A test records and verifies
 * them.
 */
export const recordedExamples: Readonly<Record<string, RecordedExample | undefined>> = file

/** Nested objects share a line only if it is short. */
const NESTED_WIDTH = 72

/** Formats JSON for people: short values share lines of at most `width` characters. */
export function formatJson(value: unknown, width = 110, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return line
  const singleLine = toOneLine(value)
  if (indent.length + singleLine.length <= (isNested(value) ? NESTED_WIDTH : width)) return singleLine
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const members = isList
    ? value.map((member: unknown) => formatJson(member, width, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${formatJson(member, width, inner)}`)
  const [isOpen, close] = isList ? '[]' : '{}'
  return `${isOpen}\n${packLines(members, width, inner)}\n${indent}${close}`
}

const isNested = (value: object): boolean =>
  Object.values(value).some((member: unknown) => typeof member === 'object' && member !== null)

function toOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${toOneLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function packLines(members: readonly string[], width: number, indent: string): string {
  const lines: string[] = []
  let isOpen = false
  members.forEach((member, index) => {
    const text = index === members.length - 1 ? member : `${member},`
    const last = lines.at(-1)
    const fitsOnLastLine =
      isOpen && last !== undefined && !text.includes('\n') && last.length + 1 + text.length <= width
    if (fitsOnLastLine) lines[lines.length - 1] = `${last} ${text}`
    else lines.push(indent + text)
    isOpen = !text.includes('\n')
  })
  return lines.join('\n')
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const CURL_WIDTH = 64

/** Formats the request as a curl command with `$SERVER`, `$AUTH` and `$OWNER`. */
export function toCurlCommand({ request: { method, path, headers, body, anonymous } }: RecordedExample): string {
  const key = anonymous ? '' : ` -H "${path.startsWith(SETTINGS_BASE) ? '$OWNER' : '$AUTH'}"`
  const command = `curl${method === 'GET' ? '' : ` -X ${method}`}${key}`
  const address = /[?&]/.test(path) ? `"$SERVER${path}"` : `$SERVER${path}`
  const parts = [
    ...(command.length + address.length < CURL_WIDTH ? [`${command} ${address}`] : [command, address]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoteForShell(formatJson(body, 66))}`]),
  ]
  return parts.join(' \\\n  ')
}
