import type { fileSentences } from '../../../../contract/sentences/files.ts'
import type { Translated } from '../../sentences.ts'
import { addresses } from './addresses.ts'
import { googleSheets } from './googleSheets.ts'
import { advice } from './ways.ts'

const nameDelimiter = (delimiter: string): string => (delimiter === '\t' ? 'tabulador' : `«${delimiter}»`)

/** Names a column, such as `B "Marca"`. */
const named = (column: string): string => column.replace(/^(\S+) "(.*)"$/s, '$1 «$2»')

const list = (fields: string, name: (field: string) => string, joint: string): string =>
  fields
    .split(', ')
    .map((field) => `«${name(field)}»`)
    .join(joint)

/** Lists rows, one a line: the number of each and its cells. */
const listRows = (rows: string): string => `fila ${rows.replaceAll('\n', '; fila ')}`

const SAVE_AS = 'Guarde la tabla como .xlsx o «CSV UTF-8» en el programa del que procede.'
const NO_KEY_END = 'La marca y el modelo por sí solos nunca sirven para reconocer un equipo.'
const NO_KEY = 'La tabla no tiene ninguna columna que distinga sus equipos'
const SERIALS_FAIL = ', y sus números de serie faltan o se repiten'

type SheetSentences = Omit<
  Translated<typeof fileSentences>,
  keyof typeof addresses | keyof typeof googleSheets | keyof typeof advice
>

