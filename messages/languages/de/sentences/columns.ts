import type { ColumnFact, columnSentences, ContentName, LengthUnit } from '../../../../contract/sentences/columns.ts'
import type { Translated } from '../../sentences.ts'

const contents: Readonly<Record<ContentName, string>> = {
  date: 'Daten',
  year: 'Jahre',
  duration: 'Zeitspannen',
  money: 'Beträge',
  yes_no: 'Ja und Nein',
  letter: 'Buchstaben',
  cover: 'Wörter zu einer Garantie',
  number: 'Zahlen',
  size: 'Größen',
  plug: 'Stecker, Karten oder Gewinde',
  link: 'Links',
  code: 'Kennungen',
  name: 'Namen',
  sentence: 'Sätze',
}

/** Units of a length, for one and for several. */
const lengthUnits: Readonly<Partial<Record<LengthUnit, readonly [string, string]>>> = {
  Y: ['Jahr', 'Jahre'],
  M: ['Monat', 'Monate'],
  W: ['Woche', 'Wochen'],
  D: ['Tag', 'Tage'],
}

const facts: Readonly<Record<ColumnFact, string>> = {
  'decimal comma': 'Dezimalkomma',
  'decimal point': 'Dezimalpunkt',
  'day-month-year': 'Tag, Monat, Jahr',
  'month-day-year': 'Monat, Tag, Jahr',
  'month-day-year, day-month-year where dotted': 'Monat, Tag, Jahr; mit Punkten Tag, Monat, Jahr',
  'optical densities': 'optische Dichten',
  'filter factors': 'Filterfaktoren',
  stops: 'Blendenstufen',
}

const languages: Readonly<Record<string, string>> = {
  German: 'Deutsch',
  French: 'Französisch',
  Spanish: 'Spanisch',
  Italian: 'Italienisch',
  Portuguese: 'Portugiesisch',
  Dutch: 'Niederländisch',
  Swedish: 'Schwedisch',
  Finnish: 'Finnisch',
  Catalan: 'Katalanisch',
  Icelandic: 'Isländisch',
  Polish: 'Polnisch',
  Czech: 'Tschechisch',
  Hungarian: 'Ungarisch',
  Slovak: 'Slowakisch',
  Romanian: 'Rumänisch',
  Turkish: 'Türkisch',
  Russian: 'Russisch',
  Ukrainian: 'Ukrainisch',
  Bulgarian: 'Bulgarisch',
  Serbian: 'Serbisch',
  Greek: 'Griechisch',
  Lithuanian: 'Litauisch',
  Latvian: 'Lettisch',
  Estonian: 'Estnisch',
}

/** Names a column, such as `B "Marke"`. */
const named = (column: string): string => column.replace(/^(\S+) "(.*)"$/s, '$1 „$2“')

const or = (fields: string, name: (field: string) => string): string =>
  fields
    .split(', ')
    .map((field) => `„${name(field)}“`)
    .join(' oder ')

