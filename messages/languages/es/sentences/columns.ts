import type { ColumnFact, columnSentences, ContentName, LengthUnit } from '../../../../contract/sentences/columns.ts'
import type { Translated } from '../../sentences.ts'

const contents: Readonly<Record<ContentName, string>> = {
  date: 'fechas',
  year: 'años',
  duration: 'duraciones',
  money: 'importes',
  yes_no: 'sí y no',
  letter: 'letras',
  cover: 'palabras sobre una garantía',
  number: 'números',
  size: 'tamaños',
  plug: 'conectores, tarjetas o tornillos',
  link: 'enlaces',
  code: 'códigos',
  name: 'nombres',
  sentence: 'frases',
}

/** Units of a length, for one and for several. */
const lengthUnits: Readonly<Partial<Record<LengthUnit, readonly [string, string]>>> = {
  Y: ['año', 'años'],
  M: ['mes', 'meses'],
  W: ['semana', 'semanas'],
  D: ['día', 'días'],
}

const facts: Readonly<Record<ColumnFact, string>> = {
  'decimal comma': 'coma decimal',
  'decimal point': 'punto decimal',
  'day-month-year': 'día, mes, año',
  'month-day-year': 'mes, día, año',
  'month-day-year, day-month-year where dotted': 'mes, día, año; con puntos día, mes, año',
  'optical densities': 'densidades ópticas',
  'filter factors': 'factores de filtro',
  stops: 'pasos',
}

const named = (column: string): string => column.replace(/^(\S+) "(.*)"$/s, '$1 «$2»')

const or = (fields: string, name: (field: string) => string): string =>
  fields
    .split(', ')
    .map((field) => `«${name(field)}»`)
    .join(' o ')