const sheets: SheetSentences = {
  file_is_empty: () => 'El archivo está vacío.',
  file_name_unknown: ({ file }) =>
    `Kitroom no sabe leer «${file}». Indique un archivo que termine en .xlsx, .csv o .tsv.`,
  file_is_no_workbook: ({ file }) =>
    `«${file}» no es un libro de cálculo, diga lo que diga su nombre. Si es texto, póngale un nombre que termine en .csv; si no, vuelva a guardar la tabla como .xlsx.`,
  file_is_workbook: ({ file }) =>
    `«${file}» es un libro de cálculo con el nombre de un archivo de texto. Póngale un nombre que termine en .xlsx, o guarde la tabla como «CSV UTF-8».`,
  file_has_no_sheet: () => 'El archivo no tiene esa hoja.',
  file_is_folder: ({ file }) => `${file} es una carpeta; la fuente necesita un archivo.`,
  file_is_no_regular: ({ file }) =>
    `${file} no es un archivo normal, sino un dispositivo, una tubería o un socket. Indique la ruta de un archivo.`,
  file_too_large: ({ file }) => `${file} pasa de 64 MiB. Divídalo, o quite lo que no es inventario.`,
  sheet_not_dropped: () => 'Esta fuente no tiene hoja propia. Suelte una en su página o envíela con un comando.',
  file_missing: ({ file }) => `${file} no existe. La ruta parte de la carpeta de kitroom.yaml.`,
  file_forbidden: ({ file }) => `El worker no puede leer ${file}; cambie sus permisos.`,
  file_held: ({ file }) => `${file} está abierto en otro programa. Ciérrelo allí y vuelva a sincronizar.`,
  file_being_written: ({ file }) => `${file} se está escribiendo. Espere a que se guarde y vuelva a sincronizar.`,
  file_is_packed: () => `Es un archivo comprimido. ${SAVE_AS}`,
  file_is_pdf: () => `Es un PDF. ${SAVE_AS}`,
  file_is_picture: () => `Es una imagen. ${SAVE_AS}`,
  workbook_has_password: () => 'El libro tiene contraseña. Guárdelo sin ella, como .xlsx.',
  workbook_is_old: () =>
    'Es un libro de Excel antiguo (.xls), diga lo que diga su nombre. Ábralo y guárdelo como «Libro de Excel (.xlsx)».',
  file_is_page: () =>
    'Es una página web, que algunos programas exportan con el nombre de una tabla. Ábrala en una hoja de cálculo y guárdela como .xlsx.',
  file_is_xml_2003: () => 'Es una hoja XML de Excel 2003. Ábrala y guárdela como «Libro de Excel (.xlsx)».',
  file_is_gsheet: () =>
    'Un archivo .gsheet de Google Drive contiene un enlace y no celdas. Use google_sheet: con la dirección de la hoja, o descárguela como .xlsx y use file:.',
  workbook_too_large: () =>
    'El libro contiene mucho más de lo que necesita una lista de equipos. Copie la hoja a un libro nuevo, sin imágenes ni filas vacías, y sincronice ese.',
  workbook_cut_off: () =>
    'El libro está incompleto o dañado. Cópielo o descárguelo de nuevo, o ábralo en una hoja de cálculo y vuelva a guardarlo como .xlsx.',
  workbook_is_binary: () => 'Es un libro binario de Excel (.xlsb). Guárdelo como «Libro de Excel (.xlsx)».',
  file_is_ods: () => 'Es un archivo OpenDocument (.ods). Guárdelo como «Excel 2007-365 (.xlsx)».',
  file_is_numbers: () => 'Es un documento de Numbers. Expórtelo como Excel (.xlsx) o CSV.',
  file_is_word: () => 'Es un documento de Word. Copie su tabla a una hoja de cálculo y guárdela como .xlsx.',
  archive_has_password: () => 'El archivo comprimido tiene contraseña. Guarde el libro como .xlsx sin ella.',
  archive_without_workbook: () =>
    'Es un archivo zip sin libro de cálculo. Descomprímalo, o guarde la tabla como .xlsx.',
  workbook_names_documents: () =>
    'El libro remite a documentos externos (DOCTYPE), cosa que ninguna hoja de cálculo escribe. Ábralo en una y vuelva a guardarlo como .xlsx.',
  workbook_far_away_cells: () =>
    'El libro tiene celdas en filas o columnas muy lejanas. Borre las filas vacías de debajo y las columnas vacías de al lado de la lista, y guárdelo.',
  workbook_damaged: () =>
    'El libro está dañado o no procede de una hoja de cálculo. Ábralo en una y vuelva a guardarlo como .xlsx.',
  workbook_rows: ({ last, limit }, { number }) =>
    `Una hoja del libro llega hasta la fila ${number(last)}, y Kitroom lee ${number(limit)}. Borre las filas vacías bajo la lista, o pase otras tablas a un libro propio.`,
  merged_ranges_overlap: () =>
    'La hoja tiene rangos combinados que se solapan, cosa que ninguna hoja de cálculo escribe. Ábrala en una y vuelva a guardarla.',
  delimiter_ambiguous: ({ first, second }) =>
    `Los valores podrían estar separados por ${nameDelimiter(first)} o por ${nameDelimiter(second)}.`,
  row_never_ends: ({ line }) =>
    `El registro que empieza en la línea ${line} pasa de un millón de caracteres. Casi siempre falta cerrar unas comillas.`,
  quotation_mark_open: ({ line }) =>
    `El registro que empieza en la línea ${line} tiene unas comillas sueltas, y no se sabe dónde termina. Ciérrelas, o duplique cada comilla dentro de un texto entre comillas.`,
  quotation_marks_open: () =>
    'Las comillas del archivo no dejan ver dónde terminan sus valores. Vuelva a guardarlo como «CSV UTF-8».',
  reading_too_slow: () =>
    'La lectura del archivo tardó demasiado y se detuvo. Divida la tabla, o quite columnas y filas que no son equipos.',
  reading_needs_memory: () =>
    'La lectura del archivo necesita más memoria de la que puede usar una tabla. Divídalo en archivos más pequeños.',
  reading_failed: () =>
    'El archivo no se pudo leer hasta el final. Ábralo en una hoja de cálculo, vuelva a guardarlo e inténtelo de nuevo.',
  sheet_is_empty: () => 'La hoja está vacía. Ponga un encabezado y una fila para cada equipo.',
  no_visible_sheet: () => 'El libro no tiene ninguna hoja visible con celdas.',
  sheet_comes_nearest: ({ sheet }) =>
    `Ninguna hoja tiene las columnas de una lista de equipos; la más parecida es «${sheet}».`,
  hidden_sheets: ({ sheets: names }) => `Las hojas ocultas solo se leen si sheet: las nombra: ${names}.`,
  several_gear_sheets: ({ sheets: names }) =>
    `Varias hojas parecen una lista de equipos: ${names}. Ponga en sheet: el nombre de la correcta.`,
  sheet_not_found: ({ sheet, sheets: names }) =>
    `El libro no tiene ninguna hoja «${sheet}». Tiene ${names}; ponga una de ellas en sheet:.`,
  no_header_row: ({ count, rows }) =>
    `Ninguna de las primeras ${count} filas parece un encabezado. Las primeras filas contienen: ${listRows(rows)}. Ponga encima de los equipos una fila con nombres como Número de inventario, Tipo, Marca, Modelo.`,
  no_known_header: ({ rows }) =>
    `Ninguna fila tiene encabezados que Kitroom conozca. Las primeras filas contienen: ${listRows(rows)}.`,
  unknown_header: ({ row, rows }) =>
    `La fila ${row} parece un encabezado, pero Kitroom conoce muy pocos de sus nombres. Las primeras filas contienen: ${listRows(rows)}. Diga en columns: qué significan, o llámelos Número de inventario, Tipo, Marca, Modelo.`,
  header_lacks: ({ row, fields }, { field }) =>
    `El encabezado de la fila ${row} no tiene columna para ${list(fields, field, ', ')}.`,
  headers_found: ({ headers }) =>
    `Encontrado: ${headers}. Si uno de ellos contiene lo que falta, nómbrelo en columns:.`,
  no_items: ({ row }) => `No hay ningún equipo bajo el encabezado de la fila ${row}. Añada una fila para cada equipo.`,
  too_many_tables: ({ limit }) => `La hoja tiene más de ${limit} tablas. Ponga la lista de equipos en una hoja propia.`,
  two_columns_of_field: ({ first, second, field }, { field: name }) =>
    `Las columnas ${named(first)} y ${named(second)} nombran «${name(field)}». Cambie el nombre de una, o deje una fuera.`,
  lists_side_by_side: () => 'Si hay dos listas una al lado de otra, deje entre ellas una columna vacía.',
  column_should_be: ({ column, field }, { field: name }) =>
    `La columna ${named(column)} debería ser «${name(field)}», pero`,
  say_which_column: ({ field }, { field: name }) =>
    `. Diga en columns: qué columna es «${name(field)}», o nombre ahí esta si lo es.`,
  column_can_be_two: ({ column, fields }, { field }) =>
    `La columna ${named(column)} puede ser ${list(fields, field, ' o ')}, y sus celdas no lo dicen. Diga en columns: cuál de los dos es, o déjela fuera.`,
  tags_or_names: ({ column, text }) =>
    `La columna ${named(column)} puede contener números de inventario o nombres, como «${text}». Diga en columns: que son números de inventario, o deje la columna fuera: entonces los números de serie distinguen los equipos.`,
  no_key_column: () => `${NO_KEY}. ${NO_KEY_END}`,
  no_key_column_or_serials: () => `${NO_KEY}${SERIALS_FAIL}. ${NO_KEY_END}`,
  full_stop: () => '.',
  too_many_items: ({ count, limit }, { number }) =>
    `Las cantidades dan ${number(count)} equipos, y una tabla puede tener ${number(limit)}. Repártala en varias fuentes, o ponga quantity: one.`,
  gear_side_by_side: () => 'La hoja tiene listas de equipos una al lado de otra. Póngalas primero una debajo de otra.',
  list_without_column: ({ row, header }) =>
    `La lista cuyo encabezado está en la fila ${row} no tiene columna ${header}, y otra sí. Añádala primero.`,
  secret_unreadable: ({ text }) => `Un secreto no se puede leer. El motivo en inglés: «${text}»`,
  contract_refused: ({ text }) => `El motivo en inglés: «${text}»`,
}

/** Spanish sentences about files that cannot be read. */
export const files: Translated<typeof fileSentences> = { ...sheets, ...advice, ...addresses, ...googleSheets }
