import { webhookPatterns } from '../../contract/settings/webhooks.ts'
import { CliError } from '../errors.ts'

const WHOLE_KINDS = webhookPatterns.filter((pattern) => pattern.endsWith('.*')).map((pattern) => pattern.slice(0, -2))

/** Parses event patterns: `gear.created`, `gear.*` or `gear`, `all` or `*`, separated by commas or as words. @throws CliError */
export function readPatterns(words: readonly string[]): string[] {
  const patterns = words
    .flatMap((word) => word.split(','))
    .map((word) => word.trim())
    .filter(Boolean)
    .map((word) => (WHOLE_KINDS.includes(word) ? `${word}.*` : word === 'all' ? '*' : word))
  const unknown = patterns.find((pattern) => !webhookPatterns.includes(pattern))
  if (unknown !== undefined)
    throw new CliError(`There is no event "${unknown}". Give all, ${WHOLE_KINDS.join(', ')}, or single ones such as gear.created. A * needs quotes.`)
  if (patterns.length === 0) throw new CliError('Say which events: --events all, or --events gear maintenance.created')
  return [...new Set(patterns)]
}