/** Spanish clauses about columns. */
export const columns: Translated<typeof columnSentences> = {
  header_means: () => 'el encabezado lo dice',
  header_can_mean: () => 'el encabezado puede significarlo, y ninguna otra columna lo nombra',
  set_by_columns: () => 'columns: de los ajustes lo dice',
  set_by_preset: () => 'preset: de los ajustes lo dice',
  set_by_notes_from: () => 'notes_from: de los ajustes lo dice',
  header_means_quantity: () => 'el encabezado dice cuántos equipos representa una fila',
  header_either_by_cells: ({ fields }, { field }) =>
    `el encabezado puede ser ${or(fields, field)}; sus celdas encajan con este`,
  header_either_by_other: ({ fields }, { field }) =>
    `el encabezado puede ser ${or(fields, field)}; otra columna nombra el otro`,
  lengths_of_warranty: () => 'sus celdas son plazos de garantía, que cuentan desde la fecha de compra',
  dates_of_warranty: () => 'sus celdas son días en los que termina una garantía',
  question_of_cells: ({ header, was, now }) =>
    `Las celdas de «${header}» decían «${facts[was] ?? was}» en la última ejecución aplicada, y ahora dicen «${facts[now] ?? now}». No se escribe nada de la columna hasta que columns: diga auto para ella.`,
  setting_reads_as_before: ({ setting }) => `Con ${setting} en la fuente se leen como antes.`,
  cells_say: ({ fact }) => `; sus celdas dicen: ${facts[fact] ?? fact}`,
  value_means_gone: () => 'una fila con un valor ahí no está disponible',
  no_means_gone: () => 'una fila con un no ahí no está disponible',
  value_means_out: () => 'una fila con un valor ahí está en uso',
  currency_of_amounts: () => 'dice la moneda de los importes, que debe ser la de la cuenta',
  values_differ: ({ count }, { number }) =>
    `el encabezado puede significarlo, y sus ${number(count)} valores están llenos y son todos distintos`,
  serials_differ: () => 'no hay columna de números de inventario, y ningún número de serie se repite',
  not_the_key: ({ column }) => `; ${named(column)} no identifica el equipo:`,
  no_key: ({ column }) => `${named(column)} no identifica el equipo:`,
  counts_rows: () => 'cuenta las filas',
  has_no_values: () => 'no tiene valores',
  row_has_none: ({ row }) => `la fila ${row} no tiene`,
  value_stands_twice: ({ text, first, second }) => `«${text}» está en las filas ${first} y ${second}`,
  settings_say_column: ({ column, field }, { field: name }) =>
    `según los ajustes, la columna ${named(column)} es ${or(field, name)}`,
  empty_beside: ({ column }) => `está vacía, y la columna ${named(column)} no`,
  same_values_as: ({ column }) => `tiene los mismos valores que la columna ${named(column)}`,
  category_undefined: ({ name }) =>
    `La cuenta no tiene una categoría ${name}. Añádala con: kitroom category create ${name}.`,
  own_field_undefined: ({ field, name }) =>
    `la cuenta no tiene un campo propio para «${field}»; defínalo con: kitroom field create ${name}`,
  either_untold: ({ fields }, { field }) =>
    `puede ser ${or(fields, field)}, y sus celdas no lo dicen; indique en columns: cuál es`,
  service_off: ({ fact }, { field: name }) =>
    `puede ser «${name(fact)}» de mantenimientos; con maintenance: true en la fuente, el plan los crea`,
  service_not_included: ({ fact }, { field: name }) =>
    `es «${name(fact)}» de mantenimientos, y la suscripción no incluye el mantenimiento`,
  interval_added: ({ day, count, unit }, { number, day: format }) =>
    `${format(day)} + ${number(count)} ${lengthUnits[unit]?.[count === 1 ? 0 : 1] ?? unit}`,
  warranty_ends_in: ({ column }) => `la columna ${named(column)} tiene el día en que termina la garantía`,
  lengths_without_purchase: ({ text }) =>
    `sus celdas, como «${text}», son plazos de garantía, y ninguna columna tiene la fecha de compra`,
  purchase_date_plus: ({ count, unit }, { number }) =>
    `fecha de compra + ${number(count)} ${lengthUnits[unit]?.[count === 1 ? 0 : 1] ?? unit}`,
  names_field_itself: ({ column, field }, { field: name }) =>
    `el título de la columna ${named(column)} nombra ${name(field)}`,
  both_can_be: ({ column, field }, { field: name }) =>
    `la columna ${named(column)} también puede ser ${name(field)}; indique en columns: cuál es`,
  notes_beside: ({ column, header }) =>
    `la columna ${named(column)} tiene las notas; notes_from: ["${header}"] añade estas`,
  same_types_as: ({ column }) => `nombra los mismos tipos que la columna ${named(column)}`,
  cells_fit_better: ({ column, field }, { field: name }) =>
    `las celdas de la columna ${named(column)} encajan mejor con ${or(field, name)}`,
  cells_hold: ({ content, text, fields }, { field }) =>
    `sus celdas contienen ${contents[content] ?? content}, como «${text}», y eso no puede ser ${or(fields, field)}`,
  model_named_beside: ({ column }) => `la columna ${named(column)} tiene el nombre del modelo`,
  kinds_or_models: ({ text }) => `sus celdas, como «${text}», pueden ser tipos de equipo o modelos`,
  numbers_of_other_unit: ({ text, field }, { field: name }) =>
    `sus números, como «${text}», apenas están en la unidad de «${name(field)}»`,
  no_cell_read: ({ text, field }, { field: name }) =>
    `ninguna de sus celdas, como «${text}», se puede leer como «${name(field)}»`,
  numbers_of_capacity: ({ text }) => `sus números, como «${text}», pueden ser capacidades`,
  numbers_of_pieces: ({ text }) => `sus números, como «${text}», pueden ser cantidades`,
  product_lines: ({ text }) => `sus celdas, como «${text}», pueden ser gamas de productos`,
  no_known_mount: ({ text }) => `ninguna de sus celdas, como «${text}», es una montura conocida`,
  repeated_words: ({ text }) => `sus celdas tienen palabras que se repiten, como «${text}», y no números`,
  header_scales: () =>
    'su encabezado cambia la escala de los números, y Kitroom no lo hace. Escríbalos enteros, bajo un encabezado sin escala',
  minutes_or_hours: ({ text }) => `«${text}» puede ser minutos u horas, y su encabezado no dice cuáles`,
  price_of_rental: ({ header }) => `junto a «${header}» puede ser el precio de un alquiler`,
  nd_scale_unclear: () => 'sus números no dicen si son pasos, densidades o factores',
  by_byte_order_mark: () => 'el archivo lo dice (marca de orden de bytes)',
  by_encoding_setting: () => 'fijado por encoding:',
  by_zero_bytes: () => 'uno de cada dos bytes de los separadores y las cifras es 0',
  by_ascii: () => 'solo ASCII',
  by_valid_utf8: () => 'todo es UTF-8 válido',
  by_no_language: () => 'ningún idioma conocido tiene tales letras',
  by_letters: ({ language }) => `por las letras y las palabras (${language})`,
  by_letters_and_detector: ({ language, percent }) =>
    `por las letras y las palabras (${language}), seguro al ${percent} %`,
  encodings_possible_too: ({ encodings }) => `; también es posible ${encodings}`,
}
