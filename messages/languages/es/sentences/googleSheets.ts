import type { googleSheetSentences } from '../../../../contract/sentences/googleSheets.ts'
import type { Translated } from '../../sentences.ts'

const and = (names: string): string => names.replace(/, ([^,]*)$/, ' y $1')

/** Spanish sentences about Google Sheets, and about writing results into them. */
export const googleSheets: Translated<typeof googleSheetSentences> = {
  spreadsheet_too_large: () =>
    'La hoja de Google pasa de 64 MiB de celdas. Divídala, o ponga en sheet: o range: lo que hay que leer.',
  spreadsheet_in_trash: () =>
    'La hoja está en la papelera de Google Drive. Restáurela, o indique la dirección de otra.',
  drive_file_is_no_sheet: () =>
    'Este archivo de Google Drive no es una hoja de Google. Ábralo en Google Sheets, y elija Archivo → Guardar como Hoja de cálculo de Google.',
  tab_of_address_gone: ({ gid }) =>
    `La hoja de Google ya no tiene ninguna pestaña con gid=${gid}. Abra la correcta y copie otra vez su dirección, o ponga su nombre en sheet:.`,
  tab_too_long: ({ sheet, limit }, { number }) => `«${sheet}» tiene más de ${number(limit)} filas. Divida la pestaña.`,
  range_outside_all: ({ range }) =>
    `El rango ${range} queda fuera de toda pestaña visible. Corrija range: en kitroom.yaml.`,
  range_outside: ({ range, sheet, rows, columns }, { number }) =>
    `El rango ${range} queda fuera de «${sheet}», que tiene ${number(rows)} filas y ${number(columns)} columnas. Corrija range: en kitroom.yaml.`,
  sheet_changes: () =>
    'Alguien cambia la hoja mientras Kitroom la lee. Vuelva a sincronizar cuando sus filas no se muevan.',
  google_sheet_not_sent: ({ seconds }) => `Google no envió toda la hoja en ${seconds} s.`,
  google_sheet_not_taken: ({ seconds }) => `Google no aceptó todos los mensajes en ${seconds} s.`,
  google_quota_later: () =>
    'Una sincronización programada se repite cada hora. Inicie cualquier otra de nuevo dentro de una hora.',
  google_quota_next_sync: () => 'La próxima sincronización escribirá en la hoja.',
  tab_gone: ({ sheet }) =>
    `La hoja de Google ya no tiene ninguna pestaña «${sheet}». La próxima sincronización la leerá de nuevo.`,
  no_room_for_columns: ({ sheet, columns, count }) =>
    `«${sheet}» no tiene sitio a la derecha para las columnas ${columns}. Inserte ahí ${count} columnas; la próxima sincronización las llenará.`,
  range_gone: ({ sheet, range }) =>
    `«${sheet}» ya no tiene celdas en el rango ${range}. La próxima sincronización la leerá de nuevo.`,
  header_gone: ({ row }) =>
    `El encabezado de la lista, que estaba en la fila ${row}, ya no está. La próxima sincronización leerá la hoja de nuevo.`,
  header_repeated: ({ header, count }) =>
    `El encabezado «${header}» está ${count} veces en la hoja, y sus filas no se distinguen. Deje solo uno.`,
  own_columns_twice: ({ columns, cells }) =>
    `Las columnas ${and(columns)} están dos veces, desde ${and(cells)}. Borre cuatro de ellas; la próxima sincronización llenará las otras.`,
  own_columns_apart: ({ columns, cell }) =>
    `Las columnas ${and(columns)} ya no están juntas en este orden, desde ${cell}. Borre lo que quede de ellas; la próxima sincronización las creará de nuevo.`,
  formula_unbounded: ({ cell, columns }) =>
    `La fórmula de ${cell} llena celdas a su derecha, y Google no dice cuántas. Un texto ahí la estropearía, así que Kitroom no añade columnas. Escriba los encabezados ${columns} en cuatro columnas que la fórmula no alcance, en la fila de los demás encabezados; la próxima sincronización las llenará.`,
  formula_reaches_columns: ({ cell, columns, row }) =>
    `La fórmula de ${cell} puede llenar las columnas ${columns}, y un texto ahí la estropearía. No se escribe nada. Mueva las cuatro columnas a la derecha de todas las celdas que llena, y escriba cualquier texto bajo Kitroom ID en la fila ${row}; la próxima sincronización lo sustituirá.`,
  columns_protected: ({ columns }) =>
    `Las celdas de las columnas ${columns} están protegidas. Permita que la cuenta de servicio las edite, en Datos → Proteger.`,
  rows_gone: ({ count }, { number }) =>
    count === 1
      ? 'Una fila del plan ya no se encuentra en la hoja.'
      : `${number(count)} filas del plan ya no se encuentran en la hoja.`,
  keys_in_several_rows: ({ count }, { number }) =>
    count === 1
      ? 'Uno de los números está en varias filas. A su lado no se escribe nada.'
      : `${number(count)} de los números están en varias filas. A su lado no se escribe nada.`,
  rows_protected: ({ count }, { number }) =>
    count === 1
      ? 'Una fila tiene celdas protegidas, que quedan como están.'
      : `${number(count)} filas tienen celdas protegidas, que quedan como están.`,
  rows_moved: () =>
    'Alguien movió filas mientras Kitroom escribía; algunos mensajes pueden estar en filas equivocadas. La próxima sincronización los corregirá.',
}
