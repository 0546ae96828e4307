import type { googleSentences } from '../../../../contract/sentences/google.ts'
import type { Translated } from '../../sentences.ts'

type Resource = { thing: string; id: string }

const things: Readonly<Record<string, (id: string) => string>> = {
  spreadsheet: (id) => `Tabelle ${id}`,
  calendar: (id) => `Kalender ${id}`,
  new_calendar: (name) => `neuer Kalender „${name}“`,
  account: () => 'Konto',
}
const nameThing = ({ thing, id }: Resource): string => things[thing]?.(id) ?? id

const projects: Readonly<Record<string, string>> = {
  service_account: 'das Projekt des Dienstkontos',
  person: 'das Projekt des OAuth-Clients',
}
const nameProject = (account: string): string => projects[account] ?? account
const nameAccount = (email: string): string => email || '(Adresse unbekannt)'

const SET_KEY_FILE =
  'setzen Sie KITROOM_GOOGLE_KEY_FILE auf den Pfad seines JSON-Schlüssels, und starten Sie den Worker neu. docs/google.md zeigt beides.'

/** German sentences that say why Google refuses or does not answer, and what to do. */
export const google: Translated<typeof googleSentences> = {
  google_key_refused: () =>
    'Google lehnt den Schlüssel des Dienstkontos ab. Schlüssel oder Konto wurden vielleicht gelöscht oder deaktiviert, oder die Uhr dieses Rechners geht falsch. Erstellen Sie einen neuen Schlüssel, oder stellen Sie die Uhr.',
  google_account_unknown: () => 'Google kennt das Dienstkonto nicht mehr.',
  google_account_deleted: () => 'Das Dienstkonto wurde gelöscht.',
  new_account_for_sheet: () =>
    'Erstellen Sie ein neues, geben Sie die Tabelle für seine Adresse frei, und tragen Sie seinen Schlüssel ein.',
  new_account_for_calendar: () =>
    'Erstellen Sie ein neues, geben Sie den Kalender für seine Adresse frei, und tragen Sie seinen Schlüssel ein.',
  google_account_scopes_forbidden: () =>
    'Google erlaubt diesem Dienstkonto die Rechte nicht, die Kitroom verlangt. Die Verwaltung der Organisation kann sie erlauben.',
  google_account_scopes_missing: () =>
    'Google gab dem Dienstkonto weniger Rechte, als Kitroom verlangt. Vielleicht begrenzt sie seine Organisation.',
  google_account_refused: ({ code }) =>
    `Google gibt dem Dienstkonto keinen Zugriff (${code}). Prüfen Sie das Konto und seinen Schlüssel in der Google Cloud Console.`,
  google_policy: () =>
    'Die Organisation verbietet diesen Zugriff durch eine Richtlinie. Ihre Verwaltung kann die Rechte erlauben, die Kitroom verlangt.',
  google_sign_in_ended: ({ email }) =>
    `Google hat die Anmeldung des Kontos ${nameAccount(email)} beendet. Mögliche Ursachen: Der Zugriff wurde im Konto entfernt, die App hat den Status „Test“ (dann endet eine Anmeldung nach 7 Tagen), sie wurde sechs Monate nicht genutzt, 100 neuere Anmeldungen haben sie ersetzt, oder das Passwort oder eine Richtlinie der Organisation hat sich geändert.`,
  google_client_unknown: ({ login }) =>
    `Google kennt den OAuth-Client nicht, oder dessen Geheimnis hat sich geändert. Laden Sie seine Datei erneut herunter, oder erstellen Sie einen neuen, und melden Sie sich damit an: ${login} --client <Datei>.`,
  google_client_deleted: ({ login }) =>
    `Der OAuth-Client wurde in der Google Cloud Console gelöscht. Erstellen Sie einen neuen, und melden Sie sich mit dessen Datei an: ${login} --client <Datei>.`,
  google_client_forbidden: ({ email }) =>
    `Google erlaubt diesem OAuth-Client die Anmeldung des Kontos ${nameAccount(email)} nicht. Prüfen Sie, ob er ein Client vom Typ „Desktop-App“ ist.`,
  google_sign_in_refused: ({ email, code }) =>
    `Google gibt der Anmeldung des Kontos ${nameAccount(email)} keinen Zugriff (${code}).`,
  google_sign_in_scope_missing: ({ email }) =>
    `Der Anmeldung des Kontos ${nameAccount(email)} fehlt ein Recht, das Kitroom braucht.`,
  sign_in_again: ({ login }) => `Melden Sie sich erneut an: ${login}.`,
  then_sign_in_again: ({ login }) => `Melden Sie sich danach erneut an: ${login}.`,
  google_api_off: ({ api, account }) =>
    `Die ${api} ist abgeschaltet; es geht um ${nameProject(account)}. Schalten Sie sie in der Google Cloud Console ein, unter APIs & Dienste → Bibliothek.`,
  google_project_unknown: ({ account }) =>
    `Google kennt ${nameProject(account)} nicht mehr; vielleicht ist es gelöscht. Stellen Sie es in der Google Cloud Console wieder her, unter IAM & Verwaltung → Ressourcen verwalten, oder richten Sie ein anderes ein: docs/google.md.`,
  google_project_suspended: ({ account }) =>
    `Google hat ${nameProject(account)} gesperrt. Die Google Cloud Console zeigt, warum und was zu tun ist.`,
  google_project_denied: ({ email, account }) =>
    `Das Konto ${nameAccount(email)} darf ${nameProject(account)} nicht verwenden. Ein Inhaber des Projekts kann ihm in der Google Cloud Console die Rolle „Service Usage Consumer“ geben, unter IAM & Verwaltung → IAM.`,
  google_billing_off: ({ account }) =>
    `Für ${nameProject(account)} ist die Abrechnung abgeschaltet, und Google lehnt seine Anfragen ab. Schalten Sie sie in der Google Cloud Console ein, unter Abrechnung, oder verwenden Sie ein anderes Projekt: Kitroom braucht keine API, die Geld kostet.`,
  google_drive_apps_off: () =>
    'Die Verwaltung der Organisation hat Apps den Zugriff auf Google Drive abgeschaltet. Sie kann ihn in der Google-Admin-Konsole erlauben: Apps → Google Workspace → Drive und Docs → Funktionen und Anwendungen.',
  google_not_readable: (of) => `Das Konto ${nameAccount(of.email)} hat kein Leserecht: ${nameThing(of)}.`,
  google_not_writable: (of) => `Das Konto ${nameAccount(of.email)} hat kein Schreibrecht: ${nameThing(of)}.`,
  google_not_found: (of) =>
    `Google findet dies nicht, oder es ist für das Konto ${nameAccount(of.email)} nicht freigegeben: ${nameThing(of)}.`,
  google_not_shown: (of) => `Google zeigt dem Konto ${nameAccount(of.email)} dies nicht: ${nameThing(of)}.`,
  share_sheet_as_viewer: () =>
    'Wählen Sie in Google Tabellen „Freigeben“, und fügen Sie diese Adresse als Betrachter hinzu.',
  share_sheet_as_editor: () =>
    'Wählen Sie in Google Tabellen „Freigeben“, und fügen Sie diese Adresse als Mitbearbeiter hinzu.',
  check_address_share_as_viewer: () =>
    'Prüfen Sie die Adresse, und geben Sie die Tabelle für dieses Konto als Betrachter frei.',
  check_address_share_as_editor: () =>
    'Prüfen Sie die Adresse, und geben Sie die Tabelle für dieses Konto als Mitbearbeiter frei.',
  ask_owner_for_viewer: () => 'Bitten Sie, wem sie gehört, sie für dieses Konto als Betrachter freizugeben.',
  ask_owner_for_editor: () => 'Bitten Sie, wem sie gehört, sie für dieses Konto als Mitbearbeiter freizugeben.',
  then_pick_again: ({ login }) => `Melden Sie sich danach erneut an, und wählen Sie sie aus: ${login}.`,
  pick_sheet: ({ login }) =>
    `Eine Tabelle muss bei der Anmeldung ausgewählt werden: ${login}. Steht sie dort nicht zur Auswahl, prüfen Sie ihre Adresse, und bitten Sie, wem sie gehört, sie für dieses Konto freizugeben.`,
  check_calendar_id: () => 'Prüfen Sie die Kennung.',
  share_calendar: () =>
    'Öffnen Sie in Google Kalender die Einstellungen des Kalenders, wählen Sie „Für bestimmte Personen oder Gruppen freigeben“, und fügen Sie diese Adresse mit dem Recht „Änderungen an Terminen vornehmen“ hinzu.',
  sharing_may_be_forbidden: () =>
    'Ist die Freigabe nach außen verboten, muss die Verwaltung der Organisation sie erlauben.',
  own_calendar_only: () => 'Kitroom schreibt nur in den Kalender, den es in diesem Konto erstellt hat.',
  calendar_maybe_deleted: () =>
    'Jemand hat ihn gelöscht, oder jetzt ist ein anderes Konto angemeldet als bei seiner Erstellung. Google behält einen gelöschten Kalender einige Wochen: in Google Kalender unter Einstellungen → Papierkorb.',
  google_cells_refused: (of) =>
    `Google lehnt es ab, Zellen zu ändern (${nameThing(of)}): Sie sind geschützt, oder jemand hat die Tabelle zur selben Zeit geändert. Der nächste Abgleich versucht es wieder.`,
  google_request_refused: (of) => `Google lehnt die Anfrage ab (${nameThing(of)}). Seine Antwort: „${of.answer}“`,
  check_sheet_address: () => 'Prüfen Sie die Adresse der Tabelle und ihren Bereich.',
  google_sends_too_much: ({ mebibytes }, { number }) =>
    `Google sendet mehr als ${number(mebibytes)} MiB auf einmal. Teilen Sie die Tabelle, oder lassen Sie weg, was nicht zum Inventar gehört.`,
  google_event_refused: ({ answer }) => `Google lehnt den Termin ab. Seine Antwort: „${answer}“`,
  google_event_changes: () => 'Jemand ändert einen Termin bei Google, während Kitroom ihn schreibt.',
  google_calendar_not_created: ({ calendar }) =>
    `kitroom.yaml hat für „${calendar}“ einen neuen Google-Kalender, der noch nicht erstellt ist. Erstellen Sie ihn: kitroom google calendar ${calendar}`,
  google_unreachable: () => 'Google ist nicht erreichbar, oder die Verbindung brach ab.',
  google_answers: ({ status }) => `Google antwortet zurzeit mit ${status}.`,
  google_quota_used_up: () => 'Das Kontingent dieses Kontos bei Google ist zurzeit aufgebraucht.',
  google_reads_used_up: () => 'Andere Tabellen verbrauchen die Leseanfragen, die Google in einer Minute erlaubt.',
  google_writes_used_up: () => 'Andere Tabellen verbrauchen die Schreibanfragen, die Google in einer Minute erlaubt.',
  google_calendar_requests_used_up: () =>
    'Andere Kalender verbrauchen die Anfragen, die Google in einer Sekunde erlaubt.',
  no_google_account_for_sheets: () =>
    `Kitroom hat keinen Zugriff auf Google. Melden Sie sich an mit „kitroom google login --client <Datei>“, oder geben Sie die Tabelle für ein Dienstkonto frei: ${SET_KEY_FILE}`,
  no_google_account_for_calendar: () =>
    `Kitroom hat keinen Zugriff auf Google Kalender. Melden Sie sich an mit „kitroom google login --calendar --client <Datei>“, oder geben Sie den Kalender für ein Dienstkonto frei: ${SET_KEY_FILE}`,
  no_sign_in_to_calendar: () =>
    'Bei Google Kalender ist niemand angemeldet, oder die Anmeldung wurde beendet. Melden Sie sich an: kitroom google login --calendar. docs/google.md zeigt, wie.',
  google_sign_in_sealed: () =>
    'Die Anmeldung bei Google lässt sich nicht entschlüsseln: encryption.key des Datenordners oder KITROOM_ENCRYPTION_KEY ist ein anderer Schlüssel als bei der Anmeldung. Stellen Sie den Schlüssel aus einer Sicherung wieder her, oder melden Sie sich erneut an: kitroom google login --client <Datei>.',
  google_key_file_open: ({ path }) =>
    `Andere Benutzer dieses Rechners können ${path} lesen, auf das KITROOM_GOOGLE_KEY_FILE zeigt. Verwehren Sie es ihnen: chmod 600.`,
  google_key_file_unreadable: ({ path, code }) =>
    `${path}, auf das KITROOM_GOOGLE_KEY_FILE zeigt, lässt sich nicht lesen (${code}).`,
  google_key_file_unusable: ({ path }) =>
    `${path} ist keine Schlüsseldatei eines Dienstkontos. Öffnen Sie in der Google Cloud Console das Dienstkonto, dann Schlüssel → Schlüssel hinzufügen → JSON, und tragen Sie den Pfad dieser Datei ein.`,
}
