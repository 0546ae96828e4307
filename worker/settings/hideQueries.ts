import { readYaml } from '../../config/readYaml.ts'
import { hideQuery } from '../../sheets/sources/url/address.ts'

/** Matches addresses with a query, also in comments. */
const ADDRESS_WITH_QUERY = /https?:\S*\?/i

function hideIn(value: unknown): unknown {
  if (typeof value === 'string') return hideQuery(value)
  if (Array.isArray(value)) return value.map(hideIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hideIn(member)]))
}

/**
 * Hides the queries of web addresses in a valid kitroom.yaml, because they may be signatures or tokens. A text with
 * such an address becomes JSON, which is also YAML and has no comments.
 */
export function hideQueries(text: string): string {
  const { value } = readYaml(text)
  const hidden = JSON.stringify(hideIn(value))
  return hidden === JSON.stringify(value) && !ADDRESS_WITH_QUERY.test(text) ? text : hidden
}
