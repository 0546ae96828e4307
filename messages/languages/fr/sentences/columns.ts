import type { ColumnFact, columnSentences, ContentName, LengthUnit } from '../../../../contract/sentences/columns.ts'
import type { Translated } from '../../sentences.ts'

const contents: Readonly<Record<ContentName, string>> = {
  date: 'des dates',
  year: 'des années',
  duration: 'des durées',
  money: 'des montants',
  yes_no: 'oui et non',
  letter: 'des lettres',
  cover: 'des mots sur une garantie',
  number: 'des nombres',
  size: 'des tailles',
  plug: 'des prises, des cartes ou des vis',
  link: 'des liens',
  code: 'des codes',
  name: 'des noms',
  sentence: 'des phrases',
}

/** Units of a length, for one and for several. */
const lengthUnits: Readonly<Partial<Record<LengthUnit, readonly [string, string]>>> = {
  Y: ['an', 'ans'],
  M: ['mois', 'mois'],
  W: ['semaine', 'semaines'],
  D: ['jour', 'jours'],
}

const facts: Readonly<Record<ColumnFact, string>> = {
  'decimal comma': 'virgule décimale',
  'decimal point': 'point décimal',
  'day-month-year': 'jour, mois, année',
  'month-day-year': 'mois, jour, année',
  'month-day-year, day-month-year where dotted': 'mois, jour, année ; avec des points jour, mois, année',
  'optical densities': 'densités optiques',
  'filter factors': 'facteurs de filtre',
  stops: 'diaphragmes',
}

const named = (column: string): string => column.replace(/^(\S+) "(.*)"$/s, '$1 « $2 »')

const or = (fields: string, name: (field: string) => string): string =>
  fields
    .split(', ')
    .map((field) => `« ${name(field)} »`)
    .join(' ou ')

