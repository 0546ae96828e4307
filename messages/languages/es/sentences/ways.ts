import type { adviceSentences, WaySentences } from '../../../../contract/sentences/ways.ts'
import { withOthers } from '../../../../contract/sentences/withOthers.ts'
import type { Translated } from '../../sentences.ts'

const and = (settings: string): string => settings.replaceAll('\n', ' y ')

const ways: Translated<WaySentences> = {
  add_settings: ({ settings }) => `añada a la fuente, en kitroom.yaml, ${and(settings)}.`,
  insert_header: ({ row, cells }) =>
    `inserte encima de la fila ${row} una fila con los nombres de las columnas, desde la columna A: ${cells}.`,
  insert_header_of_sheet: ({ row, sheet, cells }) =>
    `inserte en la hoja «${sheet}», encima de la fila ${row}, una fila con los nombres de las columnas, desde la columna A: ${cells}.`,
  add_columns: ({ fields }, { field }) => {
    const columns = fields.split(', ').map((name) => `una columna «${field(name)}»`)
    return `añada ${columns.join(' y ')}, con un valor en cada fila.`
  },
  run_sync_tag: () =>
    'ejecute kitroom sync tag <archivo> --source <fuente> --out <copia>: la copia tiene un número de inventario para cada equipo. Sincronice la copia.',
  put_first_line: ({ line }) => `ponga ${line} como primera línea del archivo.`,
}

export const advice: Translated<typeof adviceSentences> = {
  ...withOthers(ways, 'O'),
  also_add_settings: ({ settings }) => `Añada también a la fuente, en kitroom.yaml, ${and(settings)}.`,
  replace_choose: ({ setting }) => `Sustituya CHOOSE en ${setting} por el valor de todos los equipos nuevos.`,
  replace_choose_by: ({ setting, values }) =>
    `Sustituya CHOOSE en ${setting} por el valor de todos los equipos nuevos: ${values}.`,
}
