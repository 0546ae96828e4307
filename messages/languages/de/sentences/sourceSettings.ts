import type { sourceSettingSentences } from '../../../../contract/sentences/sourceSettings.ts'
import type { Translated } from '../../sentences.ts'

const RANGES = 'zum Beispiel A3:K500, A3:K für alle Zeilen ab der dritten, oder A:K'

/** Fields of a schedule. */
const scheduleFields: Readonly<Record<string, string>> = {
  minute: 'Die Minute',
  hour: 'Die Stunde',
  'day of month': 'Der Tag des Monats',
  month: 'Der Monat',
  'day of week': 'Der Wochentag',
}

/** German sentences about faults in `sources:` of kitroom.yaml. */
export const sourceSettings: Translated<typeof sourceSettingSentences> = {
  setting_too_many_sources: ({ max }) => `Höchstens ${max} Quellen sind möglich.`,
  setting_file: () => 'Es muss der Pfad einer XLSX-, CSV- oder TSV-Datei sein.',
  setting_two_locations: ({ other }) =>
    `Diese Quelle hat auch ${other}:. Eine Quelle hat eine Tabelle, also behalten Sie nur eine der Angaben.`,
  setting_write_back_of: ({ kind }) =>
    `Das gilt nur für google_sheet:. In die Tabelle von ${kind}: schreibt Kitroom nicht.`,
  setting_range_of: ({ kind }) => `Das gilt nur für google_sheet:. Die Tabelle von ${kind}: liest Kitroom ganz.`,
  setting_on_of: ({ kind }) => `Das gilt nur für file:. Die Tabelle von ${kind}: kann jeder Worker abrufen.`,
  setting_schedule_of: ({ kind }) =>
    `Das gilt nur für Tabellen, die ein Worker abrufen kann. Eine Quelle mit ${kind}: wird abgeglichen, wenn jemand eine Tabelle schickt.`,
  setting_dropped: () =>
    'Es muss true sein: Die Tabellen dieser Quelle werden auf einer Seite abgelegt oder mit einem Befehl geschickt.',
  setting_rows_of_two_sources: ({ source }) =>
    `„${source}“ schreibt auch neben Zeilen dieses Bereichs, und neben einer Zeile ist nur Platz für die Meldungen einer Quelle. Behalten Sie write_back bei einer von beiden, geben Sie ihnen Bereiche ohne gemeinsame Zeile, oder nennen Sie unter sheet: zwei Blätter.`,
  setting_web_address: () =>
    'Es muss eine Adresse sein, die mit https:// beginnt, zum Beispiel https://example.com/gear.csv.',
  setting_password_in_address: () =>
    'Die Adresse darf keinen Benutzernamen und kein Passwort enthalten. Setzen Sie dafür Umgebungsvariablen, und nennen Sie deren Namen unter user_env und password_env.',
  setting_variable: () =>
    'Es muss der Name einer Umgebungsvariablen in Großbuchstaben sein, zum Beispiel SHEET_TOKEN. Das Geheimnis selbst gehört nicht in kitroom.yaml.',
  setting_variable_of_kitroom: () =>
    'Das ist eine Variable von Kitroom selbst. Geben Sie dem Geheimnis einen eigenen Namen.',
  setting_needs_other: ({ other }) => `Dazu ist auch ${other} nötig.`,
  setting_not_beside: ({ other }) => `Das geht nicht zusammen mit ${other}. Behalten Sie nur eine der Angaben.`,
  setting_google_sheet: () =>
    'Es muss die Adresse einer Google-Tabelle sein, zum Beispiel https://docs.google.com/spreadsheets/d/1AbC…/edit, oder ihre Kennung.',
  setting_uploaded_workbook: () =>
    'Das ist die Adresse einer hochgeladenen Excel-Datei (rtpof=true) und keiner Google-Tabelle. Öffnen Sie sie, wählen Sie Datei → Als Google-Tabelle speichern, und verwenden Sie die Adresse der neuen Tabelle. Oder laden Sie sie herunter, und verwenden Sie file:.',
  setting_published_page: () =>
    'Das ist die Adresse einer veröffentlichten Seite. Verwenden Sie sie unter url: mit output=csv am Ende, oder nehmen Sie die Adresse, unter der die Tabelle bearbeitet wird.',
  setting_range: () => `Es muss ein Bereich von Zellen sein, ${RANGES}.`,
  setting_range_names_sheet: () =>
    `Hier darf kein Blatt stehen: Sein Name gehört unter sheet:, und hier stehen nur die Zellen, ${RANGES}.`,
  setting_range_reversed: () =>
    `Der Bereich endet, bevor er beginnt. Nennen Sie zuerst die linke obere Ecke, ${RANGES}.`,
  setting_no_field: () => 'Hier muss ein Feld stehen, zum Beispiel { status: retired }.',
  setting_brand_choose: () => 'Hier steht CHOOSE. Schreiben Sie die Marke der neuen Geräte, zum Beispiel Canon.',
  setting_currency: () => 'Es muss ein Währungscode sein, zum Beispiel EUR.',
  setting_encoding: ({ encodings }) => `Diese Zeichenkodierung gibt es nicht. Möglich ist: ${encodings}.`,
  setting_month_dates: () =>
    'Möglich sind first und last, oder eines davon je Feld, zum Beispiel { purchase_date: first, warranty_expires_on: last }.',
  setting_damaged_values: () =>
    'Möglich sind hold und take, oder eines davon je Feld, zum Beispiel { firmware_version: take }.',
  setting_two_digit_years: () => 'Es müssen hundert Jahre sein, zum Beispiel 1970-2069.',
  setting_hundred_years: () => 'Es müssen genau hundert Jahre sein, zum Beispiel 1970-2069.',
  setting_date_zone: () => 'Möglich sind studio oder eine Zeitzone, zum Beispiel Europe/Berlin.',
  setting_header_twice: ({ header, other }) =>
    `„${header}“ steht auch unter ${other}:. Nennen Sie die Spalte nur einmal.`,
  setting_same_item_twice: ({ first, second, item }) =>
    `„${first}“ und „${second}“ können nicht beide das Gerät „${item}“ sein.`,
  setting_mark_needed: () => 'Bei mark muss stehen, was gesetzt wird, zum Beispiel mark: { status: retired }.',
  setting_too_many_characters: ({ max }, { number }) => `Höchstens ${number(max)} Zeichen sind möglich.`,
  setting_schedule_fields: () => 'Es müssen genau fünf Angaben sein: Minute, Stunde, Tag des Monats, Monat, Wochentag.',
  setting_schedule_field: ({ field }) =>
    `${scheduleFields[field] ?? field} ist nicht verwendbar. Erlaubt sind Ziffern, Namen und * , - /.`,
  setting_schedule_never: () => 'Dieser Zeitpunkt kommt nie, oder er ist nicht lesbar. Prüfen Sie Tag und Monat.',
}
