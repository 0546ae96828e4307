import { withOthers } from './withOthers.ts'

/** Headers that every list can have, by field. */
export const headerNames: Readonly<Record<string, string>> = {
  asset_tag: 'Asset Tag',
  serial_number: 'Serial Number',
  gear_type: 'Type',
  brand: 'Brand',
  model: 'Model',
}

const addColumn = (field: string): string => {
  const header = headerNames[field] ?? field
  return `${/^[AEIOU]/.test(header) ? 'an' : 'a'} ${header} column`
}

/**
 * English ways out of a refusal. `settings` has a line of YAML for each setting, `fields` the columns to add. `cells`
 * and `line` are in quotation marks.
 */
const ways = {
  add_settings: ({ settings }: { settings: string }) =>
    `add to the source in kitroom.yaml ${settings.replaceAll('\n', ' and ')}.`,
  insert_header: ({ row, cells }: { row: number; cells: string }) =>
    `insert a row with the names of the columns above row ${row}, from column A on: ${cells}.`,
  insert_header_of_sheet: ({ row, sheet, cells }: { row: number; sheet: string; cells: string }) =>
    `insert a row with the names of the columns above row ${row} of the sheet "${sheet}", from column A on: ${cells}.`,
  add_columns: ({ fields }: { fields: string }) =>
    `add ${fields.split(', ').map(addColumn).join(' and ')} with a value in each row.`,
  run_sync_tag: () =>
    'run kitroom sync tag <file> --source <source> --out <copy>: the copy has an asset tag for each item. Sync the copy.',
  put_first_line: ({ line }: { line: string }) => `put a first line ${line} into the file.`,
}
export type WaySentences = typeof ways

/**
 * English sentences that tell what to do about a refused sheet. Each way has one to stand first and one after others.
 */
export const adviceSentences = {
  ...withOthers(ways, 'Or'),
  also_add_settings: ({ settings }: { settings: string }) =>
    `Also add to the source in kitroom.yaml ${settings.replaceAll('\n', ' and ')}.`,
  replace_choose: ({ setting }: { setting: string }) => `Replace CHOOSE of ${setting} by the value of every new item.`,
  replace_choose_by: ({ setting, values }: { setting: string; values: string }) =>
    `Replace CHOOSE of ${setting} by the value of every new item: ${values}.`,
}
