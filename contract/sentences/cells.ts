import { withArticle } from './withArticle.ts'

/**
 * English sentences about single cells. Values are texts of the sheet, names of fields and settings, numbers and days.
 */
export const cellSentences = {
  // Numbers
  number_in_parentheses: ({ text }: { text: string }) =>
    `"${text}" stands in parentheses, which can mean a negative number.`,
  write_number: () => 'Write it with digits and at most one decimal mark.',
  write_in_unit: ({ unit }: { unit: string }) => `Write it in ${unit}.`,
  number_is_percentage: ({ text, field }: { text: string; field: string }) =>
    `"${text}" is a percentage, and ${field} is a plain number. Write the number itself.`,
  number_with_exponent: ({ text }: { text: string }) =>
    `"${text}" is written with an exponent. Write the number in full.`,
  tax_word: ({ text }: { text: string }) =>
    `The amount of "${text}" is used as it stands; whether tax is in it is not stored. Write the number alone to see no warning.`,
  no_number: ({ text }: { text: string }) => `"${text}" is not a number.`,
  weight_without_unit: ({ text }: { text: string }) =>
    `"${text}" has no unit, and other cells of the column are no whole grams. Write it with g or kg.`,
  no_whole_grams: ({ text }: { text: string }) => `"${text}" is no whole number of grams. Round it.`,
  number_is_negative: ({ text, field }: { text: string; field: string }) =>
    `"${text}" is negative, and ${field} cannot be. Write it without the sign, or empty the cell.`,
  separators_misplaced: ({ text }: { text: string }) => `"${text}" has separators in places where no number has them.`,
  no_currency: ({ text, word }: { text: string; word: string }) =>
    `"${text}" is not an amount: "${word}" is no currency.`,
  other_unit: ({ text, word, field }: { text: string; word: string; field: string }) =>
    `"${text}" is not a plain number, and "${word}" is not the unit of ${field}.`,
  other_currency: ({ text, currency }: { text: string; currency: string }) =>
    `"${text}" is not in ${currency}, the currency of the account. Convert it; Kitroom does not.`,
  currency_uncertain: ({ text, currency }: { text: string; currency: string }) =>
    `"${text}" is in a column or row of ${currency}, so its currency is uncertain. Correct the one that is wrong.`,
  other_decimal_mark: ({ text, mark }: { text: string; mark: string }) =>
    `"${text}" does not fit the setting decimal: "${mark}". Write it with that decimal mark, or change the setting.`,
  number_ambiguous: ({ text, decimal, whole }: { text: string; decimal: string; whole: string }) =>
    `"${text}" can mean ${decimal} or ${whole}, and no other cell of the column decides. Set decimal: "." or "," for this source.`,
  number_pair: ({ text, whole }: { text: string; whole: string }) =>
    `"${text}" can mean ${whole} or two numbers, and no other cell of the column has a space between thousands. Write it without the space.`,
  more_than_two_decimals: ({ text }: { text: string }) =>
    `"${text}" has more than two decimals. Round it; if the mark stands between thousands, set decimal: for this source.`,
  decimals_of_whole_number: ({ text, field }: { text: string; field: string }) =>
    `"${text}" has decimals, and ${field} is a whole number. Round it.`,
  number_shown_as: ({ number, text }: { number: string; text: string }) =>
    `The cell holds ${number} and shows "${text}". Format the column so that it shows the whole number.`,
  number_shown_as_nothing: ({ number }: { number: string }) =>
    `The cell holds ${number} and shows nothing. Format the column so that it shows the whole number.`,
  decimals_hidden: ({ text, number }: { text: string; number: number }) =>
    `The cell shows "${text}" and holds ${number}, which is used. Format the column so that it shows all decimals to see no warning.`,
  number_rounded: ({ from, to }: { from: number; to: number }) =>
    `${from} was rounded to ${to}. Round it in the sheet to see no warning.`,
  no_nd_number: ({ text, scale }: { text: string; scale: string }) =>
    `"${text}" is no ${scale} of an ND filter. Correct the cell.`,
  below_limit: ({ text, field, limit }: { text: string; field: string; limit: string }) =>
    `"${text}" is below the limit of ${field}, which is ${limit}. Correct the cell, or empty it.`,
  over_limit: ({ text, field, limit }: { text: string; field: string; limit: string }) =>
    `"${text}" is over the limit of ${field}, which is ${limit}. Correct the cell, or empty it.`,
  against_contract: ({ field, rule }: { field: string; rule: string }) => `${field} ${rule}.`,
  has_characters: ({ count }: { count: number }) => `It has ${count} characters: shorten it.`,
  shorten_cell: () => 'Shorten the cell.',
  // Dates
  write_date: () => 'Write it as 2024-03-28.',
  write_day: () => 'Write the day itself, such as 2024-03-28.',
  date_is_span: ({ text }: { text: string }) => `"${text}" is a span of time and no date.`,
  date_is_months: ({ text }: { text: string }) => `"${text}" is a number, maybe of months, and no date.`,
  length_without_end: ({ text }: { text: string }) =>
    `"${text}" has no end, so none is stored. Empty the cell to see no warning.`,
  length_without_unit: ({ text }: { text: string }) =>
    `"${text}" can be months or years. Write the unit into the cell, or into the header: Warranty (months).`,
  no_length: ({ text }: { text: string }) => `"${text}" is no length of time. Write it as 24 months or 2 years.`,
  length_without_purchase: ({ text }: { text: string }) =>
    `The end of "${text}" is not known, because the row has no purchase date. Write that date, or the day when the warranty ends.`,
  year_of_two_digits: ({ text }: { text: string }) =>
    `"${text}" has a year of two digits. Write the year in full, or set two_digit_years: 1970-2069 for this source.`,
  no_date_maybe_day_number: ({ text }: { text: string }) =>
    `"${text}" is not a date. If it is a spreadsheet's day number, format the column as a date there.`,
  no_date: ({ text }: { text: string }) => `"${text}" is not a date.`,
  no_date_format_column: ({ text }: { text: string }) =>
    `"${text}" is not a date. If it is one, format the column as a date.`,
  date_is_time: ({ text }: { text: string }) => `"${text}" is a time or a duration and not a date.`,
  date_shown_in_part: ({ text }: { text: string }) =>
    `The cell shows "${text}", which is no whole date. Format the column so that it shows the year too.`,
  date_shown_without_day: ({ text }: { text: string }) =>
    `The cell shows "${text}" and no day. Format the column so that it shows the day, or write it as 2024-03-28.`,
  moment_ambiguous: ({ text, day, zone }: { text: string; day: string; zone: string }) =>
    `"${text}" is ${day} in ${zone}, the time zone of the studio,`,
  moment_as_in_utc: () => 'as in UTC',
  moment_other_in_utc: ({ day }: { day: string }) => `and ${day} in UTC`,
  moment_other_as_written: ({ day }: { day: string }) => `, and ${day} where it was written`,
  set_date_zone: () => '. Set date_zone: studio or UTC for this source, or write the day alone.',
  month_without_day: ({ text }: { text: string }) =>
    `"${text}" names a month and no day. Write the day, or set month_dates: first or last for this source.`,
  no_such_day: ({ text }: { text: string }) => `There is no day "${text}". Correct the date.`,
  no_such_day_in_order: ({ text, order }: { text: string; order: string }) =>
    `"${text}" is no day in the order that date_order: ${order} sets. Correct the date, or change the setting.`,
  day_ambiguous: ({ text, first, second }: { text: string; first: string; second: string }) =>
    `"${text}" can be ${first} or ${second}, and no other cell of the column decides. Set date_order: DMY or MDY for this source, or write it as ${first}.`,
  day_ambiguous_beside_months: ({ text, first, second }: { text: string; first: string; second: string }) =>
    `"${text}" can be ${first} or ${second}, and other cells of the column have the month first. Set date_order: DMY or MDY for this source, or write it as ${first}.`,
  day_out_of_range: ({ text, first, last }: { text: string; first: string; last: string }) =>
    `"${text}" lies outside ${first} to ${last}. Correct the year, or empty the cell.`,
  date_of_text_used: ({ text }: { text: string }) => `Only the date of "${text}" is used.`,
  date_stays: ({ day }: { day: string }) => `Only the date is used. It stays ${day}, as it was synced.`,
  write_date_alone: () => 'Write the date alone to see no warning.',
  day_of_zone_used: ({ day, zone }: { day: string; zone: string }) => `It is ${day} in ${zone}, so that day is used.`,
  read_in_zone: ({ zone }: { zone: string }) => `It is read in ${zone}, as date_zone says.`,
  // Texts and words
  converted_to_date: ({ text }: { text: string }) =>
    `"${text}" is a date, as spreadsheet programs make of what is typed.`,
  converted_to_time: ({ text }: { text: string }) =>
    `"${text}" is a time, as spreadsheet programs make of what is typed.`,
  converted_to_boolean: ({ text }: { text: string }) =>
    `"${text}" is a value of true or false, as spreadsheet programs make of what is typed.`,
  converted_to_percentage: ({ text }: { text: string }) =>
    `"${text}" is a percentage, as spreadsheet programs make of what is typed.`,
  format_as_text: () => "Format the column as text and type the value again, or put a ' before it.",
  digits_lost: ({ text }: { text: string }) =>
    `"${text}" is a long number that the spreadsheet has rounded. Format the column as text and type it again.`,
  text_shown_as: ({ value, text }: { value: string; text: string }) =>
    `The cell holds ${value} and shows "${text}". Format the column as text and type it as it should read.`,
  provider_is_span: ({ text }: { text: string }) =>
    `"${text}" is a span of time and no name. Write the day when the warranty ends into a column "Warranty until", or set this one to ignore under columns:.`,
  unknown_word: ({ text, field }: { text: string; field: string }) => `"${text}" is not a known ${field}.`,
  known_words: ({ words }: { words: string }) => `Known are ${words}.`,
  known_words_or_add: ({ words, field }: { words: string; field: string }) =>
    `Known are ${words}, or add the word under values: ${field}.`,
  nearest_word: ({ word, meaning }: { word: string; meaning: string }) =>
    `The nearest known word is "${word}", which means ${meaning}.`,
  nearest_word_or_add: ({ word, meaning, field }: { word: string; meaning: string; field: string }) =>
    `The nearest known word is "${word}", which means ${meaning}, or add the word under values: ${field}.`,
  // Cells of any field
  error_cell: () => 'The cell shows an error of the spreadsheet. Repair its formula.',
  ditto_mark: () => 'The cell means the value of the row above, which Kitroom does not copy. Write the value itself.',
  formula_not_calculated: () =>
    'The cell holds a formula without its value. Open the file in a spreadsheet program and save it, a text file from the workbook it comes from.',
  key_not_calculated: () =>
    'The cell holds a formula without a value. Open the file in a spreadsheet program and save it; if the cell stays empty, correct its formula.',
  struck_out: () =>
    'The cell is struck out. Empty it, or take the line through it away; for an item that is gone, set its status.',
  partly_struck_out: () => 'The text that is struck out was not read. Remove it to see no warning.',
  cell_answered: ({ text }: { text: string }) =>
    `The plan takes "${text}" instead. Write it into the sheet, or the next sync reads this cell again.`,
  cell_answered_blank: () =>
    'The plan takes the cell as blank. Empty it in the sheet, or the next sync reads it again.',
  damaged_text: () =>
    'The text was saved or read in a wrong encoding before. Write the cell anew, or save the file as "CSV UTF-8" from the program it comes from.',
  escaped_text: () =>
    "The cell holds a code for a character, as web pages have it (&amp; for &), and the sheet does not use them throughout. Write the character itself, or put a ' before the text if it is meant so.",
  references_read: () =>
    'Codes such as &amp; were read as the characters that they stand for. Write the characters themselves to see no warning.',
  encoding_uncertain: ({ readings }: { readings: string }) =>
    `The cell reads ${readings}. Set encoding: for this source, or save the file as "CSV UTF-8".`,
  merged_cell: ({ first, last, field }: { first: number; last: number; field: string }) =>
    `The cell is merged over rows ${first} to ${last}, so whether its ${field} belongs to one of them or to each cannot be told.`,
  split_merged_key: () => 'Split it, and give each row its own.',
  merged_left_out: () =>
    'It is left out, and a stored value stays. Split the cell, and write the value into each row that has it.',
  read_as_blank: () => 'Read as blank; the stored value stays. Empty the cell to see no warning.',
  not_for_type: ({ type, header }: { type: string; header: string }) =>
    `${withArticle(type, 'start')} has no "${header}"; the cell is left out. Empty it, or correct the type.`,
  not_for_item: ({ header }: { header: string }) =>
    `This item has no "${header}"; the cell is left out. Empty it, or correct the type.`,
}
