import { createKey, scopesOfKind } from '../../contract/settings/keys.ts'
import type { KeyScope } from '../../contract/scopes.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit.ts'
import { parseTimestamp } from '../times.ts'
import { printIssuedKey } from './show.ts'

export interface CreateKeyOptions {
  name: string
  scope: string[]
  owner?: boolean
  expires?: string
  rate?: string
  json?: boolean
}

/** Parses scopes: names, `all`, or `read` for every scope that only reads. They are separate arguments or separated by commas. */
function parseScopes(args: readonly string[], kind: keyof typeof scopesOfKind): KeyScope[] {
  const validScopes: readonly string[] = scopesOfKind[kind]
  const names = args
    .flatMap((word) => word.split(','))
    .map((word) => word.trim())
    .filter(Boolean)
  const selectedScopes = names.flatMap((name): readonly string[] => {
    if (name === 'all') return validScopes
    return name === 'read' ? validScopes.filter((scope) => scope.endsWith(':read')) : [name]
  })
  const unknown = selectedScopes.find((name) => !validScopes.includes(name))
  if (unknown !== undefined)
    throw new CliError(
      `There is no scope "${unknown}"${findOtherKindHint(unknown, kind)}. Give all, read, or some of: ${validScopes.join(', ')}.`,
    )
  return [...new Set(selectedScopes)] as KeyScope[]
}

function findOtherKindHint(name: string, kind: keyof typeof scopesOfKind): string {
  const [other, text] =
    kind === 'api'
      ? (['owner', ' for an API key; with --owner there is'] as const)
      : (['api', ' for an owner key; without --owner there is'] as const)
  return (scopesOfKind[other] as readonly string[]).includes(name) ? text : ''
}

function parseRate(text: string): number {
  if (!/^\d+$/.test(text)) throw new CliError(`"${text}" is no rate. Write a whole number of requests per second.`)
  return Number(text)
}

/** `kitroom key create`: creates an API key, or an owner key with scopes, and prints it once. */
export const createKeyCommand = (context: CommandContext, options: CreateKeyOptions): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const kind = options.owner ? 'owner' : 'api'
    const { body } = await settings.call(createKey, {
      body: {
        name: options.name,
        kind,
        scopes: parseScopes(options.scope, kind),
        ...(options.expires !== undefined && { expires_at: parseTimestamp(options.expires) }),
        ...(options.rate !== undefined && { rate_per_second: parseRate(options.rate) }),
      },
    })
    printIssuedKey(context, body, options.json)
    return EXIT.success
  })
