import type { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import {
  createCategory,
  deleteCategory,
  listOwnCategories,
  updateCategory,
} from '../../contract/settings/categories.ts'
import type { Reply } from '../../contract/operation.ts'
import { withSettings } from '../access/settings.ts'
import { EXIT, JSON_FLAG, type CommandContext, type JsonOption, type RunCommand } from '../base/command.ts'
import { CliError } from '../base/errors.ts'
import { printSettingsReply } from '../show/settingsReply.ts'
import { formatRecord, formatTable } from '../show/table.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'

type Category = Reply<typeof listOwnCategories>['data'][number]

const listCategoriesCommand = (context: CommandContext, options: JsonOption): Promise<number> =>
  printSettingsReply(
    context,
    options,
    (settings) => settings.call(listOwnCategories),
    ({ data }) =>
      data.length === 0
        ? 'There are no categories beside the built-in ones.'
        : formatTable(
            ['name', 'label', 'items'],
            data.map(({ name, label, items }) => [name, label, items]),
          ),
  )

/** @throws CliError when there is none */
async function findCategory(settings: Client, name: string): Promise<Category> {
  const { data } = (await settings.call(listOwnCategories)).body
  const category = data.find((one) => one.name === name || one.id === name)
  if (!category)
    throw new CliError(`There is no category "${escapeUnsafe(name)}" of your own. See them with: kitroom category list`)
  return category
}

interface LabelOptions extends JsonOption {
  label?: string
}

const createCategoryCommand = (context: CommandContext, name: string, options: LabelOptions): Promise<number> =>
  printSettingsReply(
    context,
    options,
    (settings) => settings.call(createCategory, { body: { name, label: options.label ?? name } }),
    ({ data }) => formatRecord(data),
  )

const setCategoryCommand = (context: CommandContext, name: string, options: LabelOptions): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { label } = options
    if (label === undefined) throw new CliError('Say what to change: --label.')
    const { id } = await findCategory(settings, name)
    const { body } = await settings.call(updateCategory, { params: { id }, body: { updates: { label } } })
    context.terminal.printResult(options.json ? formatJson(body) : formatRecord(body.data))
    return EXIT.success
  })

/** `kitroom category delete`: the server refuses a category that accessories have, and says how many. */
const deleteCategoryCommand = (context: CommandContext, name: string, options: JsonOption): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const category = await findCategory(settings, name)
    const { body } = await settings.call(deleteCategory, { params: { id: category.id } })
    context.terminal.printResult(options.json ? formatJson(body) : `Deleted: ${category.name}`)
    return EXIT.success
  })

/** These commands need the owner key in KITROOM_OWNER_KEY. */
export function addCategoryCommands(program: Command, run: RunCommand): void {
  const category = program.command('category').description('categories of accessories that you add (owner key)')
  category
    .command('list')
    .description('every category that you have added, with the number of its accessories')
    .option(...JSON_FLAG)
    .action(run(listCategoriesCommand))
  category
    .command('create <name>')
    .description('add a category; its name in records never changes')
    .option('--label <text>', 'name for people')
    .option(...JSON_FLAG)
    .action(run(createCategoryCommand))
  category
    .command('set <name>')
    .description('change the label of a category')
    .option('--label <text>', 'name for people')
    .option(...JSON_FLAG)
    .action(run(setCategoryCommand))
  category
    .command('delete <name>')
    .description('delete a category that no accessory has')
    .option(...JSON_FLAG)
    .action(run(deleteCategoryCommand))
}
