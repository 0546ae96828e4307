import { withArticle } from './withArticle.ts'

/** English sentences about rows of a sheet. `rows` lists row numbers. */
export const rowSentences = {
  // Keys and identity
  row_without_key: ({ field }: { field: string }) =>
    `The row has values but no ${field}, so its item cannot be told. Give it one, or empty the row.`,
  row_without_tag: () =>
    'The row has values but no asset_tag, so its item cannot be told. Give it one, as kitroom sync tag does for all rows of a text file, or empty the row.',
  key_in_words: ({ field }: { field: string }) =>
    `The cell says something in words and holds no number, so its item cannot be told. Give it ${withArticle(field)}.`,
  identifier_in_words: ({ field }: { field: string }) =>
    `The cell says something in words and holds no number; the stored ${field} stays.`,
  set_identifiers: () => 'Set identifiers: any for this source if such words are its numbers.',
  hardly_of_field: ({ field }: { field: string }) =>
    `The cell can hardly be ${withArticle(field)}. Correct it, empty it, or put a ' before the text if it is one.`,
  same_key: ({ field, rows }: { field: string; rows: string }) =>
    `The same ${field} stands in row ${rows}. Give each its own: until then nothing is written for any of them.`,
  same_keys: ({ field, rows }: { field: string; rows: string }) =>
    `The same ${field} stands in rows ${rows}. Give each its own: until then nothing is written for any of them.`,
  same_keys_and_more: ({ field, rows, more }: { field: string; rows: string; more: number }) =>
    `The same ${field} stands in rows ${rows} and ${more.toLocaleString('en')} more. Give each its own: until then nothing is written for any of them.`,
  tag_counts_as: ({ rows }: { rows: string }) =>
    `The tag counts as that of row ${rows}: they differ only by the kind of a dash or space, or by the width of characters. Give each its own: until then nothing is written for any of them.`,
  tag_counts_as_rows: ({ rows }: { rows: string }) =>
    `The tag counts as those of rows ${rows}: they differ only by the kind of a dash or space, or by the width of characters. Give each its own: until then nothing is written for any of them.`,
  tag_counts_as_rows_and_more: ({ rows, more }: { rows: string; more: number }) =>
    `The tag counts as those of rows ${rows} and ${more.toLocaleString('en')} more: they differ only by the kind of a dash or space, or by the width of characters. Give each its own: until then nothing is written for any of them.`,
  same_serial: ({ rows }: { rows: string }) =>
    `The same serial number stands in row ${rows} under another tag. Correct one of the two, or remove the row that is there twice.`,
  same_serials: ({ rows }: { rows: string }) =>
    `The same serial number stands in rows ${rows} under other tags. Correct one of the two, or remove the row that is there twice.`,
  same_serials_and_more: ({ rows, more }: { rows: string; more: number }) =>
    `The same serial number stands in rows ${rows} and ${more.toLocaleString('en')} more under other tags. Correct one of the two, or remove the row that is there twice.`,
  same_item_in_rows: ({ rows }: { rows: string }) =>
    `Row ${rows} means the same item. Remove all but one: until then nothing is written for any of them.`,
  items_with_key: ({ count, field }: { count: number; field: string }) =>
    `${count} items of the account have this ${field}, so which one the row means cannot be told. Give each item its own.`,
  item_of_other_source: () => 'The item belongs to another source of kitroom.yaml. Remove the row here or there.',
  same_item_of_other_source: () =>
    'same_item: names an item that belongs to another source of kitroom.yaml. Correct the tag there, or remove the line.',
  tag_in_use: ({ item, id }: { item: string; id: string }) =>
    `The tag is in use by ${item} (${id}), which is not this row's item. Give the row another tag, or change that item's.`,
  // Values
  new_item_needs: ({ field }: { field: string }) => `A new item needs ${withArticle(field)}. Fill the cell.`,
  field_never_empty: ({ field }: { field: string }) =>
    `${field} is never empty, so it cannot be cleared. Write a value, or leave the cell blank to keep the stored one.`,
  focal_lengths_reversed: ({ longest, shortest }: { longest: number; shortest: number }) =>
    `The longest focal length, ${longest} mm, is below the shortest, ${shortest} mm. Correct one of the two.`,
  type_cannot_change: ({ type }: { type: string }) =>
    `The item is ${withArticle(type)} and its type cannot change. Correct the cell; if the item was replaced by another, give the new one a key of its own.`,
  // Changes that spreadsheet programs make to a file
  damaged_value: ({ text, stored, field }: { text: string; stored: string; field: string }) =>
    `"${text}" is what spreadsheet programs make of "${stored}", which stays. Format the column as text and type the value again. If the cell is right, put a ' before it, or set damaged_values: { ${field}: take } for this source.`,
  damaged_key_of_several: ({ text, stored, field }: { text: string; stored: string; field: string }) =>
    `Spreadsheet programs make "${text}" of ${stored}, so which item the row means cannot be told. Format the column as text and type the ${field} again.`,
  damaged_key: ({ text, stored, field }: { text: string; stored: string; field: string }) =>
    `"${text}" is what spreadsheet programs make of "${stored}", so the row means that item. Format the column as text and type the ${field} again. If the cell is right, put a ' before it, or set damaged_values: { ${field}: take } for this source.`,
  damaged_key_of_other_model: ({ text, stored, field }: { text: string; stored: string; field: string }) =>
    `"${text}" is what spreadsheet programs make of "${stored}", and the row names another brand and model than that item has. Type the ${field} again in a column of texts. For a new item, put a ' before it.`,
  // Quantities
  quantity_as_one: ({ count }: { count: number }) =>
    `The row stands for ${count} items, and quantity: one makes one item of it. Write 1, or leave the cell empty, to see no warning.`,
  no_quantity_as_one: ({ text }: { text: string }) =>
    `"${text}" is no quantity, and quantity: one makes one item of it. Write 1, or leave the cell empty, to see no warning.`,
  no_quantity: ({ text }: { text: string }) =>
    `"${text}" is not a quantity. Write a whole number; an empty cell is one item.`,
  quantity_of_none: () =>
    'The row stands for no item. Remove the row, or correct the number; quantity: one makes an item of it.',
  quantity_undecided: ({ count }: { count: number }) =>
    `The row stands for ${count} items, and each item needs a row and a tag of its own. Give them those, or set quantity: for this source: expand makes ${count} items with tags with numbers, one makes a single item.`,
  quantity_undecided_of_tag: ({ count, tag }: { count: number; tag: string }) =>
    `The row stands for ${count} items, and each item needs a row and a tag of its own. Give them those, or set quantity: for this source: expand makes ${count} items with the tags ${tag}-1 to ${tag}-${count}, one makes a single item.`,
  quantity_by_serials: ({ count }: { count: number }) =>
    `The row stands for ${count} items. Tags are made from asset tags, and this sheet tells its items apart by serial numbers: give each item its own row.`,
  quantity_too_high: ({ count, limit }: { count: number; limit: number }) =>
    `The row stands for ${count} items, and at most ${limit} are made of one. Split it into several rows.`,
  quantity_with_identifier: ({ count, field }: { count: number; field: string }) =>
    `A ${field} belongs to one item, and the row stands for ${count}. Give each item its own row, or empty the cell.`,
  quantity_makes_tag_of: ({ tag, rows }: { tag: string; rows: string }) =>
    `A quantity makes the tag "${tag}", which also stands for row ${rows}. Change a tag: until then nothing is written for any of them.`,
  quantity_tag_too_long: ({ tag }: { tag: string }) =>
    `The tag "${tag}", which the quantity makes, is too long. Shorten the tag.`,
  // Lists
  under_title: ({ title }: { title: string }) => `The row stands under "${title}", so its item is not on hand.`,
  set_sold_lists: () =>
    'Set sold_lists: retire for this source to keep such items as retired, or sold_lists: read to read them like any others.',
  set_wanted_lists: () => 'Set sold_lists: read for this source to read it all the same.',
  values_shifted: ({ values, headers }: { values: number; headers: number }) =>
    `The row has ${values} values and the header ${headers}, so some stand in wrong columns. Put quotation marks around values that hold the delimiter.`,
  table_not_read: ({ headers, row }: { headers: string; row: number }) =>
    `The table with the header "${headers}" in row ${row} is not read.`,
  table_lacks_columns: ({ headers, row, fields }: { headers: string; row: number; fields: string }) =>
    `The table with the header "${headers}" in row ${row} has no column for ${fields}, so its rows are not read. Add the column, or move the table to another sheet.`,
  table_of_no_gear: ({ headers, row }: { headers: string; row: number }) =>
    `The table with the header "${headers}" in row ${row} is no list of gear, so its rows are not read.`,
  table_without_key: ({ field }: { field: string }) =>
    `It has no column for ${field}, which tells the items of this sheet apart.`,
  // Items that are missing from the sheet
  sheet_without_items: () => 'The sheet has no item, so nothing counts as missing from it.',
  unread_row_may_list_gear: ({ row }: { row: number }) =>
    `Row ${row} stands in a table that is not read and may list gear, so which items are missing is not certain.`,
  key_of_row_unreadable: ({ row }: { row: number }) =>
    `The key of row ${row} cannot be read, so which items are missing is not certain. Fill the cell.`,
  header_changed: () =>
    'The header is not the one of the last run, so nothing counts as missing this time. From the next run on it does.',
  range_changed: () =>
    'The range is not the one of the last run, so nothing counts as missing this time. From the next run on it does.',
  column_waits: ({ header }: { header: string }) =>
    `The column "${header}" is not read as in the last run, so nothing counts as missing until its question is answered.`,
  too_many_missing: ({ count, of, limit }: { count: number; of: number; limit: number }) =>
    `${count} of ${of} items would be marked or deleted, and missing_guard lets ${limit} pass. Nothing is marked or deleted. Look whether rows were lost; if not, raise missing_guard in kitroom.yaml.`,
  // Questions
  row_asks_about_column: ({ header, text }: { header: string; text: string }) =>
    `"${header}" is "${text}", which may mean that the item is gone. Say under presence: what the column means.`,
  row_asks_about_title: ({ title }: { title: string }) =>
    `The row stands under "${title}", which may mean that the item is gone. Say under presence: what the title means.`,
  row_asks_about_item: ({ item }: { item: string }) =>
    `The row has the serial number, brand and model of ${item}, which has no row. Is it the same item under another tag? Say so under same_item:.`,
  question_of_list: ({ title }: { title: string }) => `Are the items under "${title}" gone?`,
  question_of_column: ({ header, values }: { header: string; values: string }) =>
    `Does the column "${header}" say that an item is gone, as with "${values}"?`,
  question_of_items: ({ count, tag, item }: { count: number; tag: string; item: string }) =>
    `${count} rows have the serial number, brand and model of items without a row, such as ${tag} those of ${item}. Are they the same items under other tags?`,
  row_asks_about_reading: ({ header }: { header: string }) =>
    `"${header}" is not read as in the last applied run, so the row waits. Say under columns: what it is.`,
  type_waits: () => 'The column of the type waits for an answer; values that the stored type lacks are left out.',
  question_of_reading: ({ header, was, now }: { header: string; was: string; now: string }) =>
    `The column "${header}" was ${was || 'left out'} in the last applied run, and would be ${now || 'left out'} now. Nothing is written from it until columns: says what it is.`,
  rows_would_change: ({ count }: { count: number }) =>
    count === 1 ? 'One row would change.' : `${count} rows would change.`,
  rows_wait: ({ count }: { count: number }) =>
    count === 1 ? 'One row waits for the answer.' : `${count} rows wait for the answer.`,
}
