import type { outcomeSentences } from '../../../../contract/sentences/outcomes.ts'
import type { Translated } from '../../sentences.ts'

const items = (count: number, number: (value: number) => string): string =>
  count === 1 ? 'einem Gerät' : `${number(count)} Geräten`

const records = (count: number, one: string, many: string, number: (value: number) => string): string[] =>
  count === 0 ? [] : [count === 1 ? one : `${number(count)} ${many}`]

/** German sentences about runs. */
export const outcomes: Translated<typeof outcomeSentences> = {
  // The plan waits
  guard_changes: ({ count, limit }, { number }) =>
    `Der Plan ändert ${number(count)} Geräte, und guard lässt ${number(limit)} zu. Geben Sie ihn frei, oder lehnen Sie ihn ab.`,
  guard_percent: ({ count, of, percent }, { number }) =>
    `Der Plan ändert ${number(count)} von ${number(of)} verbundenen Geräten, und guard lässt ${number(percent)} % zu. Geben Sie ihn frei, oder lehnen Sie ihn ab.`,
  // The run has ended
  failures_in_a_row: ({ count }, { number }) =>
    `Die API hat ${number(count)} Zeilen hintereinander abgewiesen. Der Bericht nennt die Gründe.`,
  failures_of_sent: ({ count, of }, { number }) =>
    `Die API hat ${number(count)} von ${number(of)} Zeilen abgewiesen. Der Bericht nennt die Gründe.`,
  run_aborted: () => 'Jemand hat den Lauf mit kitroom sync abort beendet. Was bis dahin geschrieben war, bleibt.',
  write_back_aborted: () =>
    'Jemand hat den Lauf mit kitroom sync abort beendet, bevor er in die Tabelle geschrieben hatte, oder währenddessen. Der nächste Abgleich schreibt, was fehlt.',
  workflow_not_started: () => 'Der Workflow konnte nicht gestartet werden.',
  workflow_closed: () =>
    'Der Workflow wurde in Temporal beendet, bevor sein Lauf zu Ende war. Starten Sie einen neuen Lauf.',
  workflow_replaced: () => 'Ein anderer Workflow hat den Platz dieses Laufs eingenommen. Starten Sie einen neuen Lauf.',
  workflow_cancelled: () => 'Der Workflow wurde in Temporal abgebrochen.',
  file_not_read_in_time: () =>
    'Der Host, der die Datei hat, hat sie nicht binnen 10 Minuten gelesen. Starten Sie dort den Worker, sehen Sie nach, ob sich die Datei öffnen lässt, dann gleichen Sie noch einmal ab.',
  file_not_read_by_label: ({ label }) =>
    `Kein Worker mit KITROOM_FILES=${label} hat die Datei binnen 10 Minuten gelesen. Starten Sie einen auf dem Host, der die Datei hat, oder ändern Sie „on: ${label}“ der Quelle, dann gleichen Sie noch einmal ab.`,
  no_writer_in_time: () =>
    'Kein Worker hat binnen 10 Minuten in die Tabelle geschrieben. Starten Sie einen; der nächste Abgleich schreibt.',
  not_done_in_time: () => 'Es wurde nicht in der vorgesehenen Zeit erledigt.',
  was_cut_off: () => 'Es wurde abgebrochen.',
  log_has_cause: () => 'Die Ursache steht im Protokoll des Workers.',
  sheet_not_kept: () => 'Die Tabelle ist nicht mehr gespeichert. Starten Sie den Lauf noch einmal.',
  rows_miscounted: () =>
    'Kitroom hat die Zeilen dieser Tabelle falsch gezählt, also wird nichts geschrieben. Das ist ein Fehler von Kitroom: Bitte melden Sie ihn, mit einer Kopie der Tabelle.',
  miscount: ({ text }) => `(${text})`,
  run_unknown: () => 'Dieser Lauf ist nicht in der Datenbank des Workers.',
  run_has_ended: () => 'Der Lauf ist beendet; nichts mehr davon wird geschrieben.',
  run_is_no_edit: () => 'Dieser Lauf ist keine Sammeländerung.',
  inventory_restored: () =>
    'Das Inventar wurde nach dem Beginn dieses Laufs aus einer Sicherung wiederhergestellt. Nichts mehr davon wird geschrieben; starten Sie einen neuen Lauf.',
  write_back_off: ({ source }) => `In kitroom.yaml steht für die Tabelle von ${source} kein write_back: true mehr.`,
  // The API or the worker
  key_may_not: () => 'Der Schlüssel des Workers darf das nicht.',
  make_new_key: () => 'Erstellen Sie ihm einen neuen: npm start -- --account <id>, wo der API-Server läuft.',
  key_not_accepted: () => 'Der API-Server nimmt den Schlüssel des Workers nicht an.',
  api_takes_nothing: () => 'Der API-Server nimmt gerade nichts mehr an.',
  api_failed: () => 'Der API-Server ist daran gescheitert; die Ursache steht in seinem Protokoll.',
  api_refused: () => 'Der API-Server hat es abgelehnt.',
  api_said: ({ text }) => `Seine Meldung auf Englisch: „${text}“`,
  api_silent: () => 'Der API-Server hat nicht geantwortet.',
  api_unreachable: () => 'Der API-Server ist nicht erreichbar.',
  state_silent: () => 'Die Datenbank des Workers antwortet gerade nicht.',
  unexpected: () => 'Etwas Unerwartetes ist fehlgeschlagen; die Ursache steht im Protokoll des Workers.',
  status_not_derived: ({ count }, { number }) =>
    `Bei ${items(count, number)} ließ sich der Status nicht aus der Wartung ableiten; die anderen sind erledigt.`,
  maintenance_reminders_failed: ({ count }, { number }) =>
    `Bei ${items(count, number)} ließen sich keine Erinnerungen an Wartung erstellen; die anderen sind erledigt.`,
  maintenance_not_entered: ({ count }, { number }) =>
    `Bei ${items(count, number)} ließ sich fällige Wartung nicht eintragen; die anderen sind erledigt.`,
  coverage_reminders_failed: ({ count }, { number }) =>
    `Bei ${items(count, number)} ließen sich keine Erinnerungen an Garantien und Versicherungen erstellen; die anderen sind erledigt.`,
  of_item: ({ item }) => `${item}:`,
  of_deleted_item: () => 'ein gelöschtes Gerät:',
  of_unreadable_item: () => 'ein Gerät, das sich nicht lesen lässt:',
  and_more_items: ({ count }, { number }) => `Und ${number(count)} weitere.`,
  worker_said: ({ text }) => `Der Worker meldet auf Englisch: „${text}“`,
  // Rows that were not written
  item_changed_since_plan: () => 'Das Gerät wurde geändert, nachdem der Plan erstellt war.',
  item_deleted_since_plan: () => 'Das Gerät wurde gelöscht, nachdem der Plan erstellt war.',
  item_created_since_plan: () => 'Ein Gerät mit dieser Nummer wurde angelegt, nachdem der Plan erstellt war.',
  category_gone: ({ name }) => `Das Konto hat keine Kategorie ${name} mehr, darum kommt sie nicht zurück.`,
  own_field_gone: ({ field }) =>
    `Das Konto hat kein eigenes Feld für „${field}“ mehr, darum kommt der Wert nicht zurück.`,
  deletion_not_undone: () =>
    'Der Lauf hat das Gerät gelöscht, und nichts bringt es zurück. Seine Werte stehen im Plan jenes Laufs.',
  item_has_records: ({ maintenance, documents }, { number }) =>
    `Zum Gerät gehören ${[
      ...records(maintenance, 'ein Wartungseintrag', 'Wartungseinträge', number),
      ...records(documents, 'ein Dokument', 'Dokumente', number),
    ].join(' und ')}, was mit ihm gelöscht würde.`,
  item_changed_since_shown: () =>
    'Jemand hat das Gerät geändert, nachdem es angezeigt wurde. Sehen Sie es noch einmal an, dann wählen Sie es neu.',
  type_lacks_field: ({ type }, { gearType }) => `Die Art „${gearType(type)}“ hat dieses Feld nicht.`,
  focal_lengths_would_reverse: ({ shortest, longest }, { number }) =>
    `Die kürzeste Brennweite wäre ${number(shortest)} mm und die längste ${number(longest)} mm.`,
  item_gone: () => 'Das Gerät gibt es nicht mehr.',
}
