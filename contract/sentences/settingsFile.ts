import { describeFault } from '../faultReasons.ts'

/** English sentences about kitroom.yaml as a file: where a fault is, and files that cannot be used at all. */
const fileSentences = {
  setting_in_line: ({ file, line, path }: { file: string; line: number; path: string }) => `${file}:${line}: ${path}:`,
  line_of_settings: ({ file, line }: { file: string; line: number }) => `${file}:${line}:`,
  setting_unknown: ({ name, section }: { name: string; section: string }) => `"${name}" is no setting of ${section}`,
  settings_file_missing: ({ path }: { path: string }) => `${path} is not there.`,
  settings_file_unreadable: ({ path, code }: { path: string; code: string }) =>
    `${path} cannot be read (${code}); check its permissions.`,
  settings_not_editable: ({ file }: { file: string }) =>
    `${file} has an anchor or alias (& or *) where this change would go. Change the file by hand, or write the value out.`,
  settings_sealed: () =>
    'The settings in force have web addresses with queries, which are encrypted with another key. Give all workers the same KITROOM_ENCRYPTION_KEY.',
}

/**
 * English sentences about text that is no YAML. For those of the library's codes, from `yaml_alias_with_properties` on,
 * the English text has the library's own words, which are more exact.
 */
const yamlSentences = {
  yaml_too_long: ({ kib }: { kib: number }) => `has more than ${kib} KiB`,
  yaml_nested_too_deeply: () => 'has lists or maps that are nested too deeply',
  yaml_alias_inside: ({ alias }: { alias: string }) => `*${alias} stands inside of the value that it repeats`,
  yaml_alias_unknown: ({ alias }: { alias: string }) =>
    `*${alias} repeats a value that is not named before (&${alias})`,
  yaml_too_many_aliases: ({ count }: { count: number }) =>
    `has too many aliases: they may repeat ${count} values. Write the values out`,
  yaml_alias_with_properties: () => 'has an alias with an anchor or a tag',
  yaml_bad_alias: () => 'has an alias or an anchor without a name',
  yaml_bad_directive: () => 'has a line with % that is no directive of YAML',
  yaml_bad_escape: () => 'has a backslash in double quotes that begins no known character',
  yaml_bad_indent: () => 'is not indented like the lines that belong to it, or lacks a closing bracket',
  yaml_bad_property_order: () => 'has an anchor or a tag before its sign',
  yaml_bad_start: () => 'begins with a character that needs quotes around the value',
  yaml_block_as_key: () => 'has a list or a map where a name is needed',
  yaml_block_in_flow: () => 'has an indented list or map inside of brackets',
  yaml_duplicate_key: () => 'Map keys must be unique',
  yaml_key_too_long: () => 'has a name that is too long, or lacks a colon',
  yaml_missing_character: () => 'lacks a character, such as a comma, a colon, a bracket, a quote or a space',
  yaml_key_in_lines: () => 'has a name of several lines, or lacks a colon',
  yaml_two_anchors: () => 'has a value with two anchors',
  yaml_two_documents: () => 'has a second document after ---',
  yaml_two_tags: () => 'has a value with two tags',
  yaml_key_no_text: () => 'has a name that is no text',
  yaml_tab_as_indent: () => 'is indented by a tab; use spaces',
  yaml_unknown_tag: () => 'has a tag (!) that is not known',
  yaml_unexpected_character: () => 'has a character or a word where none is expected',
  yaml_bad_collection: () => 'has a tag that does not fit its list or map',
  yaml_not_readable: () => 'cannot be read as YAML',
}

/** English sentences about values, by the reasons of faults. A text that zod made stays in the English text. */
export const valueSentences = {
  value_required: () => describeFault('required', {}).detail,
  value_blank: () => describeFault('blank', {}).detail,
  value_wrong_type: ({ expected }: { expected: string }) => describeFault('wrong_type', { expected }).detail,
  value_null_given: ({ expected }: { expected: string }) => describeFault('null_given', { expected }).detail,
  value_not_one_of: ({ allowed }: { allowed: string }) => describeFault('not_one_of', { allowed: [allowed] }).detail,
  value_not_valid: () => describeFault('not_valid', {}).detail,
  value_too_large: ({ max }: { max: number }) => describeFault('too_large', { max }).detail,
  value_too_small: ({ min }: { min: number }) => describeFault('too_small', { min }).detail,
  value_too_many_entries: ({ max }: { max: number }) => describeFault('too_many_entries', { max }).detail,
  value_too_few_entries: ({ min }: { min: number }) => describeFault('too_few_entries', { min }).detail,
  value_too_many_characters: ({ max }: { max: number }) => describeFault('too_many_characters', { max }).detail,
  value_half_a_character: () => describeFault('half_a_character', {}).detail,
  value_control_characters: () => describeFault('control_characters', {}).detail,
  value_two_decimals: () => describeFault('two_decimals', {}).detail,
  value_no_day: () => describeFault('no_day', {}).detail,
  value_day_not_between: ({ earliest, latest }: { earliest: string; latest: string }) =>
    describeFault('day_not_between', { earliest, latest }).detail,
  value_no_config_id: () => describeFault('no_config_id', {}).detail,
}

export const settingsFileSentences = { ...fileSentences, ...yamlSentences, ...valueSentences }
