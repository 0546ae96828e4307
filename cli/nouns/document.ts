import type { Command } from 'commander'
import type { Document } from '../../contract/api/documents.ts'
import type { CallInput } from '../../contract/operation.ts'
import {
  createDocument,
  deleteDocument,
  getOwnDocument,
  listOwnDocuments,
  updateDocument,
  type DocumentUpdates,
  type NewDocument,
} from '../../contract/settings/documents.ts'
import { addPageFlags, JSON_FLAG, type CommandContext, type JsonOption, type RunCommand } from '../base/command.ts'
import { CliError } from '../base/errors.ts'
import { addFieldFlags, formatFlagNames, readFields } from '../base/fields.ts'
import { printSettingsReply } from '../show/settingsReply.ts'
import { formatPage, formatRecord } from '../show/table.ts'

const writableFields = [
  'type',
  'title',
  'gear_id',
  'provider',
  'reference_number',
  'issued_on',
  'expires_on',
  'amount',
  'file_name',
  'notes',
] as const

const numberFields = ['amount'] as const

type ListDocumentsOptions = CallInput<typeof listOwnDocuments>['query'] & { gearId?: string; json?: boolean }

const toCells = (one: Document): unknown[] => [one.id, one.type, one.expires_on, one.title, one.provider, one.source]

const HEADINGS = ['id', 'type', 'expires', 'title', 'provider', 'source']

const listDocumentsCommand = (
  context: CommandContext,
  { json, gearId, ...query }: ListDocumentsOptions,
): Promise<number> =>
  printSettingsReply(
    context,
    { json },
    (settings) => settings.call(listOwnDocuments, { query: { ...query, gear_id: gearId } }),
    (body) => formatPage(HEADINGS, toCells, body),
  )

const formatDocument = ({ data }: { data: Document }): string => formatRecord(data)

const getDocumentCommand = (context: CommandContext, id: string, options: JsonOption): Promise<number> =>
  printSettingsReply(context, options, (settings) => settings.call(getOwnDocument, { params: { id } }), formatDocument)

/** The server reports missing and invalid fields. */
function createDocumentCommand(context: CommandContext, options: Record<string, unknown>): Promise<number> {
  const body = readFields(options, writableFields, numberFields) as NewDocument
  return printSettingsReply(context, options, (settings) => settings.call(createDocument, { body }), formatDocument)
}

async function updateDocumentCommand(
  context: CommandContext,
  id: string,
  options: Record<string, unknown>,
): Promise<number> {
  const updates = readFields(options, writableFields, numberFields) as DocumentUpdates
  if (Object.keys(updates).length === 0)
    throw new CliError(`Say what to change: ${formatFlagNames(writableFields)}. An empty value clears a field.`)
  return printSettingsReply(
    context,
    options,
    (settings) => settings.call(updateDocument, { params: { id }, body: { updates } }),
    formatDocument,
  )
}

const deleteDocumentCommand = (context: CommandContext, id: string, options: JsonOption): Promise<number> =>
  printSettingsReply(
    context,
    options,
    (settings) => settings.call(deleteDocument, { params: { id } }),
    ({ data }) => `Deleted: ${data.id}`,
  )

/** These commands need the owner key in KITROOM_OWNER_KEY. */
export function addDocumentCommands(program: Command, run: RunCommand): void {
  const document = program.command('document').description('receipts, warranties, insurances and manuals (owner key)')
  const list = document
    .command('list')
    .description('list documents by expiry date')
    .option('--type <type>', 'receipt, warranty, insurance or user_manual')
    .option('--gear-id <id>')
    .option('--expires-from <day>')
    .option('--expires-to <day>')
  addPageFlags(list)
    .option(...JSON_FLAG)
    .action(run(listDocumentsCommand))
  document
    .command('get <id>')
    .description('one document')
    .option(...JSON_FLAG)
    .action(run(getDocumentCommand))
  addFieldFlags(document.command('create').description('create a document'), writableFields, ['type', 'title'])
    .option(...JSON_FLAG)
    .action(run(createDocumentCommand))
  addFieldFlags(document.command('update <id>').description('change fields; an empty value clears one'), writableFields)
    .option(...JSON_FLAG)
    .action(run(updateDocumentCommand))
  document
    .command('delete <id>')
    .description('delete a document')
    .option(...JSON_FLAG)
    .action(run(deleteDocumentCommand))
}
