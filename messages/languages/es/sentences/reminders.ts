import type { reminderSentences } from '../../../../contract/sentences/reminders.ts'
import type { Translated } from '../../sentences.ts'

/** Spanish sentences that say why a reminder was not sent. */
export const reminders: Translated<typeof reminderSentences> = {
  maintenance_deleted: () => 'El mantenimiento se eliminó antes del envío.',
  maintenance_completed: () => 'El mantenimiento se completó antes del envío.',
  maintenance_cancelled: () => 'El mantenimiento se canceló antes del envío.',
  maintenance_moved: ({ day }, words) => `El mantenimiento se aplazó al ${words.day(day)} antes del envío.`,
  item_retired: () => 'El equipo se dio de baja antes del envío.',
  covered_repairs_off: () => 'kitroom.yaml ya no pide mensajes sobre reparaciones cubiertas.',
  item_not_covered: () => 'El equipo ya no estaba cubierto antes del envío.',
  item_deleted: () => 'El equipo se eliminó antes del envío.',
  meter_not_counted: () => 'Ningún plan de mantenimiento usa ya este contador.',
  reading_cleared: () => 'La lectura se borró antes del envío.',
  reading_changed: ({ reading }, { number }) => `La lectura se cambió a ${number(reading)} antes del envío.`,
  reading_confirmed: () => 'La lectura se confirmó antes del envío.',
  shoot_deleted: () => 'El rodaje se eliminó antes del envío.',
  shoot_completed: () => 'El rodaje se completó antes del envío.',
  shoot_cancelled: () => 'El rodaje se canceló antes del envío.',
  shoot_moved: ({ day }, words) => `El rodaje se aplazó al ${words.day(day)} antes del envío.`,
  shoot_not_tomorrow: () => 'El rodaje no es mañana; si es hoy, ya ha empezado.',
  shoot_reminders_off: () => 'kitroom.yaml ya no pide recordatorios de rodajes.',
  document_deleted: () => 'El documento se eliminó antes del envío.',
  document_not_watched: ({ document_type: type }, { value }) =>
    `El documento es ahora del tipo «${value('document_type', type)}», cuyo fin no se vigila.`,
  document_has_no_end: () => 'El documento ya no tiene esa fecha de fin.',
  end_removed: () => 'La fecha de fin se quitó antes del envío.',
  end_moved: ({ day }, words) => `El fin se aplazó al ${words.day(day)} antes del envío.`,
  recipient_unsubscribed: () => 'La persona se dio de baja de los recordatorios en esta dirección.',
  recipient_resubscribed: () => 'La persona vuelve a recibir recordatorios.',
  reminder_acknowledged: () => 'El recordatorio se confirmó antes del envío.',
  reminder_postponed: ({ day }, words) => `El recordatorio se aplazó al ${words.day(day)} antes del envío.`,
  reminder_superseded: () => 'Un recordatorio posterior de lo mismo lo sustituyó antes del envío.',
  problem_over: () => 'El problema estaba resuelto antes del envío.',
  reminder_not_checked: () => 'No se pudo comprobar si el recordatorio sigue siendo válido.',
  reminder_unconfirmed: () => 'El worker se detuvo durante el envío; no se sabe si el mensaje llegó.',
  reminder_not_repeated: () => 'No se volvió a enviar.',
  reminder_maybe_taken: () => 'Puede que el destinatario ya lo haya recibido; no se vuelve a enviar.',
  reminder_expired: ({ days }, { number }) => `El recordatorio no se pudo enviar durante ${number(days)} días.`,
  reminder_never_tried: ({ days }, { number }) =>
    `El recordatorio no se pudo enviar durante ${number(days)} días: no se envió nada en ese tiempo, o kitroom.yaml ya no nombra a su destinatario.`,
  earlier_cause: ({ text }) => `La causa anterior en inglés: «${text}»`,
}
