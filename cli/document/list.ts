import type { Document } from '../../contract/api/documents.ts'
import type { CallInput } from '../../contract/operation.ts'
import { listOwnDocuments } from '../../contract/settings/documents.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { pageSummary, formatTable } from '../show/table.ts'
import { EXIT } from '../exit.ts'

export type ListDocumentsOptions = CallInput<typeof listOwnDocuments>['query'] & { json?: boolean }

const toCells = (one: Document): unknown[] => [one.id, one.type, one.expires_on, one.title, one.provider, one.source]

export const listDocumentsCommand = (
  context: CommandContext,
  { json, ...query }: ListDocumentsOptions,
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(listOwnDocuments, { query })
    const text = formatTable(['id', 'type', 'expires', 'title', 'provider', 'source'], body.data.map(toCells))
    context.terminal.printResult(json ? formatJson(body) : `${text}\n${pageSummary(body.pagination)}`)
    return EXIT.success
  })
