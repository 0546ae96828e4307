import type { outcomeSentences } from '../../../../contract/sentences/outcomes.ts'
import type { Translated } from '../../sentences.ts'

const items = (count: number, number: (value: number) => string): string =>
  count === 1 ? 'un equipo' : `${number(count)} equipos`

const records = (count: number, one: string, many: string, number: (value: number) => string): string[] =>
  count === 0 ? [] : [count === 1 ? one : `${number(count)} ${many}`]

/** Spanish sentences about runs. */
export const outcomes: Translated<typeof outcomeSentences> = {
  guard_changes: ({ count, limit }, { number }) =>
    `El plan cambia ${number(count)} equipos, y guard deja pasar ${number(limit)}. Apruébelo o rechácelo.`,
  guard_percent: ({ count, of, percent }, { number }) =>
    `El plan cambia ${number(count)} de ${number(of)} equipos vinculados, y guard deja pasar el ${number(percent)} %. Apruébelo o rechácelo.`,
  failures_in_a_row: ({ count }, { number }) =>
    `La API rechazó ${number(count)} filas seguidas. El informe da los motivos.`,
  failures_of_sent: ({ count, of }, { number }) =>
    `La API rechazó ${number(count)} de ${number(of)} filas. El informe da los motivos.`,
  run_aborted: () => 'Alguien terminó la ejecución con kitroom sync abort. Lo que ya se había escrito queda.',
  write_back_aborted: () =>
    'Alguien terminó la ejecución con kitroom sync abort antes de que escribiera en la hoja, o mientras tanto. La próxima sincronización escribirá lo que falta.',
  workflow_not_started: () => 'No se pudo iniciar el workflow.',
  workflow_closed: () => 'El workflow se terminó en Temporal antes de que acabara su ejecución. Inicie una nueva.',
  workflow_replaced: () => 'Otro workflow ocupó el lugar de esta ejecución. Inicie una nueva.',
  workflow_cancelled: () => 'El workflow se canceló en Temporal.',
  file_not_read_in_time: () =>
    'El host que tiene el archivo no lo leyó en 10 minutos. Inicie ahí el worker, compruebe que el archivo se puede abrir, y vuelva a sincronizar.',
  file_not_read_by_label: ({ label }) =>
    `Ningún worker con KITROOM_FILES=${label} leyó el archivo en 10 minutos. Inicie uno en el host que tiene el archivo, o cambie «on: ${label}» de la fuente, y vuelva a sincronizar.`,
  no_writer_in_time: () =>
    'Ningún worker escribió en la hoja en 10 minutos. Inicie uno; la próxima sincronización escribirá.',
  not_done_in_time: () => 'No se hizo a tiempo.',
  was_cut_off: () => 'Se interrumpió.',
  log_has_cause: () => 'El registro del worker tiene la causa.',
  sheet_not_kept: () => 'La tabla ya no está guardada. Inicie la ejecución de nuevo.',
  rows_miscounted: () =>
    'Kitroom contó mal las filas de esta tabla, así que no se escribe nada. Es un fallo de Kitroom: comuníquelo, con una copia de la tabla.',
  miscount: ({ text }) => `(${text})`,
  run_unknown: () => 'Esta ejecución no está en la base de datos del worker.',
  run_has_ended: () => 'La ejecución ha terminado; no se escribe nada más de ella.',
  run_is_no_edit: () => 'Esta ejecución no es una edición en bloque.',
  inventory_restored: () =>
    'El inventario se restauró de una copia de seguridad después de empezar esta ejecución. No se escribe nada más de ella; inicie una nueva.',
  write_back_off: ({ source }) => `kitroom.yaml ya no tiene write_back: true para la tabla de ${source}.`,
  key_may_not: () => 'La clave del worker no puede hacerlo.',
  make_new_key: () => 'Cree una nueva: npm start -- --account <id>, donde se ejecuta el servidor de la API.',
  key_not_accepted: () => 'El servidor de la API no acepta la clave del worker.',
  api_takes_nothing: () => 'El servidor de la API no acepta nada más por ahora.',
  api_failed: () => 'El servidor de la API falló; su registro tiene la causa.',
  api_refused: () => 'El servidor de la API lo rechazó.',
  api_said: ({ text }) => `Su mensaje en inglés: «${text}»`,
  api_silent: () => 'El servidor de la API no respondió.',
  api_unreachable: () => 'No se puede acceder al servidor de la API.',
  state_silent: () => 'La base de datos del worker no responde ahora.',
  unexpected: () => 'Algo inesperado falló; el registro del worker tiene la causa.',
  status_not_derived: ({ count }, { number }) =>
    `El estado no se pudo deducir del mantenimiento en ${items(count, number)}; los demás están hechos.`,
  maintenance_reminders_failed: ({ count }, { number }) =>
    `No se pudieron crear los avisos de mantenimiento de ${items(count, number)}; los demás están hechos.`,
  maintenance_not_entered: ({ count }, { number }) =>
    `No se pudo anotar el mantenimiento que vence de ${items(count, number)}; los demás están hechos.`,
  coverage_reminders_failed: ({ count }, { number }) =>
    `No se pudieron crear los avisos de garantías y seguros de ${items(count, number)}; los demás están hechos.`,
  of_item: ({ item }) => `${item}:`,
  of_deleted_item: () => 'un equipo borrado:',
  of_unreadable_item: () => 'un equipo que no se puede leer:',
  and_more_items: ({ count }, { number }) => `Y ${number(count)} más.`,
  worker_said: ({ text }) => `El worker dice en inglés: «${text}»`,
  item_changed_since_plan: () => 'El equipo se cambió después de hacer el plan.',
  item_deleted_since_plan: () => 'El equipo se borró después de hacer el plan.',
  item_created_since_plan: () => 'Un equipo con este número se creó después de hacer el plan.',
  category_gone: ({ name }) => `La cuenta ya no tiene una categoría ${name}: no se restablece.`,
  own_field_gone: ({ field }) => `La cuenta ya no tiene un campo propio para «${field}»: su valor no se restablece.`,
  deletion_not_undone: () =>
    'La ejecución borró el equipo, y nada lo devuelve. Sus valores están en el plan de esa ejecución.',
  item_has_records: ({ maintenance, documents }, { number }) =>
    `El equipo tiene ${[
      ...records(maintenance, 'un mantenimiento', 'mantenimientos', number),
      ...records(documents, 'un documento', 'documentos', number),
    ].join(' y ')}, que desaparecerían con él.`,
  item_changed_since_shown: () => 'Alguien cambió el equipo después de mostrarse. Mírelo otra vez, y elíjalo de nuevo.',
  type_lacks_field: ({ type }, { gearType }) => `El tipo «${gearType(type)}» no tiene este campo.`,
  focal_lengths_would_reverse: ({ shortest, longest }, { number }) =>
    `La distancia focal más corta sería ${number(shortest)} mm y la más larga ${number(longest)} mm.`,
  item_gone: () => 'El equipo ya no existe.',
}
