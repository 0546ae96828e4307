import { createKey } from '../../contract/settings/keys.ts'
import { scopes, type Scope } from '../../contract/scopes.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../sync/outcome.ts'
import { readMoment } from '../times.ts'
import { showIssued } from './show.ts'

export interface CreateKeyOptions {
  name: string
  scope: string[]
  expires?: string
  rate?: string
  json?: boolean
}

/** Scopes as typed: names, `all`, `read` (every scope that only reads), several in one word with commas. */
function readScopes(words: readonly string[]): Scope[] {
  const names = words
    .flatMap((word) => word.split(','))
    .map((word) => word.trim())
    .filter(Boolean)
  const chosen = names.flatMap((name): readonly string[] => {
    if (name === 'all') return scopes
    return name === 'read' ? scopes.filter((scope) => scope.endsWith(':read')) : [name]
  })
  const unknown = chosen.find((name) => !scopes.includes(name as Scope))
  if (unknown !== undefined) throw new CliError(`There is no scope "${unknown}". Give all, read, or some of: ${scopes.join(', ')}.`)
  return [...new Set(chosen)] as Scope[]
}

function readRate(text: string): number {
  if (!/^\d+$/.test(text)) throw new CliError(`"${text}" is no rate. Write a whole number of requests per second.`)
  return Number(text)
}

/** `kitroom key create`: makes an API key and prints it, this once. */
export const createKeyCommand = (context: CommandContext, options: CreateKeyOptions): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(createKey, {
      body: {
        name: options.name,
        scopes: readScopes(options.scope),
        ...(options.expires !== undefined && { expires_at: readMoment(options.expires) }),
        ...(options.rate !== undefined && { rate_per_second: readRate(options.rate) }),
      },
    })
    showIssued(context, body, options.json)
    return EXIT.fine
  })