/** French clauses about columns. */
export const columns: Translated<typeof columnSentences> = {
  header_means: () => 'l’en-tête le dit',
  header_can_mean: () => 'l’en-tête peut le vouloir dire, et aucune autre colonne ne le nomme',
  set_by_columns: () => 'columns: des réglages le dit',
  set_by_preset: () => 'preset: des réglages le dit',
  set_by_notes_from: () => 'notes_from: des réglages le dit',
  header_means_quantity: () => 'l’en-tête dit combien d’articles représente une ligne',
  header_either_by_cells: ({ fields }, { field }) =>
    `l’en-tête peut être ${or(fields, field)} ; ses cellules vont avec celui-ci`,
  header_either_by_other: ({ fields }, { field }) =>
    `l’en-tête peut être ${or(fields, field)} ; une autre colonne nomme l’autre`,
  lengths_of_warranty: () => 'ses cellules sont des durées de garantie, qui comptent à partir de la date d’achat',
  dates_of_warranty: () => 'ses cellules sont des jours où une garantie prend fin',
  question_of_cells: ({ header, was, now }) =>
    `Les cellules de « ${header} » disaient « ${facts[was] ?? was} » lors de la dernière exécution appliquée, et disent maintenant « ${facts[now] ?? now} ». Rien n’est écrit depuis la colonne tant que columns: ne dit pas auto pour elle.`,
  setting_reads_as_before: ({ setting }) => `Avec ${setting} dans la source, elles sont lues comme avant.`,
  cells_say: ({ fact }) => ` ; ses cellules disent : ${facts[fact] ?? fact}`,
  value_means_gone: () => 'une ligne qui y a une valeur n’est pas disponible',
  no_means_gone: () => 'une ligne qui y a un non n’est pas disponible',
  value_means_out: () => 'une ligne qui y a une valeur est utilisée',
  currency_of_amounts: () => 'elle dit la devise des montants, qui doit être celle du compte',
  values_differ: ({ count }, { number }) =>
    `l’en-tête peut le vouloir dire, et ses ${number(count)} valeurs sont remplies et toutes différentes`,
  serials_differ: () => 'il n’y a pas de colonne de numéros d’inventaire, et aucun numéro de série ne se répète',
  not_the_key: ({ column }) => `; ${named(column)} ne désigne pas l’article :`,
  no_key: ({ column }) => `${named(column)} ne désigne pas l’article :`,
  counts_rows: () => 'elle compte les lignes',
  has_no_values: () => 'elle n’a pas de valeurs',
  row_has_none: ({ row }) => `la ligne ${row} n’en a pas`,
  value_stands_twice: ({ text, first, second }) => `« ${text} » figure aux lignes ${first} et ${second}`,
  settings_say_column: ({ column, field }, { field: name }) =>
    `d’après les réglages, la colonne ${named(column)} est ${or(field, name)}`,
  empty_beside: ({ column }) => `elle est vide, et la colonne ${named(column)} ne l’est pas`,
  same_values_as: ({ column }) => `elle a les mêmes valeurs que la colonne ${named(column)}`,
  category_undefined: ({ name }) =>
    `Le compte n’a pas de catégorie ${name}. Ajoutez-la avec : kitroom category create ${name}.`,
  own_field_undefined: ({ field, name }) =>
    `le compte n’a pas de champ propre pour « ${field} » ; définissez-le avec : kitroom field create ${name}`,
  either_untold: ({ fields }, { field }) =>
    `elle peut être ${or(fields, field)}, et ses cellules ne le disent pas ; indiquez sous columns: laquelle c’est`,
  service_off: ({ fact }, { field: name }) =>
    `elle peut être « ${name(fact)} » de maintenances ; avec maintenance: true dans la source, le plan les crée`,
  service_not_included: ({ fact }, { field: name }) =>
    `elle est « ${name(fact)} » de maintenances, et l’abonnement n’inclut pas la maintenance`,
  interval_added: ({ day, count, unit }, { number, day: format }) =>
    `${format(day)} + ${number(count)} ${lengthUnits[unit]?.[count === 1 ? 0 : 1] ?? unit}`,
  warranty_ends_in: ({ column }) => `la colonne ${named(column)} contient le jour où la garantie prend fin`,
  lengths_without_purchase: ({ text }) =>
    `ses cellules, comme « ${text} », sont des durées de garantie, et aucune colonne n’a la date d’achat`,
  purchase_date_plus: ({ count, unit }, { number }) =>
    `date d’achat + ${number(count)} ${lengthUnits[unit]?.[count === 1 ? 0 : 1] ?? unit}`,
  names_field_itself: ({ column, field }, { field: name }) =>
    `le titre de la colonne ${named(column)} nomme ${name(field)}`,
  both_can_be: ({ column, field }, { field: name }) =>
    `la colonne ${named(column)} peut aussi être ${name(field)} ; indiquez sous columns: laquelle c’est`,
  notes_beside: ({ column, header }) =>
    `la colonne ${named(column)} a les notes ; notes_from: ["${header}"] ajoute celles-ci`,
  same_types_as: ({ column }) => `elle nomme les mêmes types que la colonne ${named(column)}`,
  cells_fit_better: ({ column, field }, { field: name }) =>
    `les cellules de la colonne ${named(column)} vont mieux avec ${or(field, name)}`,
  cells_hold: ({ content, text, fields }, { field }) =>
    `ses cellules contiennent ${contents[content] ?? content}, comme « ${text} », ce que ${or(fields, field)} ne peut pas être`,
  model_named_beside: ({ column }) => `la colonne ${named(column)} a le nom du modèle`,
  kinds_or_models: ({ text }) => `ses cellules, comme « ${text} », peuvent être des types de matériel ou des modèles`,
  numbers_of_other_unit: ({ text, field }, { field: name }) =>
    `ses nombres, comme « ${text} », ne sont guère dans l’unité de « ${name(field)} »`,
  no_cell_read: ({ text, field }, { field: name }) =>
    `aucune de ses cellules, comme « ${text} », ne se lit comme « ${name(field)} »`,
  numbers_of_capacity: ({ text }) => `ses nombres, comme « ${text} », peuvent être des capacités`,
  numbers_of_pieces: ({ text }) => `ses nombres, comme « ${text} », peuvent être des quantités`,
  product_lines: ({ text }) => `ses cellules, comme « ${text} », peuvent être des gammes de produits`,
  no_known_mount: ({ text }) => `aucune de ses cellules, comme « ${text} », n’est une monture connue`,
  repeated_words: ({ text }) => `ses cellules ont des mots qui se répètent, comme « ${text} », et pas de numéros`,
  header_scales: () =>
    'son en-tête change l’échelle des nombres, et Kitroom ne le fait pas. Écrivez-les en entier, sous un en-tête sans échelle',
  minutes_or_hours: ({ text }) =>
    `« ${text} » peut être des minutes ou des heures, et son en-tête ne dit pas lesquelles`,
  price_of_rental: ({ header }) => `à côté de « ${header} », ce peut être le prix d’une location`,
  nd_scale_unclear: () => 'ses nombres ne disent pas si ce sont des diaphragmes, des densités ou des facteurs',
  by_byte_order_mark: () => 'le fichier le dit (marque d’ordre des octets)',
  by_encoding_setting: () => 'fixé par encoding:',
  by_zero_bytes: () => 'un octet sur deux des séparateurs et des chiffres est 0',
  by_ascii: () => 'uniquement de l’ASCII',
  by_valid_utf8: () => 'tout y est de l’UTF-8 valide',
  by_no_language: () => 'aucune langue connue n’a de telles lettres',
  by_letters: ({ language }) => `d’après les lettres et les mots (${language})`,
  by_letters_and_detector: ({ language, percent }) =>
    `d’après les lettres et les mots (${language}), sûr à ${percent} %`,
  encodings_possible_too: ({ encodings }) => `; ${encodings} est possible aussi`,
}
