import type { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import { customFieldTypes } from '../../contract/api/customFieldValues.ts'
import { gearTypes } from '../../contract/api/gearFields.ts'
import {
  createField,
  deleteField,
  listOwnFields,
  updateField,
  type CustomFieldPatch,
  type NewCustomField,
} from '../../contract/settings/fields.ts'
import type { Reply } from '../../contract/operation.ts'
import { withSettings } from '../access/settings.ts'
import { EXIT, JSON_FLAG, YES_FLAG, type CommandContext, type JsonOption, type RunCommand } from '../base/command.ts'
import { CliError } from '../base/errors.ts'
import { askToConfirm, type ConfirmOptions } from '../show/askToConfirm.ts'
import { printSettingsReply } from '../show/settingsReply.ts'
import { formatRecord, formatTable } from '../show/table.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'

type Field = Reply<typeof listOwnFields>['data'][number]

const HEADINGS = ['name', 'label', 'gear', 'type', 'unit', 'choices', 'filterable', 'unique', 'items', 'state']

const toCells = (field: Field): unknown[] => [
  field.name,
  field.label,
  field.gear_type ?? 'all',
  field.type,
  field.unit,
  field.choices?.join(', '),
  field.filterable ? 'yes' : 'no',
  field.unique ? 'yes' : 'no',
  field.items,
  field.state,
]

const listFieldsCommand = (context: CommandContext, options: JsonOption): Promise<number> =>
  printSettingsReply(
    context,
    options,
    (settings) => settings.call(listOwnFields),
    ({ data }) => (data.length === 0 ? 'There are no own fields.' : formatTable(HEADINGS, data.map(toCells))),
  )

/** @throws CliError when there is none */
async function findField(settings: Client, name: string): Promise<Field> {
  const { data } = (await settings.call(listOwnFields)).body
  const field = data.find((one) => one.name === name || one.id === name)
  if (!field) throw new CliError(`There is no own field "${escapeUnsafe(name)}". See them with: kitroom field list`)
  return field
}

interface FieldOptions extends JsonOption {
  label?: string
  type?: string
  gear?: string
  unit?: string
  choices?: string
  help?: string
  filterable?: boolean
  unique?: boolean
}

const splitChoices = (text: string): string[] =>
  text
    .split(',')
    .map((choice) => choice.trim())
    .filter(Boolean)

/** Reads the flags that both commands have. An empty text clears a unit or help. */
const readTraits = ({ label, unit, choices, help, filterable, unique }: FieldOptions): CustomFieldPatch['updates'] => ({
  ...(label !== undefined && { label }),
  ...(unit !== undefined && { unit: unit === '' ? null : unit }),
  ...(choices !== undefined && { choices: splitChoices(choices) }),
  ...(help !== undefined && { help: help === '' ? null : help }),
  ...(filterable !== undefined && { filterable }),
  ...(unique !== undefined && { unique }),
})

const createFieldCommand = (context: CommandContext, name: string, options: FieldOptions): Promise<number> =>
  printSettingsReply(
    context,
    options,
    (settings) => {
      const { label = name, type = 'text', gear = null } = options
      const body = { ...readTraits(options), name, label, type, gear_type: gear } as NewCustomField
      return settings.call(createField, { body })
    },
    ({ data }) => formatRecord(data),
  )

const setFieldCommand = (context: CommandContext, name: string, options: FieldOptions): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const updates = readTraits(options)
    if (Object.keys(updates).length === 0)
      throw new CliError('Say what to change: --label, --unit, --choices, --help-text, --filterable, --unique.')
    const { id } = await findField(settings, name)
    const { body } = await settings.call(updateField, { params: { id }, body: { updates } })
    context.terminal.printResult(options.json ? formatJson(body) : formatRecord(body.data))
    return EXIT.success
  })

/** `kitroom field delete`: says how many items lose a value, and asks first. */
const deleteFieldCommand = (context: CommandContext, name: string, options: ConfirmOptions): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { terminal } = context
    const field = await findField(settings, name)
    const question = `Delete the field ${field.name}, and its values of ${field.items} ${field.items === 1 ? 'item' : 'items'}?`
    if (field.items > 0 && !(await askToConfirm(terminal, question, options))) {
      terminal.printNote('Nothing was deleted.')
      return EXIT.failed
    }
    const { body } = await settings.call(deleteField, { params: { id: field.id }, query: { values: 'discard' } })
    terminal.printResult(options.json ? formatJson(body) : `Deleted: ${field.name}`)
    if (!options.json && body.data.items > 0)
      terminal.printNote(`Its values of ${body.data.items} items go in the background: kitroom field list`)
    return EXIT.success
  })

const addTraitFlags = (command: Command): Command =>
  command
    .option('--label <text>', 'name for people')
    .option('--unit <unit>', 'unit of a number, for people')
    .option('--choices <list>', 'values of a choice, separated by commas')
    .option('--help-text <text>', 'what the field means')
    .option('--filterable', 'lists can be filtered and sorted by it')
    .option('--no-filterable')
    .option('--unique', 'no two items have the same value')
    .option('--no-unique')
    .option(...JSON_FLAG)

/** Commander has a flag --help of its own. */
const withHelpText =
  (command: (context: CommandContext, name: string, options: FieldOptions) => Promise<number>) =>
  (context: CommandContext, name: string, { helpText, ...options }: FieldOptions & { helpText?: string }) =>
    command(context, name, { ...options, ...(helpText !== undefined && { help: helpText }) })

/** These commands need the owner key in KITROOM_OWNER_KEY. */
export function addFieldCommands(program: Command, run: RunCommand): void {
  const field = program.command('field').description('own fields of gear (owner key)')
  field
    .command('list')
    .description('every own field, with the number of items that have a value')
    .option(...JSON_FLAG)
    .action(run(listFieldsCommand))
  addTraitFlags(
    field
      .command('create <name>')
      .description('define a field; its name in records never changes')
      .option('--type <type>', `${customFieldTypes.join(', ')} (default text)`)
      .option('--gear <type>', `one gear type instead of all: ${gearTypes.join(', ')}`),
  ).action(run(withHelpText(createFieldCommand)))
  addTraitFlags(field.command('set <name>').description('change a field; an empty unit or help text clears it')).action(
    run(withHelpText(setFieldCommand)),
  )
  field
    .command('delete <name>')
    .description('delete a field and its values')
    .option(...YES_FLAG)
    .option(...JSON_FLAG)
    .action(run(deleteFieldCommand))
}
