// German sentences of the errors of the worker's control plane.
import type { accessControlReasons } from '../../contract/controlAccessReasons.ts'
import type { controlReasons } from '../../contract/controlReasons.ts'
import type { TextsOf } from '../../contract/reasonValues.ts'

const known = (names: readonly string[]): string => names.join(', ') || 'nichts'
const tryLater = 'Versuchen Sie es später noch einmal.'
const tryAgain = 'Versuchen Sie es gleich noch einmal.'

const accessReasonsDe: TextsOf<typeof accessControlReasons> = {
  control_input_invalid: () => 'Die Anfrage ist nicht gültig.',
  control_body_no_json: () => 'Der Inhalt der Anfrage ist kein gültiges JSON.',
  control_body_incomplete: () => 'Die Anfrage endete, bevor ihr Inhalt vollständig war.',
  control_body_too_large: (v) => `Der Inhalt darf höchstens ${v.max_bytes} Byte haben.`,
  control_path_unknown: (v) => `Es gibt hier kein ${v.method} ${v.path}.`,
  control_header_repeated: (v) => `Die Kopfzeile ${v.header} darf nur einmal kommen.`,
  loopback_only: () => 'Die Steuerung des Workers antwortet nur an der Loopback-Adresse.',
  other_control_name: () =>
    'Die Steuerung des Workers hat einen anderen Namen. KITROOM_CONTROL_NAMES des Workers nennt ihre Namen.',
  caller_gone: () => 'Die Verbindung wurde getrennt.',
  token_missing: () => 'Es fehlt das Token aus control.json im Datenordner, als Bearer-Token.',
  owner_key_missing: () =>
    'Es fehlt ein Inhaberschlüssel (ok_studio_…) als Bearer-Token: ein voller, oder einer mit dem Recht automation:read oder automation:write.',
  owner_key_mistyped: () => 'Der Inhaberschlüssel enthält einen Tippfehler.',
  owner_key_refused: () => 'Der API-Server lehnt den Schlüssel ab.',
  signed_form_unknown: () => 'Die signierte Anfrage hat eine Form, die diese Version nicht kennt.',
  signed_too_long_ago: (v) =>
    `Die Anfrage wurde nach der Uhr der Server am ${v.signed_at} signiert und kam am ${v.reached} an. Sie gilt ${v.seconds} Sekunden lang.`,
  signing_key_unknown: (v) => `Die API kennt den Signaturschlüssel ${v.signing_key} nicht.`,
  signature_differs: () =>
    'Die Signatur passt nicht zur Anfrage. Ein Proxy vor dem Worker muss Methode, Host, Pfad und Query unverändert lassen.',
  signed_body_differs: () => 'Der Inhalt ist nicht der, den der Server signiert hat.',
  signed_request_repeated: () => 'Die signierte Anfrage wurde schon einmal verwendet.',
  wrong_account: () => 'Dieser Schlüssel gehört zu einem anderen Konto als dieser Worker.',
  owner_scope_missing: (v) => `Dafür ist ein Inhaberschlüssel mit dem Recht „${v.scope}“ nötig.`,
  control_refusals_exceeded: () => `Zu viele Anfragen wurden abgelehnt. Prüfen Sie den Schlüssel. ${tryLater}`,
  too_many_key_checks: () => `Gerade werden zu viele unbekannte Schlüssel geprüft. ${tryLater}`,
  api_limits_key: () => `Zu viele Anfragen mit diesem Schlüssel. ${tryLater}`,
  settings_invalid: (v, { lines }) => {
    const where = lines.length === 1 ? `in Zeile ${v.lines.join(', ')}` : `in den Zeilen ${v.lines.join(', ')}`
    return lines.length === 0
      ? 'kitroom.yaml kann nicht verwendet werden.'
      : `kitroom.yaml kann nicht verwendet werden: Etwas ist falsch ${where}.`
  },
  settings_change_refused: () => 'Die Einstellungen wären nicht gültig. Es wurde nichts geändert.',
  worker_internal_error: () =>
    'Im Worker ist etwas Unerwartetes schiefgegangen. Die Ursache steht in seinem Protokoll.',
  state_unavailable: () => `Die Datenbank des Workers antwortet nicht. ${tryAgain}`,
  temporal_refused: (v) =>
    `Temporal lehnt diesen Worker ab: Sein Schlüssel (TEMPORAL_API_KEY) oder Zertifikat ist falsch, abgelaufen oder darf den Namespace „${v.namespace}“ nicht benutzen. Starten Sie den Worker mit einem gültigen.`,
  temporal_unavailable: () => 'Temporal antwortet nicht. Versuchen Sie es noch einmal, wenn es wieder erreichbar ist.',
  api_unreachable: () => 'Der API-Server ist nicht erreichbar.',
  api_not_started: () => 'Der API-Server antwortet nicht. Starten Sie ihn, dann starten Sie den Abgleich noch einmal.',
  api_too_slow: () => `Der API-Server braucht zu lange. ${tryLater}`,
  api_refuses_worker: (v) =>
    `Der API-Server lehnt den Schlüssel des Workers ab (${v.code}). Geben Sie dem Worker einen neuen.`,
  api_limits_worker: () => `Der API-Server nimmt gerade keine Anfragen des Workers mehr an. ${tryAgain}`,
  api_fails: (v) => `Der API-Server hat einen Fehler (${v.code}). ${tryLater}`,
  key_check_no_answer: () =>
    `Der API-Server antwortet nicht, deshalb lässt sich der Schlüssel nicht prüfen. ${tryLater}`,
  key_check_unreadable: () =>
    'Die Antwort des API-Servers ist nicht lesbar, deshalb lässt sich der Schlüssel nicht prüfen.',
  key_check_unknown: () =>
    'Der API-Server kann Schlüssel von Aufrufern nicht prüfen. Nehmen Sie einen mit derselben Version wie der Worker.',
  key_check_fails: (v) =>
    `Der API-Server hat einen Fehler (${v.code}), deshalb lässt sich der Schlüssel nicht prüfen. ${tryLater}`,
  request_check_no_answer: () =>
    `Der API-Server antwortet nicht, deshalb lässt sich die Anfrage nicht prüfen. ${tryLater}`,
  request_check_unreadable: () =>
    'Die Antwort des API-Servers ist nicht lesbar, deshalb lässt sich die Anfrage nicht prüfen.',
  request_check_unknown: () =>
    'Der API-Server nennt seine Signaturschlüssel nicht. Nehmen Sie einen mit derselben Version wie der Worker.',
  request_check_fails: (v) =>
    `Der API-Server hat einen Fehler (${v.code}), deshalb lässt sich die Anfrage nicht prüfen. ${tryLater}`,
  google_refused: () => 'Google lehnt das ab.',
  google_sign_in_unreadable: () =>
    'Google lehnt das ab. Um die Anmeldung ohne den Schlüssel zu beenden, entfernen Sie den Zugriff unter https://myaccount.google.com/connections und führen Sie aus: kitroom google logout --forget.',
  google_unavailable: () => `Google antwortet nicht. ${tryLater}`,
  google_revocation_unknown: () =>
    `Google antwortet nicht. Es ist unbekannt, ob die Anmeldung widerrufen wurde. Hier wurde nichts gelöscht. ${tryLater} Oder entfernen Sie den Zugriff unter https://myaccount.google.com/connections und führen Sie aus: kitroom google logout --forget.`,
  google_never_signed_in: () =>
    'Noch hat sich niemand angemeldet. Nennen Sie die Datei eines OAuth-Clients: kitroom google login --client <Datei>. docs/google.md zeigt, wie man ihn anlegt.',
  google_not_signed_in: () => 'Niemand ist bei Google angemeldet.',
  google_calendar_not_new: (v) => `Der Kalender „${v.calendar}“ hat in kitroom.yaml kein „google: { calendar: new }“.`,
  google_calendar_uncertain: (v) =>
    `Google wurde schon um den Kalender „${v.title}“ gebeten, und es ist unbekannt, ob er angelegt wurde. Suchen Sie ihn im Google Kalender.\nIst er da, kopieren Sie seine Kennung (Einstellungen → der Kalender → Kalender integrieren → Kalender-ID): kitroom google calendar ${v.calendar} --id <Kennung>\nSonst: kitroom google calendar ${v.calendar} --again`,
  google_other_calendar: () =>
    'Das ist ein anderer Kalender: Die Beschreibung des erbetenen hat ein anderes Zeichen. Nichts wurde gespeichert.',
  google_not_asked: (v) =>
    `Google wurde noch nicht um „${v.title}“ gebeten. Legen Sie den Kalender an: kitroom google calendar ${v.calendar}`,
}

