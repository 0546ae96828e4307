import type { sourceSettingSentences } from '../../../../contract/sentences/sourceSettings.ts'
import type { Translated } from '../../sentences.ts'

const RANGES = 'por ejemplo A3:K500, A3:K para todas las filas desde la tercera, o A:K'

/** Fields of a schedule. */
const scheduleFields: Readonly<Record<string, string>> = {
  minute: 'El minuto',
  hour: 'La hora',
  'day of month': 'El día del mes',
  month: 'El mes',
  'day of week': 'El día de la semana',
}

/** Spanish sentences about faults in `sources:` of kitroom.yaml. */
export const sourceSettings: Translated<typeof sourceSettingSentences> = {
  setting_too_many_sources: ({ max }) => `Número máximo de fuentes: ${max}.`,
  setting_file: () => 'Tiene que ser la ruta de un archivo XLSX, CSV o TSV.',
  setting_two_locations: ({ other }) =>
    `Esta fuente también tiene ${other}:. Una fuente tiene una sola tabla, así que deje solo uno de los ajustes.`,
  setting_write_back_of: ({ kind }) => `Solo vale para google_sheet:. Kitroom no escribe en la tabla de ${kind}:.`,
  setting_range_of: ({ kind }) => `Solo vale para google_sheet:. Kitroom lee entera la tabla de ${kind}:.`,
  setting_on_of: ({ kind }) => `Solo vale para file:. Cualquier worker obtiene la tabla de ${kind}:.`,
  setting_schedule_of: ({ kind }) =>
    `Solo vale para hojas que un worker puede descargar. Una fuente con ${kind}: se sincroniza cuando alguien envía una hoja.`,
  setting_dropped: () => 'Debe ser true: las hojas de esta fuente se sueltan en una página o se envían con un comando.',
  setting_rows_of_two_sources: ({ source }) =>
    `«${source}» también escribe junto a filas de este rango, y junto a una fila solo caben los mensajes de una fuente. Deje write_back en una de las dos, deles rangos sin filas en común, o nombre dos hojas en sheet:.`,
  setting_web_address: () =>
    'Tiene que ser una dirección que empiece por https://, por ejemplo https://example.com/gear.csv.',
  setting_password_in_address: () =>
    'La dirección no puede contener nombre de usuario ni contraseña. Póngalos en variables de entorno, y nombre estas en user_env y password_env.',
  setting_variable: () =>
    'Tiene que ser el nombre de una variable de entorno en mayúsculas, por ejemplo SHEET_TOKEN. El secreto mismo no debe estar en kitroom.yaml.',
  setting_variable_of_kitroom: () => 'Es una variable del propio Kitroom. Dé al secreto un nombre propio.',
  setting_needs_other: ({ other }) => `También hace falta ${other}.`,
  setting_not_beside: ({ other }) => `No se puede usar junto con ${other}. Deje solo uno de los ajustes.`,
  setting_google_sheet: () =>
    'Tiene que ser la dirección de una hoja de Google, por ejemplo https://docs.google.com/spreadsheets/d/1AbC…/edit, o su identificador.',
  setting_uploaded_workbook: () =>
    'Es la dirección de un archivo de Excel subido (rtpof=true), y no de una hoja de Google. Ábralo, elija Archivo → Guardar como hoja de cálculo de Google, y dé la dirección de la nueva hoja. O descárguelo, y use file:.',
  setting_published_page: () =>
    'Es la dirección de una página publicada. Úsela en url: con output=csv al final, o dé la dirección en la que se edita la hoja.',
  setting_range: () => `Tiene que ser un rango de celdas, ${RANGES}.`,
  setting_range_names_sheet: () =>
    `Aquí no se puede nombrar una hoja: su nombre va en sheet:, y aquí solo las celdas, ${RANGES}.`,
  setting_range_reversed: () => `El rango acaba antes de empezar. Dé primero la esquina superior izquierda, ${RANGES}.`,
  setting_no_field: () => 'Hay que nombrar un campo, por ejemplo { status: retired }.',
  setting_brand_choose: () => 'El valor es CHOOSE. Escriba la marca de los equipos nuevos, por ejemplo Canon.',
  setting_currency: () => 'Tiene que ser un código de moneda, por ejemplo EUR.',
  setting_encoding: ({ encodings }) => `Esa codificación no existe. Valores posibles: ${encodings}.`,
  setting_month_dates: () =>
    'Valores posibles: first o last, o uno de ellos por campo, por ejemplo { purchase_date: first, warranty_expires_on: last }.',
  setting_damaged_values: () =>
    'Valores posibles: hold o take, o uno de ellos por campo, por ejemplo { firmware_version: take }.',
  setting_two_digit_years: () => 'Tienen que ser cien años, por ejemplo 1970-2069.',
  setting_hundred_years: () => 'Tienen que ser exactamente cien años, por ejemplo 1970-2069.',
  setting_date_zone: () => 'Valores posibles: studio o una zona horaria, por ejemplo Europe/Berlin.',
  setting_header_twice: ({ header, other }) => `«${header}» también está en ${other}:. Nombre la columna una sola vez.`,
  setting_same_item_twice: ({ first, second, item }) =>
    `«${first}» y «${second}» no pueden ser los dos el equipo «${item}».`,
  setting_mark_needed: () => 'En mark hay que decir qué se pone, por ejemplo mark: { status: retired }.',
  setting_too_many_characters: ({ max }, { number }) => `Número máximo de caracteres: ${number(max)}.`,
  setting_schedule_fields: () =>
    'Tienen que ser exactamente cinco datos: minuto, hora, día del mes, mes, día de la semana.',
  setting_schedule_field: ({ field }) =>
    `${scheduleFields[field] ?? field} no se puede usar. Se permiten cifras, nombres y * , - /.`,
  setting_schedule_never: () => 'Ese momento no llega nunca, o no se puede leer. Compruebe el día y el mes.',
}
