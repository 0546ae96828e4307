/** Contents of cells, in English. */
const contentNames = {
  date: 'dates',
  year: 'years',
  duration: 'spans of time',
  money: 'amounts of money',
  yes_no: 'yes and no',
  letter: 'letters',
  cover: 'words about a warranty',
  number: 'numbers',
  size: 'sizes',
  plug: 'plugs, cards or screws',
  link: 'links',
  code: 'codes',
  name: 'names',
  sentence: 'sentences',
} as const
export type ContentName = keyof typeof contentNames

/** Units of a length of time, by their letter in ISO 8601. */
const lengthUnits = { Y: 'year', M: 'month', W: 'week', D: 'day' } as const
export type LengthUnit = keyof typeof lengthUnits

/** A fact that the cells of a column prove. */
export type ColumnFact =
  | 'decimal comma'
  | 'decimal point'
  | 'day-month-year'
  | 'month-day-year'
  | 'month-day-year, day-month-year where dotted'
  | 'optical densities'
  | 'filter factors'
  | 'stops'

/** Joins the fields of a list, such as `brand, model`. */
const or = (fields: string): string => fields.replaceAll(', ', ' or ')

/**
 * English clauses about columns: how they are read, and why some are left out. `column` is a letter with its header.
 */
export const columnSentences = {
  header_means: () => 'the header means it',
  header_can_mean: () => 'the header can mean it, and no other column names it',
  set_by_columns: () => 'columns: of the settings says so',
  set_by_preset: () => 'preset: of the settings says so',
  set_by_notes_from: () => 'notes_from: of the settings says so',
  header_means_quantity: () => 'the header means how many items a row stands for',
  header_either_by_cells: ({ fields }: { fields: string }) => `the header can be ${or(fields)}; its cells fit this one`,
  header_either_by_other: ({ fields }: { fields: string }) =>
    `the header can be ${or(fields)}; another column names the other one`,
  lengths_of_warranty: () => 'its cells are lengths of a warranty, which are added to the purchase date',
  dates_of_warranty: () => 'its cells are days on which a warranty ends',
  question_of_cells: ({ header, was, now }: { header: string; was: ColumnFact; now: ColumnFact }) =>
    `The cells of "${header}" said "${was}" in the last applied run, and say "${now}" now. Nothing is written from the column until columns: says auto for it.`,
  setting_reads_as_before: ({ setting }: { setting: string }) =>
    `With ${setting} in the source they are read as before.`,
  cells_say: ({ fact }: { fact: ColumnFact }) => `; its cells say: ${fact}`,
  value_means_gone: () => 'a row with a value there is not on hand',
  no_means_gone: () => 'a row with a no there is not on hand',
  value_means_out: () => 'a row with a value there is in use',
  currency_of_amounts: () => 'it says the currency of amounts, which must be that of the account',
  // The key
  values_differ: ({ count }: { count: number }) =>
    `the header can mean it, and its ${count} values are filled and all different`,
  serials_differ: () => 'there is no column of asset tags, and no serial number occurs twice',
  not_the_key: ({ column }: { column: string }) => `; ${column} is not the key:`,
  no_key: ({ column }: { column: string }) => `${column} is not the key:`,
  counts_rows: () => 'it counts the rows',
  has_no_values: () => 'it has no values',
  row_has_none: ({ row }: { row: number }) => `row ${row} has none`,
  value_stands_twice: ({ text, first, second }: { text: string; first: number; second: number }) =>
    `"${text}" stands in rows ${first} and ${second}`,
  // Columns that are left out
  settings_say_column: ({ column, field }: { column: string; field: string }) =>
    `the settings say that column ${column} is ${or(field)}`,
  empty_beside: ({ column }: { column: string }) => `it is empty, and column ${column} is not`,
  same_values_as: ({ column }: { column: string }) => `it has the same values as column ${column}`,
  either_untold: ({ fields }: { fields: string }) =>
    `it can be ${or(fields)}, and its cells do not tell; say under columns: which of the two it is`,
  own_field_undefined: ({ field, name }: { field: string; name: string }) =>
    `the account has no own field for ${field}; define it with: kitroom field create ${name}`,
  service_off: ({ fact }: { fact: string }) =>
    `it can be ${fact} of maintenance records; with maintenance: true in the source the plan makes them`,
  service_not_included: ({ fact }: { fact: string }) =>
    `it is ${fact} of maintenance records, and the subscription does not include maintenance`,
  interval_added: ({ day, count, unit }: { day: string; count: number; unit: LengthUnit }) =>
    `${day} + ${count} ${lengthUnits[unit] ?? unit}${count === 1 ? '' : 's'}`,
  warranty_ends_in: ({ column }: { column: string }) => `column ${column} has the day on which the warranty ends`,
  lengths_without_purchase: ({ text }: { text: string }) =>
    `its cells, such as "${text}", are lengths of a warranty, and no column has the purchase date`,
  purchase_date_plus: ({ count, unit }: { count: number; unit: LengthUnit }) =>
    `purchase date + ${count} ${lengthUnits[unit] ?? unit}${count === 1 ? '' : 's'}`,
  category_undefined: ({ name }: { name: string }) =>
    `The account has no category ${name}. Add it with: kitroom category create ${name}.`,
  names_field_itself: ({ column, field }: { column: string; field: string }) =>
    `the header of column ${column} names ${field} itself`,
  both_can_be: ({ column, field }: { column: string; field: string }) =>
    `column ${column} can be ${field} as well; say under columns: which one it is`,
  notes_beside: ({ column, header }: { column: string; header: string }) =>
    `column ${column} has the notes; notes_from: ["${header}"] adds these`,
  same_types_as: ({ column }: { column: string }) => `it names the same types as column ${column}`,
  cells_fit_better: ({ column, field }: { column: string; field: string }) =>
    `the cells of column ${column} fit ${or(field)} better`,
  cells_hold: ({ content, text, fields }: { content: ContentName; text: string; fields: string }) =>
    `its cells hold ${contentNames[content] ?? content}, such as "${text}", which ${or(fields)} cannot be`,
  model_named_beside: ({ column }: { column: string }) => `column ${column} has the name of the model`,
  kinds_or_models: ({ text }: { text: string }) =>
    `its cells, such as "${text}", can be kinds of gear as well as models`,
  numbers_of_other_unit: ({ text, field }: { text: string; field: string }) =>
    `its numbers, such as "${text}", are hardly in the unit of ${field}`,
  no_cell_read: ({ text, field }: { text: string; field: string }) =>
    `none of its cells, such as "${text}", can be read as ${field}`,
  numbers_of_capacity: ({ text }: { text: string }) => `its numbers, such as "${text}", can be capacities`,
  numbers_of_pieces: ({ text }: { text: string }) => `its numbers, such as "${text}", can be numbers of pieces`,
  product_lines: ({ text }: { text: string }) => `its cells, such as "${text}", can be product lines`,
  no_known_mount: ({ text }: { text: string }) => `none of its cells, such as "${text}", is a known lens mount`,
  repeated_words: ({ text }: { text: string }) => `its cells hold words that repeat, such as "${text}", and no numbers`,
  header_scales: () =>
    'its header scales the numbers, and Kitroom does not. Write them in full, under a header without a scale',
  minutes_or_hours: ({ text }: { text: string }) =>
    `"${text}" can be minutes or hours, and its header does not say which`,
  price_of_rental: ({ header }: { header: string }) => `beside "${header}" it can be the price of a rental`,
  nd_scale_unclear: () => 'its numbers do not tell whether they are stops, densities or factors',
  // The encoding
  by_byte_order_mark: () => 'byte order mark',
  by_encoding_setting: () => 'set by encoding:',
  by_zero_bytes: () => 'every second byte of separators and digits is 0',
  by_ascii: () => 'ASCII only',
  by_valid_utf8: () => 'all of it is valid UTF-8',
  by_no_language: () => 'no known language has such letters',
  by_letters: ({ language }: { language: string }) => `letters and words of ${language}`,
  by_letters_and_detector: ({ language, percent }: { language: string; percent: number }) =>
    `letters and words of ${language}, detector ${percent} %`,
  encodings_possible_too: ({ encodings }: { encodings: string }) => `; ${encodings} possible too`,
}
