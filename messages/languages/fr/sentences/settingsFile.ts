import type { settingsFileSentences } from '../../../../contract/sentences/settingsFile.ts'
import type { Translated } from '../../sentences.ts'

const typeNames: Readonly<Record<string, string>> = {
  string: 'un texte',
  number: 'un nombre',
  int: 'un nombre entier',
  boolean: 'true ou false',
  array: 'une liste',
  object: 'un groupe de réglages',
  record: 'un groupe de réglages',
}

/** French sentences about kitroom.yaml as a file, and about values. */
export const settingsFile: Translated<typeof settingsFileSentences> = {
  setting_in_line: ({ file, line, path }) => `${file}, ligne ${line}, ${path} :`,
  line_of_settings: ({ file, line }) => `${file}, ligne ${line} :`,
  setting_unknown: ({ name, section }) => `« ${name} » n’est pas un réglage de ${section}.`,
  settings_file_missing: ({ path }) => `${path} n’existe pas.`,
  settings_file_unreadable: ({ path, code }) => `${path} ne peut pas être lu (${code}). Vérifiez ses droits d’accès.`,
  settings_not_editable: ({ file }) =>
    `${file} a une ancre ou un alias (& ou *) à l’endroit de cette modification. Modifiez le fichier à la main ou écrivez la valeur en entier.`,
  settings_sealed: () =>
    'Les réglages en vigueur ont des adresses web avec des paramètres, chiffrées avec une autre clé. Donnez à tous les workers la même KITROOM_ENCRYPTION_KEY.',
  yaml_too_long: ({ kib }) => `Le fichier dépasse ${kib} Kio.`,
  yaml_nested_too_deeply: () => 'Des listes ou des groupes sont imbriqués trop profondément.',
  yaml_alias_inside: ({ alias }) => `*${alias} se trouve dans la valeur qu’il répète.`,
  yaml_alias_unknown: ({ alias }) => `*${alias} répète une valeur qui n’est pas nommée avant (&${alias}).`,
  yaml_too_many_aliases: ({ count }) =>
    `Il y a trop d’alias : ils peuvent répéter ${count} valeurs. Écrivez les valeurs en entier.`,
  yaml_alias_with_properties: () => 'Un alias (*) ne peut avoir ni ancre (&) ni étiquette (!).',
  yaml_bad_alias: () => 'Un alias (*) ou une ancre (&) n’a pas de nom, ou son nom se termine par deux-points.',
  yaml_bad_directive: () => 'La ligne avec % n’est pas une directive de YAML.',
  yaml_bad_escape: () =>
    'Entre guillemets doubles, une barre oblique inverse \\ n’est suivie d’aucun caractère connu. Écrivez \\\\, ou utilisez des guillemets simples.',
  yaml_bad_indent: () =>
    'La ligne n’est pas en retrait comme les autres lignes de sa liste ou de son groupe, ou il manque un crochet ou une accolade à la fin.',
  yaml_bad_property_order: () => 'Une ancre (&) ou une étiquette (!) est placée avant son signe, et non après.',
  yaml_bad_start: () => 'La valeur commence par un caractère spécial. Mettez-la entre guillemets.',
  yaml_block_as_key: () => 'Une liste ou un groupe commence là où il faut un nom.',
  yaml_block_in_flow: () =>
    'Une liste ou un groupe en retrait se trouve entre crochets ou accolades. Écrivez-le aussi entre crochets ou accolades.',
  yaml_duplicate_key: () => 'Ce nom apparaît une deuxième fois. Chaque nom ne peut figurer qu’une fois dans un groupe.',
  yaml_key_too_long: () => 'Le nom est trop long, ou il manque deux-points.',
  yaml_missing_character: () =>
    'Il manque ici un caractère, par exemple une virgule, deux-points, un crochet, un guillemet ou une espace.',
  yaml_key_in_lines: () => 'Le nom occupe plusieurs lignes, ou il manque deux-points.',
  yaml_two_anchors: () => 'Une valeur a deux ancres (&).',
  yaml_two_documents: () => 'Un deuxième document commence après ---. Le fichier ne peut en avoir qu’un.',
  yaml_two_tags: () => 'Une valeur a deux étiquettes (!).',
  yaml_key_no_text: () => 'Le nom n’est pas un texte.',
  yaml_tab_as_indent: () => 'La ligne est en retrait par une tabulation. Utilisez des espaces.',
  yaml_unknown_tag: () => 'L’étiquette (!) est inconnue.',
  yaml_unexpected_character: () => 'Il y a ici un caractère ou un mot qui n’est pas à sa place.',
  yaml_bad_collection: () => 'L’étiquette (!) ne convient pas à sa liste ou à son groupe.',
  yaml_not_readable: () => 'La ligne n’est pas du YAML lisible.',
  value_required: () => 'Une valeur est nécessaire.',
  value_blank: () => 'La valeur ne peut pas être vide.',
  value_wrong_type: ({ expected }) => `Il faut ${typeNames[expected] ?? `le type ${expected}`}.`,
  value_null_given: ({ expected }) => `La valeur manque : il faut ${typeNames[expected] ?? `le type ${expected}`}.`,
  value_not_one_of: ({ allowed }) => `Valeurs possibles : ${allowed}.`,
  value_not_valid: () => 'La valeur n’est pas valable.',
  value_too_large: ({ max }, { number }) => `La valeur peut être ${number(max)} au plus.`,
  value_too_small: ({ min }, { number }) => `La valeur doit être ${number(min)} au moins.`,
  value_too_many_entries: ({ max }, { number }) => `Nombre maximal d’éléments : ${number(max)}.`,
  value_too_few_entries: ({ min }, { number }) => `Nombre minimal d’éléments : ${number(min)}.`,
  value_too_many_characters: ({ max }, { number }) => `Nombre maximal de caractères : ${number(max)}.`,
  value_half_a_character: () => 'Le texte contient la moitié d’un caractère.',
  value_control_characters: () => 'Les caractères de contrôle ne sont pas permis.',
  value_two_decimals: () => 'Deux décimales au plus sont possibles.',
  value_no_day: () => 'Il faut un jour qui existe, écrit AAAA-MM-JJ.',
  value_day_not_between: ({ earliest, latest }, { day }) =>
    `Le jour doit se trouver entre le ${day(earliest)} et le ${day(latest)}.`,
  value_no_config_id: () =>
    'Il faut 1 à 64 lettres minuscules, chiffres, - ou _, avec une lettre ou un chiffre au début.',
}