/** German clauses about columns. */
export const columns: Translated<typeof columnSentences> = {
  header_means: () => 'die Überschrift bedeutet es',
  header_can_mean: () => 'die Überschrift kann es bedeuten, und keine andere Spalte nennt es',
  set_by_columns: () => 'columns: der Einstellungen sagt es',
  set_by_preset: () => 'preset: der Einstellungen sagt es',
  set_by_notes_from: () => 'notes_from: der Einstellungen sagt es',
  header_means_quantity: () => 'die Überschrift meint, für wie viele Geräte eine Zeile steht',
  header_either_by_cells: ({ fields }, { field }) =>
    `die Überschrift kann ${or(fields, field)} heißen; ihre Zellen passen zu diesem`,
  header_either_by_other: ({ fields }, { field }) =>
    `die Überschrift kann ${or(fields, field)} heißen; das andere nennt eine andere Spalte`,
  lengths_of_warranty: () => 'ihre Zellen sind Längen einer Garantie, die ab dem Kaufdatum zählen',
  dates_of_warranty: () => 'ihre Zellen sind Tage, an denen eine Garantie endet',
  question_of_cells: ({ header, was, now }) =>
    `Die Zellen von „${header}“ sagten im zuletzt angewandten Lauf „${facts[was] ?? was}“ und sagen jetzt „${facts[now] ?? now}“. Nichts wird aus der Spalte geschrieben, bis columns: für sie auto sagt.`,
  setting_reads_as_before: ({ setting }) => `Mit ${setting} bei der Quelle werden sie wie zuvor gelesen.`,
  cells_say: ({ fact }) => `; ihre Zellen sagen: ${facts[fact] ?? fact}`,
  value_means_gone: () => 'eine Zeile mit einem Wert darin ist nicht vorhanden',
  no_means_gone: () => 'eine Zeile mit einem Nein darin ist nicht vorhanden',
  value_means_out: () => 'eine Zeile mit einem Wert darin ist im Einsatz',
  currency_of_amounts: () => 'sie nennt die Währung der Beträge, welche die des Kontos sein muss',
  // The key
  values_differ: ({ count }, { number }) =>
    `die Überschrift kann es bedeuten, und ihre ${number(count)} Werte sind alle gefüllt und verschieden`,
  serials_differ: () => 'es gibt keine Spalte mit Inventarnummern, und keine Seriennummer kommt zweimal vor',
  not_the_key: ({ column }) => `; ${named(column)} bestimmt das Gerät nicht:`,
  no_key: ({ column }) => `${named(column)} bestimmt das Gerät nicht:`,
  counts_rows: () => 'sie zählt die Zeilen',
  has_no_values: () => 'sie hat keine Werte',
  row_has_none: ({ row }) => `Zeile ${row} hat keinen`,
  value_stands_twice: ({ text, first, second }) => `„${text}“ steht in den Zeilen ${first} und ${second}`,
  // Columns that are left out
  settings_say_column: ({ column, field }, { field: name }) =>
    `nach den Einstellungen ist Spalte ${named(column)} ${or(field, name)}`,
  empty_beside: ({ column }) => `sie ist leer, und Spalte ${named(column)} ist es nicht`,
  same_values_as: ({ column }) => `sie hat dieselben Werte wie Spalte ${named(column)}`,
  category_undefined: ({ name }) =>
    `Das Konto hat keine Kategorie ${name}. Legen Sie sie an mit: kitroom category create ${name}.`,
  own_field_undefined: ({ field, name }) =>
    `das Konto hat kein eigenes Feld für ${named(field)}; legen Sie es an mit: kitroom field create ${name}`,
  either_untold: ({ fields }, { field }) =>
    `sie kann ${or(fields, field)} sein, und ihre Zellen zeigen es nicht; nennen Sie unter columns:, was sie ist`,
  service_off: ({ fact }, { field: name }) =>
    `sie kann „${name(fact)}“ von Wartungen sein; mit maintenance: true in der Quelle legt der Plan sie an`,
  service_not_included: ({ fact }, { field: name }) =>
    `sie ist „${name(fact)}“ von Wartungen, und das Abonnement enthält keine Wartungen`,
  interval_added: ({ day, count, unit }, { number, day: format }) =>
    `${format(day)} + ${number(count)} ${lengthUnits[unit]?.[count === 1 ? 0 : 1] ?? unit}`,
  warranty_ends_in: ({ column }) => `in Spalte ${named(column)} steht der Tag, an dem die Garantie endet`,
  lengths_without_purchase: ({ text }) =>
    `ihre Zellen, wie „${text}“, sind Längen einer Garantie, und keine Spalte hat das Kaufdatum`,
  purchase_date_plus: ({ count, unit }, { number }) =>
    `Kaufdatum + ${number(count)} ${lengthUnits[unit]?.[count === 1 ? 0 : 1] ?? unit}`,
  names_field_itself: ({ column, field }, { field: name }) =>
    `die Überschrift von Spalte ${named(column)} nennt „${name(field)}“ selbst`,
  both_can_be: ({ column, field }, { field: name }) =>
    `Spalte ${named(column)} kann ebenso „${name(field)}“ sein; nennen Sie unter columns: die richtige`,
  notes_beside: ({ column, header }) =>
    `Spalte ${named(column)} enthält die Notizen; notes_from: ["${header}"] fügt diese hinzu`,
  same_types_as: ({ column }) => `sie nennt dieselben Typen wie Spalte ${named(column)}`,
  cells_fit_better: ({ column, field }, { field: name }) =>
    `die Zellen der Spalte ${named(column)} passen besser zu ${or(field, name)}`,
  cells_hold: ({ content, text, fields }, { field }) =>
    `ihre Zellen enthalten ${contents[content] ?? content}, wie „${text}“, und das kann ${or(fields, field)} nicht sein`,
  model_named_beside: ({ column }) => `Spalte ${named(column)} enthält den Namen des Modells`,
  kinds_or_models: ({ text }) => `ihre Zellen, etwa „${text}“, können Arten von Geräten ebenso wie Modelle sein`,
  numbers_of_other_unit: ({ text, field }, { field: name }) =>
    `ihre Zahlen, etwa „${text}“, stehen kaum in der Einheit von „${name(field)}“`,
  no_cell_read: ({ text, field }, { field: name }) =>
    `keine ihrer Zellen, etwa „${text}“, lässt sich als „${name(field)}“ lesen`,
  numbers_of_capacity: ({ text }) => `ihre Zahlen, etwa „${text}“, können Speichergrößen sein`,
  numbers_of_pieces: ({ text }) => `ihre Zahlen, etwa „${text}“, können Stückzahlen sein`,
  product_lines: ({ text }) => `ihre Zellen, etwa „${text}“, können Produktreihen sein`,
  no_known_mount: ({ text }) => `keine ihrer Zellen, etwa „${text}“, nennt ein bekanntes Bajonett`,
  repeated_words: ({ text }) => `ihre Zellen enthalten Wörter, die sich wiederholen, etwa „${text}“, und keine Nummern`,
  header_scales: () =>
    'ihre Überschrift rechnet die Zahlen um, und Kitroom tut das nicht. Schreiben Sie sie aus, unter einer Überschrift ohne Maßstab',
  minutes_or_hours: ({ text }) => `„${text}“ können Minuten oder Stunden sein, und ihre Überschrift sagt nicht, welche`,
  price_of_rental: ({ header }) => `neben „${header}“ kann es der Preis einer Vermietung sein`,
  nd_scale_unclear: () => 'ihre Zahlen zeigen nicht, ob es Blendenstufen, Dichten oder Faktoren sind',
  // The encoding
  by_byte_order_mark: () => 'die Datei sagt es (Byte Order Mark)',
  by_encoding_setting: () => 'durch encoding: festgelegt',
  by_zero_bytes: () => 'jedes zweite Byte von Trennzeichen und Ziffern ist 0',
  by_ascii: () => 'nur ASCII-Zeichen',
  by_valid_utf8: () => 'alles darin ist gültiges UTF-8',
  by_no_language: () => 'keine bekannte Sprache hat solche Buchstaben',
  by_letters: ({ language }) => `nach Buchstaben und Wörtern (${languages[language] ?? language})`,
  by_letters_and_detector: ({ language, percent }) =>
    `nach Buchstaben und Wörtern (${languages[language] ?? language}), zu ${percent} % erkannt`,
  encodings_possible_too: ({ encodings }) => `; möglich ist auch ${encodings}`,
}
