import type { settingsFileSentences } from '../../../../contract/sentences/settingsFile.ts'
import type { Translated } from '../../sentences.ts'

const typeNames: Readonly<Record<string, string>> = {
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'true o false',
  array: 'una lista',
  object: 'un grupo de ajustes',
  record: 'un grupo de ajustes',
}

/** Spanish sentences about kitroom.yaml as a file, and about values. */
export const settingsFile: Translated<typeof settingsFileSentences> = {
  setting_in_line: ({ file, line, path }) => `${file}, línea ${line}, ${path}:`,
  line_of_settings: ({ file, line }) => `${file}, línea ${line}:`,
  setting_unknown: ({ name, section }) => `«${name}» no es un ajuste de ${section}.`,
  settings_file_missing: ({ path }) => `${path} no existe.`,
  settings_file_unreadable: ({ path, code }) => `No se puede leer ${path} (${code}). Compruebe sus permisos.`,
  settings_not_editable: ({ file }) =>
    `${file} tiene un ancla o un alias (& o *) donde iría este cambio. Cambie el archivo a mano o escriba el valor entero.`,
  settings_sealed: () =>
    'Los ajustes en vigor tienen direcciones web con parámetros, cifradas con otra clave. Dé a todos los workers la misma KITROOM_ENCRYPTION_KEY.',
  yaml_too_long: ({ kib }) => `El archivo tiene más de ${kib} KiB.`,
  yaml_nested_too_deeply: () => 'Hay listas o grupos anidados a demasiada profundidad.',
  yaml_alias_inside: ({ alias }) => `*${alias} está dentro del valor que repite.`,
  yaml_alias_unknown: ({ alias }) => `*${alias} repite un valor que no se nombra antes (&${alias}).`,
  yaml_too_many_aliases: ({ count }) =>
    `Hay demasiados alias: pueden repetir ${count} valores. Escriba los valores enteros.`,
  yaml_alias_with_properties: () => 'Un alias (*) no puede tener ancla (&) ni etiqueta (!).',
  yaml_bad_alias: () => 'A un alias (*) o ancla (&) le falta el nombre, o este acaba en dos puntos.',
  yaml_bad_directive: () => 'La línea con % no es una directiva de YAML.',
  yaml_bad_escape: () =>
    'Entre comillas dobles hay una barra invertida \\ a la que no sigue ningún carácter conocido. Escriba \\\\, o use comillas simples.',
  yaml_bad_indent: () =>
    'La línea no tiene la misma sangría que las otras líneas de su lista o grupo, o falta un corchete o una llave al final.',
  yaml_bad_property_order: () => 'Un ancla (&) o una etiqueta (!) está delante de su signo, y no detrás.',
  yaml_bad_start: () => 'El valor empieza por un carácter especial. Póngalo entre comillas.',
  yaml_block_as_key: () => 'Donde hace falta un nombre empieza una lista o un grupo.',
  yaml_block_in_flow: () =>
    'Entre corchetes o llaves hay una lista o un grupo con sangría. Escríbalo también entre corchetes o llaves.',
  yaml_duplicate_key: () => 'Este nombre aparece por segunda vez. En un grupo, cada nombre solo puede estar una vez.',
  yaml_key_too_long: () => 'El nombre es demasiado largo, o faltan los dos puntos.',
  yaml_missing_character: () =>
    'Aquí falta un carácter, por ejemplo una coma, dos puntos, un corchete, una comilla o un espacio.',
  yaml_key_in_lines: () => 'El nombre ocupa varias líneas, o faltan los dos puntos.',
  yaml_two_anchors: () => 'Un valor tiene dos anclas (&).',
  yaml_two_documents: () => 'Después de --- empieza un segundo documento. El archivo solo puede tener uno.',
  yaml_two_tags: () => 'Un valor tiene dos etiquetas (!).',
  yaml_key_no_text: () => 'El nombre no es un texto.',
  yaml_tab_as_indent: () => 'La sangría de la línea es un tabulador. Use espacios.',
  yaml_unknown_tag: () => 'La etiqueta (!) no se conoce.',
  yaml_unexpected_character: () => 'Aquí hay un carácter o una palabra fuera de lugar.',
  yaml_bad_collection: () => 'La etiqueta (!) no corresponde a su lista o grupo.',
  yaml_not_readable: () => 'La línea no se puede leer como YAML.',
  value_required: () => 'Hace falta un valor.',
  value_blank: () => 'El valor no puede estar vacío.',
  value_wrong_type: ({ expected }) => `Tiene que ser ${typeNames[expected] ?? `del tipo ${expected}`}.`,
  value_null_given: ({ expected }) => `Falta el valor: tiene que ser ${typeNames[expected] ?? `del tipo ${expected}`}.`,
  value_not_one_of: ({ allowed }) => `Valores posibles: ${allowed}.`,
  value_not_valid: () => 'El valor no es válido.',
  value_too_large: ({ max }, { number }) => `El valor puede ser ${number(max)} como máximo.`,
  value_too_small: ({ min }, { number }) => `El valor tiene que ser ${number(min)} como mínimo.`,
  value_too_many_entries: ({ max }, { number }) => `Número máximo de elementos: ${number(max)}.`,
  value_too_few_entries: ({ min }, { number }) => `Número mínimo de elementos: ${number(min)}.`,
  value_too_many_characters: ({ max }, { number }) => `Número máximo de caracteres: ${number(max)}.`,
  value_half_a_character: () => 'El texto contiene medio carácter.',
  value_control_characters: () => 'No se permiten caracteres de control.',
  value_two_decimals: () => 'Puede tener dos decimales como máximo.',
  value_no_day: () => 'Tiene que ser un día que exista, escrito AAAA-MM-DD.',
  value_day_not_between: ({ earliest, latest }, { day }) =>
    `El día tiene que estar entre el ${day(earliest)} y el ${day(latest)}.`,
  value_no_config_id: () =>
    'Tienen que ser de 1 a 64 letras minúsculas, cifras, - o _, con una letra o cifra al principio.',
}
