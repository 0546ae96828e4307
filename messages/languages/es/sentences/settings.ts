import type { settingSentences } from '../../../../contract/sentences/settings.ts'
import type { Translated } from '../../sentences.ts'
import { settingsFile } from './settingsFile.ts'
import { sourceSettings } from './sourceSettings.ts'

/** Kinds of entries that have ids. */
const others: Readonly<Record<string, string>> = {
  calendar: 'otro calendario',
  channel: 'otro canal',
  person: 'otra persona',
  plan: 'otro plan de mantenimiento',
  source: 'otra fuente',
}
const units: Readonly<Record<string, string>> = { days: 'días', weeks: 'semanas', months: 'meses', years: 'años' }

const amountOf = (meter: string): string =>
  meter === 'shutter_count' ? 'un número entero de disparos' : 'un número de horas de vuelo'

const ONLY_BY_USE = 'Solo vale para los planes según el uso, por ejemplo `every: { shutter_count: 100000 }`.'
const NOT_WHOLE_DAY = 'Las horas de silencio no pueden ocupar todo el día.'

/** Spanish sentences about faults of kitroom.yaml. Names of settings stay as they are written. */
export const settings: Translated<typeof settingSentences> = {
  ...settingsFile,
  ...sourceSettings,
  // Reminders and people
  setting_id_taken: ({ id, what }) => `El identificador «${id}» ya lo tiene ${others[what] ?? what}.`,
  setting_time: ({ example }) => `Tiene que ser una hora entre comillas, por ejemplo "${example}".`,
  setting_time_zone: () => 'Tiene que ser el nombre de una zona horaria, por ejemplo Europe/Berlin.',
  setting_escalation_after: () => 'Tiene que ser una duración, por ejemplo 48h o 3d, de 240h o 10d como máximo.',
  setting_person_channel: () => 'Tiene que ser el identificador de un canal, o { channel: mail, to: ada@example.com }.',
  setting_no_channels: () => 'Hace falta al menos un canal.',
  setting_no_kinds: () => 'Hace falta al menos un tipo de avisos.',
  setting_no_tags: () => 'Hace falta al menos un número de inventario.',
  setting_no_address: () => 'Hace falta al menos una dirección.',
  setting_no_weekdays: () => 'Hace falta al menos un día de la semana.',
  setting_no_people: () => 'Hace falta al menos una persona. Sin personas, omita este ajuste.',
  setting_too_many_people: ({ max }, { number }) => `Número máximo de personas: ${number(max)}.`,
  setting_filter_of_person: () => 'Hay que decir de qué equipo se trata: type, brand, model, location o asset_tags.',
  setting_person_unknown: ({ person }) => `En reminders.people no hay ninguna persona «${person}».`,
  setting_channel_unknown: ({ channel }) => `En reminders.channels no hay ningún canal «${channel}».`,
  setting_channel_unused: () => 'Ninguna persona tiene este canal, así que no se enviaría nada por él.',
  setting_address_needed: ({ channel }) => `Hace falta una dirección (to) para el canal ${channel}.`,
  setting_address_not_used: ({ channel }) => `En el canal ${channel}, las personas no tienen dirección. Omita \`to\`.`,
  setting_unsubscribe_address: () =>
    'Para eso, la persona necesita una dirección propia: { channel: mail, to: ada@example.com }.',
  setting_unsubscribe_fallback: () =>
    'Hay que omitirlo en la persona de reserva (fallback), que recibe lo que no concierne a nadie más.',
  setting_quiet_same_time: () => `La hora tiene que ser distinta de \`from\`. ${NOT_WHOLE_DAY}`,
  setting_quiet_too_long: () => `Cada día tiene que quedar una hora libre. ${NOT_WHOLE_DAY}`,
  setting_for_weekly_digest: () => 'Solo vale para los resúmenes de cada semana.',
  // Maintenance and warranties
  setting_days: ({ min, max }) => `Tiene que ser un número de días, de ${min} a ${max}.`,
  setting_days_or_false: ({ min, max }) => `Tiene que ser un número de días, de ${min} a ${max}, o false.`,
  setting_number: () => 'Tiene que ser un número.',
  setting_filter_of_plan: () => 'Hay que decir para qué equipo es el plan: type, brand, model o asset_tags.',
  setting_plan_start: () => 'Valores posibles: purchase, last_completed o un día escrito AAAA-MM-DD.',
  setting_period: () =>
    'Tiene que ser un período, por ejemplo "6 months" o { months: 6 }, con days, weeks, months o years.',
  setting_period_count: ({ unit, max }, { number }) =>
    `Tiene que ser un número entero de ${units[unit] ?? unit}, de 1 a ${number(max)}.`,
  setting_use: ({ meter, max }, { number }) =>
    `Tiene que ser ${amountOf(meter)} mayor que 0, ${number(max)} como máximo.`,
  setting_use_lead: ({ meter, limit }, { number }) =>
    `Tiene que ser ${amountOf(meter)}, de 0 como mínimo y menor que ${number(limit)}.`,
  setting_use_start: () =>
    'En un plan según el uso solo es posible last_completed: el uso cuenta desde el último mantenimiento.',
  setting_use_lead_days: () => 'Para eso hace falta un período: `or: 12 months`. Un plan según el uso tiene `lead`.',
  setting_only_by_use: () => ONLY_BY_USE,
  setting_lead_by_use: () => `${ONLY_BY_USE} Un plan según el tiempo tiene \`lead_days\`.`,
  setting_meter_of_types: ({ type, meter, types }) => `${type} no tiene ${meter}. Eso solo lo tiene ${types}.`,
  setting_whole_days: () => 'Tiene que ser un número entero de días.',
  setting_step_past: () => 'Tiene que ser 0 o más: de un final que ya pasó se avisa una vez de todos modos.',
  setting_step_outside: ({ step, window, setting }) => `${step} queda fuera del plazo de ${window} días (${setting}).`,
  setting_no_steps: () => 'Hace falta al menos un número de días.',
  setting_too_many_steps: ({ max }) => `Cantidad máxima de números de días: ${max}.`,
  setting_no_types: ({ types }) => `Hace falta al menos uno de estos tipos: ${types}.`,
  setting_entry_twice: ({ entry }) => `${entry} aparece dos veces.`,
  setting_at_least: ({ min }) => `Tiene que ser ${min} o más.`,
  setting_at_most: ({ max }) => `El valor puede ser ${max} como máximo.`,
  // Calendars
  setting_too_many_calendars: ({ max }) => `Número máximo de calendarios: ${max}.`,
  setting_duration: () => 'Tiene que ser una duración, por ejemplo 90m, 2h o 1h30m.',
  setting_duration_range: () => 'La duración tiene que estar entre 1m y 168h.',
  setting_names_twice: () => 'El mismo nombre aparece dos veces.',
  setting_statuses_twice: () => 'El mismo estado aparece dos veces.',
  setting_one_line: () => 'Solo puede ser una línea.',
  setting_color: () => 'Tiene que ser el nombre de un color de CSS en minúsculas, por ejemplo turquoise.',
  setting_one_of: ({ allowed }) => `Valores posibles: ${allowed}.`,
  setting_other_calendar: ({ shows }) => `No vale para un calendario con shows: ${shows}.`,
  calendar_maintenance_client: () => 'Un mantenimiento no tiene cliente.',
  calendar_maintenance_place: () => 'Un mantenimiento no tiene lugar.',
  calendar_maintenance_hidden_place: () => 'Un mantenimiento no tiene lugar que ocultar.',
  calendar_maintenance_time: () => 'Un mantenimiento no tiene hora y ocupa todo el día.',
  calendar_warranty_status: () =>
    'Una garantía no tiene estado. El ajuste types de la sección warranty elige los documentos.',
  calendar_warranty_client: () => 'Una garantía no tiene cliente.',
  calendar_warranty_place: () => 'Una garantía no tiene lugar.',
  calendar_warranty_hidden_place: () => 'Una garantía no tiene lugar que ocultar.',
  calendar_warranty_time: () => 'El final de una garantía no tiene hora y ocupa todo el día.',
  setting_google_calendar: () =>
    'Tiene que ser "new" o el identificador de un calendario, por ejemplo …@group.calendar.google.com (Google Calendar: Configuración → el calendario → Integrar el calendario).',
  setting_google_calendar_twice: ({ other }) => `Es también el calendario de ${other}.`,
  // Channels
  setting_mailbox: () =>
    'Tiene que ser una dirección de correo sencilla, por ejemplo gear@example.com, sin nombre y sin caracteres especiales.',
  setting_mail_host: () =>
    'Tiene que ser el nombre o la dirección de un servidor de correo, por ejemplo smtp.example.com.',
  setting_mail_security: () =>
    'El valor none solo es posible hacia este equipo, por ejemplo con host: 127.0.0.1. Use starttls o tls.',
  setting_server_address: () =>
    'Tiene que ser la dirección de un servidor, por ejemplo https://ntfy.example.com, sin usuario, parámetros ni fragmento.',
  setting_channel_variable: () =>
    'Tiene que ser el nombre de una variable de entorno que empiece por KITROOM_CHANNEL_, por ejemplo KITROOM_CHANNEL_TEAM. El secreto mismo no debe estar en kitroom.yaml.',
  setting_topic: () => 'Tienen que ser de 1 a 64 letras, cifras, - o _.',
  setting_topic_or_variable: () => 'Hace falta exactamente uno de los dos ajustes topic y topic_env.',
  setting_service_tags: () => 'Tienen que ser palabras de letras, cifras, - y _, separadas por espacios o comas.',
}
