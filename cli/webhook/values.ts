import { webhookPatterns } from '../../contract/settings/webhooks.ts'
import { CliError } from '../errors.ts'

const RECORD_KINDS = webhookPatterns.filter((pattern) => pattern.endsWith('.*')).map((pattern) => pattern.slice(0, -2))

/** Parses event patterns: `gear.created`, `gear.*` or `gear`, `all` or `*`. They are separate arguments or separated by commas. @throws CliError */
export function parsePatterns(args: readonly string[]): string[] {
  const patterns = args
    .flatMap((word) => word.split(','))
    .map((word) => word.trim())
    .filter(Boolean)
    .map((word) => (word === 'all' ? '*' : word))
    .map((word) => (RECORD_KINDS.includes(word) ? `${word}.*` : word))
  const unknown = patterns.find((pattern) => !webhookPatterns.includes(pattern))
  if (unknown !== undefined)
    throw new CliError(
      `There is no event "${unknown}". Give all, ${RECORD_KINDS.join(', ')}, or single ones such as gear.created. A * needs quotes.`,
    )
  if (patterns.length === 0) throw new CliError('Say which events: --events all, or --events gear maintenance.created')
  return [...new Set(patterns)]
}