/** Sentences of the errors of the control plane. */
export const controlReasonsDe: TextsOf<typeof controlReasons> = {
  ...accessReasonsDe,
  unknown_source: (v) => `In kitroom.yaml gibt es keine Quelle „${v.source}“. Es gibt: ${known(v.known)}.`,
  unknown_run: () => 'Einen Abgleich mit dieser Kennung gibt es nicht.',
  run_without_plan: () => 'Dieser Abgleich hat keinen Plan, also keine Zeilen für einen Bericht.',
  run_of_other_source: (v) => `Der Abgleich ${v.run} gehört zu ${v.other_source}, nicht zu ${v.source}.`,
  no_run_to_end: (v) => `${v.source} hat keinen Abgleich, der sich beenden lässt.`,
  plan_not_waiting: () => 'Der Plan wartet nicht auf eine Entscheidung.',
  plan_decided: (v) => `Der Plan wartet nicht auf eine Entscheidung. Sein Status ist „${v.run_status}“.`,
  run_has_ended: () => 'Der Abgleich ist zu Ende.',
  source_being_applied: () => 'Diese Quelle wird gerade übernommen.',
  workflow_not_ended: () => 'Der frühere Abgleich dieser Quelle ist noch nicht beendet.',
  other_run_began: (v) => `Ein anderer Abgleich von ${v.source} begann zur selben Zeit.`,
  deletes_not_confirmed: (v, { deletes }) =>
    `Der Plan löscht ${v.deletes} ${deletes === 1 ? 'Gerät' : 'Geräte'}. Die Freigabe muss diese Zahl nennen.`,
  run_not_ended: (v) => `Der Abgleich ist noch nicht zu Ende. Sein Status ist „${v.run_status}“.`,
  adoption_while_waiting: (v) =>
    `${v.source} hat den Abgleich ${v.run}, dessen Plan auf eine Entscheidung wartet. Geben Sie ihn zuerst frei, mit kitroom sync approve --plan ${v.run}, oder lehnen Sie ihn ab, mit kitroom sync reject --plan ${v.run}.`,
  adoption_while_running: (v) =>
    `${v.source} hat den Abgleich ${v.run}, der noch nicht zu Ende ist. Sein Status ist „${v.run_status}“. Warten Sie, oder beenden Sie ihn mit kitroom sync abort ${v.source}.`,
  no_bindings: (v) =>
    `„${v.other_source}“ hat keine verbundenen Geräte, die ${v.source} übernehmen könnte. Andere Quellen mit verbundenen Geräten: ${known(v.known)}.`,
  adopts_itself: (v) => `„${v.source}“ ist die Quelle selbst. Nennen Sie die Quelle, von der sie übernimmt.`,
  inventory_restored: () => `Das Inventar wurde inzwischen aus einer Sicherung wiederhergestellt. ${tryAgain}`,
  inventory_moving: () =>
    'Das Inventar ändert sich schneller, als es sich auflisten lässt. Versuchen Sie es noch einmal, wenn weniger geändert wird.',
  no_schedule: (v) =>
    `${v.source} hat in kitroom.yaml keinen Zeitplan: Der Abgleich beginnt nur, wenn ihn jemand startet.`,
  coverage_unscheduled: () =>
    'Garantien und Versicherungen haben keinen Zeitplan: Sie werden geprüft, wenn sich etwas ändert.',
  schedule_not_set_up: (v) =>
    `Der Zeitplan von ${v.source} ist noch nicht eingerichtet. Versuchen Sie es in ein paar Sekunden noch einmal. Das Protokoll des Workers sagt, was fehlt.`,
  daily_not_set_up: () =>
    'Der Zeitplan des täglichen Laufs ist noch nicht eingerichtet. Versuchen Sie es in ein paar Sekunden noch einmal. Das Protokoll des Workers sagt, was fehlt.',
  unknown_automation: (v) =>
    `Die Automatik „${v.automation}“ gibt es nicht. „kitroom automations list“ zeigt, welche es gibt.`,
  sheet_not_stored: () =>
    'Die Tabelle dieses Abgleichs ist nicht mehr gespeichert. Senden Sie sie noch einmal, oder gleichen Sie die Quelle ab.',
  upload_not_stored: () => 'Diese Datei ist nicht mehr gespeichert. Senden Sie sie noch einmal.',
  empty_upload: () => 'Die Datei ist leer.',
  too_many_uploads: (v) =>
    `Der Worker nimmt höchstens ${v.max} Tabellen oder ${v.max_mib} MiB auf einmal an. ${tryAgain}`,
  disk_nearly_full: () =>
    'Der Datenträger des Workers ist fast voll, deshalb speichert er keine Tabelle. Schaffen Sie Platz und senden Sie die Tabelle noch einmal.',
  too_many_exports: (v) => `Der Worker schreibt höchstens ${v.max} Tabellen auf einmal. ${tryAgain}`,
  cell_too_small: (v) =>
    `Die Liste „Passt zu“ des Geräts ${v.item_id} ist zu lang für eine Zelle einer Arbeitsmappe. Exportieren Sie als .csv.`,
  forecast_too_long: (v) =>
    `Die Vorschau hat mehr als ${v.max} Wartungen, zu viele für einen Kalender. Fragen Sie nach weniger Monaten oder nach einer Tabelle: --csv.`,
  file_on_other_host: (v) =>
    `Die Datei von ${v.source} liegt auf dem Rechner „${v.file_host}“. Erklären Sie sie dort, oder geben Sie die Datei an: --file <Pfad>.`,
  tags_text_files_only: () =>
    'Nur Textdateien bekommen Nummern, denn eine neu geschriebene Arbeitsmappe könnte verlieren, was Kitroom nicht kennt. Fügen Sie selbst eine Spalte „Asset Tag“ ein und füllen Sie sie mit KR-0001, KR-0002 und so weiter, oder speichern Sie die Tabelle als „CSV UTF-8“.',
  tagged_file_too_large: (v) => `Die Datei hat mehr als ${v.max_mib} MiB. Teilen Sie sie.`,
  sheet_refused: (v) => `Die Tabelle kann nicht gelesen werden (${v.code}).`,
  unknown_calendar: (v) => `In kitroom.yaml gibt es keinen Kalender „${v.calendar}“. Es gibt: ${known(v.known)}.`,
  feed_has_address: (v) =>
    `Der Kalender ${v.calendar} hat schon eine Adresse, die nur einmal gezeigt wurde. Sie lässt sich durch eine neue ersetzen.`,
  unknown_channel: (v) => `In kitroom.yaml gibt es keinen Kanal „${v.channel}“. Es gibt: ${known(v.known)}.`,
  unknown_person: (v) => `In kitroom.yaml gibt es keine Person „${v.person}“. Es gibt: ${known(v.known)}.`,
  unknown_reminder: (v) =>
    `Keine Erinnerung hat eine Kennung, die mit „${v.reminder}“ endet. „kitroom reminders list“ zeigt die Kennungen.`,
  ambiguous_reminder: (v) =>
    `Mehrere Einträge haben eine Kennung, die mit „${v.reminder}“ endet. Nennen Sie mehr davon.`,
  problem_ends_itself: () => 'Ein Problem endet von selbst, wenn seine Ursache weg ist, und wird einmal gemeldet.',
  no_answer_needed: () => 'Das braucht keine Antwort: Es wird einmal gesendet.',
}
