import type { settingSentences } from '../../../../contract/sentences/settings.ts'
import type { Translated } from '../../sentences.ts'
import { settingsFile } from './settingsFile.ts'
import { sourceSettings } from './sourceSettings.ts'

/** Kinds of entries that have ids. */
const others: Readonly<Record<string, string>> = {
  calendar: 'ein anderer Kalender',
  channel: 'ein anderer Kanal',
  person: 'eine andere Person',
  plan: 'ein anderer Wartungsplan',
  source: 'eine andere Quelle',
}
const units: Readonly<Record<string, string>> = { days: 'Tagen', weeks: 'Wochen', months: 'Monaten', years: 'Jahren' }

const amountOf = (meter: string): string =>
  meter === 'shutter_count' ? 'eine ganze Zahl von Auslösungen' : 'eine Zahl von Flugstunden'

const ONLY_BY_USE = 'Das gilt nur für Wartungspläne nach Nutzung, zum Beispiel `every: { shutter_count: 100000 }`.'
const NOT_WHOLE_DAY = 'Ruhezeiten dürfen nicht den ganzen Tag umfassen.'

/** German sentences about faults of kitroom.yaml. Names of settings stay as they are written. */
export const settings: Translated<typeof settingSentences> = {
  ...settingsFile,
  ...sourceSettings,
  // Reminders and people
  setting_id_taken: ({ id, what }) => `Die Kennung „${id}“ hat schon ${others[what] ?? what}.`,
  setting_time: ({ example }) => `Es muss eine Uhrzeit in Anführungszeichen sein, zum Beispiel "${example}".`,
  setting_time_zone: () => 'Es muss der Name einer Zeitzone sein, zum Beispiel Europe/Berlin.',
  setting_escalation_after: () => 'Es muss eine Dauer sein, zum Beispiel 48h oder 3d, höchstens 240h oder 10d.',
  setting_person_channel: () => 'Es muss die Kennung eines Kanals sein, oder { channel: mail, to: ada@example.com }.',
  setting_no_channels: () => 'Mindestens ein Kanal ist nötig.',
  setting_no_kinds: () => 'Mindestens eine Art von Erinnerungen ist nötig.',
  setting_no_tags: () => 'Mindestens eine Inventarnummer ist nötig.',
  setting_no_address: () => 'Mindestens eine Adresse ist nötig.',
  setting_no_weekdays: () => 'Mindestens ein Wochentag ist nötig.',
  setting_no_people: () => 'Mindestens eine Person ist nötig. Ohne Personen lassen Sie die Einstellung weg.',
  setting_too_many_people: ({ max }, { number }) => `Höchstens ${number(max)} Personen sind möglich.`,
  setting_filter_of_person: () =>
    'Hier muss stehen, um welche Geräte es geht: type, brand, model, location oder asset_tags.',
  setting_person_unknown: ({ person }) => `In reminders.people gibt es keine Person „${person}“.`,
  setting_channel_unknown: ({ channel }) => `In reminders.channels gibt es keinen Kanal „${channel}“.`,
  setting_channel_unused: () => 'Keine Person hat diesen Kanal, also würde darüber nichts gesendet.',
  setting_address_needed: ({ channel }) => `Für den Kanal ${channel} ist eine Adresse (to) nötig.`,
  setting_address_not_used: ({ channel }) =>
    `Im Kanal ${channel} haben Personen keine Adressen. Lassen Sie \`to\` weg.`,
  setting_unsubscribe_address: () =>
    'Dafür braucht die Person eine eigene Adresse: { channel: mail, to: ada@example.com }.',
  setting_unsubscribe_fallback: () =>
    'Bei der Ersatzperson (fallback) muss das fehlen: Sie bekommt, was sonst niemanden betrifft.',
  setting_quiet_same_time: () => `Die Zeit muss sich von \`from\` unterscheiden. ${NOT_WHOLE_DAY}`,
  setting_quiet_too_long: () => `Jeden Tag muss eine Stunde frei bleiben. ${NOT_WHOLE_DAY}`,
  setting_for_weekly_digest: () => 'Das gilt nur für wöchentliche Zusammenfassungen.',
  // Maintenance and warranties
  setting_days: ({ min, max }) => `Es muss eine Zahl von Tagen sein, von ${min} bis ${max}.`,
  setting_days_or_false: ({ min, max }) => `Es muss eine Zahl von Tagen sein, von ${min} bis ${max}, oder false.`,
  setting_number: () => 'Es muss eine Zahl sein.',
  setting_filter_of_plan: () =>
    'Hier muss stehen, für welche Geräte der Wartungsplan gilt: type, brand, model oder asset_tags.',
  setting_plan_start: () => 'Möglich sind purchase, last_completed oder ein Tag als JJJJ-MM-TT.',
  setting_period: () =>
    'Es muss ein Zeitraum sein, zum Beispiel "6 months" oder { months: 6 }, mit days, weeks, months oder years.',
  setting_period_count: ({ unit, max }, { number }) =>
    `Es muss eine ganze Zahl von ${units[unit] ?? unit} sein, von 1 bis ${number(max)}.`,
  setting_use: ({ meter, max }, { number }) => `Es muss ${amountOf(meter)} über 0 sein, höchstens ${number(max)}.`,
  setting_use_lead: ({ meter, limit }, { number }) =>
    `Es muss ${amountOf(meter)} sein, mindestens 0 und kleiner als ${number(limit)}.`,
  setting_use_start: () =>
    'Bei einem Wartungsplan nach Nutzung ist nur last_completed möglich: Die Nutzung zählt ab der letzten Wartung.',
  setting_use_lead_days: () =>
    'Dafür ist ein Zeitraum nötig: `or: 12 months`. Ein Wartungsplan nach Nutzung hat `lead`.',
  setting_only_by_use: () => ONLY_BY_USE,
  setting_lead_by_use: () => `${ONLY_BY_USE} Ein Wartungsplan nach Zeit hat \`lead_days\`.`,
  setting_meter_of_types: ({ type, meter, types }) => `${type} hat kein ${meter}. Das gibt es nur bei ${types}.`,
  setting_whole_days: () => 'Es muss eine ganze Zahl von Tagen sein.',
  setting_step_past: () => 'Mindestens 0 ist nötig: Ein Ende, das vorbei ist, wird ohnehin einmal gemeldet.',
  setting_step_outside: ({ step, window, setting }) =>
    `${step} liegt außerhalb des Zeitraums von ${window} Tagen (${setting}).`,
  setting_no_steps: () => 'Mindestens eine Zahl von Tagen ist nötig.',
  setting_too_many_steps: ({ max }) => `Höchstens ${max} Zahlen von Tagen sind möglich.`,
  setting_no_types: ({ types }) => `Mindestens eine dieser Arten ist nötig: ${types}.`,
  setting_entry_twice: ({ entry }) => `${entry} steht zweimal da.`,
  setting_at_least: ({ min }) => `Mindestens ${min} ist nötig.`,
  setting_at_most: ({ max }) => `Höchstens ${max} ist möglich.`,
  // Calendars
  setting_too_many_calendars: ({ max }) => `Höchstens ${max} Kalender sind möglich.`,
  setting_duration: () => 'Es muss eine Dauer sein, zum Beispiel 90m, 2h oder 1h30m.',
  setting_duration_range: () => 'Die Dauer muss zwischen 1m und 168h liegen.',
  setting_names_twice: () => 'Derselbe Eintrag steht zweimal da.',
  setting_statuses_twice: () => 'Derselbe Status steht zweimal da.',
  setting_one_line: () => 'Es darf nur eine Zeile sein.',
  setting_color: () => 'Es muss der Name einer CSS-Farbe in Kleinbuchstaben sein, zum Beispiel turquoise.',
  setting_one_of: ({ allowed }) => `Möglich ist nur: ${allowed}.`,
  setting_other_calendar: ({ shows }) => `Das gilt nicht für einen Kalender mit shows: ${shows}.`,
  calendar_maintenance_client: () => 'Eine Wartung hat keinen Kunden.',
  calendar_maintenance_place: () => 'Eine Wartung hat keinen Ort.',
  calendar_maintenance_hidden_place: () => 'Eine Wartung hat keinen Ort, der sich verbergen ließe.',
  calendar_maintenance_time: () => 'Eine Wartung hat keine Uhrzeit und dauert den ganzen Tag.',
  calendar_warranty_status: () =>
    'Eine Garantie hat keinen Status. Welche Dokumente gezeigt werden, steht im Abschnitt warranty unter types.',
  calendar_warranty_client: () => 'Eine Garantie hat keinen Kunden.',
  calendar_warranty_place: () => 'Eine Garantie hat keinen Ort.',
  calendar_warranty_hidden_place: () => 'Eine Garantie hat keinen Ort, der sich verbergen ließe.',
  calendar_warranty_time: () => 'Das Ende einer Garantie hat keine Uhrzeit und dauert den ganzen Tag.',
  setting_google_calendar: () =>
    'Es muss "new" oder die Kennung eines Kalenders sein, zum Beispiel …@group.calendar.google.com (Google Kalender: Einstellungen → der Kalender → Kalender integrieren).',
  setting_google_calendar_twice: ({ other }) => `Das ist auch der Kalender von ${other}.`,
  // Channels
  setting_mailbox: () =>
    'Es muss eine einfache E-Mail-Adresse sein, zum Beispiel gear@example.com, ohne Namen und ohne Sonderzeichen.',
  setting_mail_host: () => 'Es muss der Name oder die Adresse eines Mailservers sein, zum Beispiel smtp.example.com.',
  setting_mail_security: () =>
    'none ist nur für diesen Rechner möglich, zum Beispiel mit host: 127.0.0.1. Verwenden Sie starttls oder tls.',
  setting_server_address: () =>
    'Es muss die Adresse eines Servers sein, zum Beispiel https://ntfy.example.com, ohne Benutzer, Parameter und Fragment.',
  setting_channel_variable: () =>
    'Es muss der Name einer Umgebungsvariablen sein, der mit KITROOM_CHANNEL_ beginnt, zum Beispiel KITROOM_CHANNEL_TEAM. Das Geheimnis selbst gehört nicht in kitroom.yaml.',
  setting_topic: () => 'Es müssen 1 bis 64 Buchstaben, Ziffern, - oder _ sein.',
  setting_topic_or_variable: () => 'Genau eine der beiden Angaben topic und topic_env ist nötig.',
  setting_service_tags: () =>
    'Es müssen Tags aus Buchstaben, Ziffern, - und _ sein, getrennt durch Leerzeichen oder Kommas.',
}
