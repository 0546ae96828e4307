import type { CalendarKindName } from '../../../contract/control/calendars.ts'
import type { ProblemTexts } from '../types.ts'

const calendarRecords: Record<CalendarKindName, { one: string; many: string; article: string; change: string }> = {
  shoots: { one: 'Dreh', many: 'Drehs', article: 'einen Dreh', change: 'der Dreh' },
  maintenance: {
    one: 'Wartungstermin',
    many: 'Wartungstermine',
    article: 'einen Wartungstermin',
    change: 'der Wartungstermin',
  },
  warranty: { one: 'Garantieende', many: 'Garantieenden', article: 'ein Garantieende', change: 'das Garantieende' },
}

const countRecords = (shows: CalendarKindName, count: number): string =>
  count === 1 ? calendarRecords[shows].article : `${count} ${calendarRecords[shows].many}`

const onHost = (host: string | undefined): string => (host === undefined ? '' : ` auf ${host}`)

const consequenceOfSettings =
  'startet keine Synchronisierung, Zeitpläne bleiben unverändert, und Wartungspläne, Garantien und Kalender warten. Zuvor fällige Erinnerungen gehen an die Kanäle der letzten gültigen Fassung.'

const dailySteps: Readonly<Record<string, string>> = {
  planMaintenance: 'fällige Wartungen eintragen',
  followService: 'Status von Geräten in Wartung setzen',
  reconcileWarranties: 'Garantien und Versicherungen prüfen',
  remindOfShoots: 'an Drehs erinnern',
  remindOfMaintenance: 'an Wartungen erinnern',
  sendReminders: 'Erinnerungen senden',
}

export const problems: ProblemTexts = {
  facts: {
    source: 'Quelle',
    why: 'Ursache',
    changes: 'Änderungen',
    plannedAt: 'Geplant',
    seeIt: 'Ansehen',
    writeIt: 'Ausführen',
    dropIt: 'Verwerfen',
    undoIt: 'Rückgängig machen',
    endedAt: 'Beendet',
    whatBecame: 'Ergebnis',
    tryAgain: 'Erneut versuchen',
    since: 'Seit',
    schedule: 'Zeitplan',
    noneEndedSince: 'Keine Synchronisierung beendet seit',
    syncNow: 'Jetzt synchronisieren',
    calendar: 'Kalender',
    whatThatMeans: 'Was das bedeutet',
    events: 'Termine',
    whatHappens: 'Was geschieht',
    channel: 'Kanal',
    endpoint: 'Endpunkt',
    disabledAt: 'Abgeschaltet am',
    enableIt: 'Wieder einschalten',
    sendMissed: 'Danach nachsenden, was gefehlt hat',
    tryIt: 'Testen',
    at: 'Zeitpunkt',
    triedAgain: 'Neuer Versuch',
    tryNow: 'Jetzt versuchen',
    fault: 'Fehler',
    notAdopted: 'Nicht übernommen',
    inForce: 'In Kraft',
    whatHelps: 'Was hilft',
    itWas: 'Problem',
    overAt: 'Behoben',
    whatToDo: 'Was zu tun ist',
  },
  sync: {
    waits: (source) => `Ein Plan von ${source} wartet auf Ihre Entscheidung`,
    waitsForApproval: 'Für die Quelle gilt approve: manual.',
    changes: { create: 'neu', update: 'geändert', mark: 'markiert', delete: 'gelöscht' },
    noChanges: 'keine',
    failed: (source) => `Die Synchronisierung von ${source} ist fehlgeschlagen`,
    stopped: (source) => `Die Synchronisierung von ${source} wurde vor ihrem Ende angehalten`,
    expired: (source) => `Ein Plan von ${source} ist ohne Entscheidung verfallen`,
    editStopped: ({ items, count }) =>
      items === null
        ? 'Eine Sammeländerung wurde vor ihrem Ende angehalten'
        : `Eine Sammeländerung von ${count} ${items === 1 ? 'Gerät' : 'Geräten'} wurde vor ihrem Ende angehalten`,
    nobodyDecided: 'Sieben Tage lang hat niemand entschieden.',
    causeInLog: 'Die Ursache steht im Protokoll des Workers.',
    notWritten: (source) => `Die Ergebnisse von ${source} konnten nicht in die Tabelle geschrieben werden`,
    asks: ({ source, rows }) =>
      `${rows === 1 ? 'Eine Zeile' : `${rows} Zeilen`} von ${source} ${rows === 1 ? 'wartet' : 'warten'} auf eine Antwort`,
    answerInSettings: 'Beantworten Sie die Fragen des Plans in kitroom.yaml. Alle anderen Zeilen sind geschrieben.',
    answered: (source) => `Keine Zeile von ${source} wartet mehr auf eine Antwort`,
    notStarted: (source) => `Der Zeitplan von ${source} kann keine Synchronisierung starten`,
    stalled: ({ source, day }) => `Seit dem ${day} endete keine Synchronisierung von ${source}`,
    runDoesNotEnd: (time) => `Eine Synchronisierung begann am ${time} und ist nicht zu Ende.`,
    noneStarted: 'Der Zeitplan hat keine gestartet, zum Beispiel weil dieser Rechner zu diesen Zeiten aus war.',
    works: (source) => `Die Synchronisierung von ${source} funktioniert wieder`,
    settled: (source) => `Die Synchronisierung von ${source} braucht nichts mehr von Ihnen`,
  },
  plan: {
    source: ({ source, file }) => `Quelle: ${source}, ${file}`,
    why: (reason) => `Warum er wartet: ${reason}`,
    changes: ({ changes, time }) => `Änderungen: ${changes}. Geplant: ${time}.`,
    deletes: ({ count, command }) =>
      `Geräte, die er löscht: ${count}. Daher lässt er sich hier nicht genehmigen, sondern nur mit: ${command}`,
    first: ({ listed, all }) => `Die ersten ${listed} von ${all} Änderungen:`,
    every: 'Die Änderungen:',
    row: (row) => `Zeile ${row}`,
    approve: 'Genehmigen: diese Änderungen ausführen',
    decline: 'Ablehnen: nichts ausführen',
    decided: (source) => `Über den Plan von ${source} wurde entschieden`,
    approved: (by) => (by === null ? 'Er wurde genehmigt.' : `Er wurde von ${by} genehmigt.`),
    declined: (by) => (by === null ? 'Er wurde abgelehnt.' : `Er wurde von ${by} abgelehnt.`),
    applying: 'Die Änderungen werden gerade ausgeführt.',
    completed: 'Die Änderungen sind ausgeführt.',
    completedWithErrors: 'Nicht alle Änderungen konnten ausgeführt werden.',
    stopped: 'Die Ausführung wurde vor dem Ende abgebrochen.',
    rejected: 'Nichts davon wird ausgeführt.',
  },
  access: {
    lost: 'Die API lehnt den Schlüssel des Workers ab',
    consequence:
      'Synchronisierungen, Erinnerungen zu Geräten, Wartungen und Kalender stehen still, bis der Worker einen gültigen Schlüssel hat.',
    advice: 'Erstellen Sie einen neuen Schlüssel (npm run kitroom -- worker setup), und starten Sie den Worker neu.',
    works: 'Die API nimmt den Schlüssel des Workers wieder an',
  },
  calendar: {
    unreadable: ({ id, shows }) => `Der Kalender ${id} kann ${calendarRecords[shows].many} nicht anzeigen`,
    staysAsItIs: 'Bis dahin bleibt der Kalender unverändert. Andere Kalender sind nicht betroffen.',
    stopped: (id) => `Der Kalender ${id} wird nicht mehr zu Google übertragen`,
    refused: ({ id, shows, count }) => `Google lehnt ${countRecords(shows, count)} im Kalender ${id} ab`,
    edited: ({ id, shows, count }) => `Jemand hat ${countRecords(shows, count)} im Kalender ${id} bei Google geändert`,
    leavesChanges: (shows) =>
      `Kitroom lässt die Änderungen stehen, weil für den Kalender drift: report gilt, und überschreibt sie, sobald sich ${calendarRecords[shows].change} wieder ändert.`,
    repeated: ({ id, shows, count }) => `Jemand wiederholt ${countRecords(shows, count)} im Kalender ${id} bei Google`,
    leavesRepetition: (shows) =>
      `Kitroom lässt die Wiederholung stehen und ändert den ersten Termin, sobald sich ${calendarRecords[shows].change} ändert. Die weiteren Termine sind nicht im Bestand.`,
    titles: (titles, more) => {
      const listed = titles.map((title) => `„${title}“`).join(', ')
      return more > 0 ? `${listed} und ${more} weitere` : listed
    },
    readable: (id) => `Die Daten des Kalenders ${id} sind wieder lesbar`,
    works: (id) => `Der Kalender ${id} stimmt bei Google wieder`,
  },
  channel: {
    failing: (id) => `Erinnerungen kommen über den Kanal ${id} nicht an`,
    retries: 'Es wird weiter versucht. Sobald es gelingt, enthält eine Nachricht alles, was noch offen ist.',
    stopped: (id) => `Der Kanal ${id} nimmt keine Erinnerungen mehr an`,
    waitsForChange:
      'Es wird nichts gesendet, bis sich seine Einstellungen oder Geheimnisse ändern oder eine Testnachricht angenommen wird.',
    notAccepted: 'Sie wurden nicht angenommen.',
    works: (id) => `Erinnerungen kommen über den Kanal ${id} wieder an`,
  },
  endpoint: {
    disabled: (host) => `Der Webhook-Endpunkt bei ${host} ist abgeschaltet`,
    gone: 'Er antwortete mit 410: Die Adresse gibt es nicht mehr.',
    failing: 'Fünf Tage lang kam dort nichts an.',
    works: (host) => `Der Webhook-Endpunkt bei ${host} ist nicht mehr abgeschaltet`,
  },
  daily: {
    failed: 'Der tägliche Lauf konnte nicht alles erledigen',
    step: (step) => dailySteps[step] ?? step,
    failedStep: (stepText) => `Fehlgeschlagen: ${stepText}`,
    everyHour: 'jede Stunde',
    doesNotEnd: 'Der tägliche Lauf kommt nicht zum Ende',
    begunAndWaits: (time) =>
      `Er begann am ${time} und wartet noch: Die API antwortet nicht, oder sein Workflow kann nicht fortfahren. Die Ursache steht im Protokoll des Workers.`,
    notBegun: 'Der tägliche Lauf hat nicht begonnen',
    lastBegun: ({ time, command }) =>
      `Der letzte begann am ${time}. Was fehlt, steht im Protokoll des Workers; jetzt starten: ${command}`,
    works: 'Der tägliche Lauf funktioniert wieder',
    paused: 'Der tägliche Lauf ist angehalten',
  },
  settings: {
    invalid: (host) => `kitroom.yaml ist nicht verwendbar${onHost(host)}`,
    missing: (host) => `kitroom.yaml ist nicht mehr vorhanden${onHost(host)}`,
    notThere: (path) => `${path} ist nicht vorhanden.`,
    untilFixed: `Bis das behoben ist, ${consequenceOfSettings}`,
    untilFixedOnHost: `Bis das behoben ist, gilt auf diesem Host: Es ${consequenceOfSettings}`,
    staysInForce:
      'Die zuletzt gelesenen Einstellungen bleiben in Kraft. Wenn Sie keine wünschen, legen Sie dort eine leere Datei ab.',
    conflict: 'kitroom.yaml wurde auf mehreren Hosts unterschiedlich geändert',
    conflictConsequence: 'Keine dieser Dateien wird verwendet. Die bisherigen Einstellungen bleiben in Kraft.',
    conflictAdvice:
      'Gleichen Sie die Dateien an, oder wählen Sie eine auf ihrem Host: npm run kitroom -- worker settings adopt. Was in Kraft ist: npm run kitroom -- worker settings',
    ends: 'kitroom.yaml wird nicht verwendet: Es würde Quellen, Kalender oder Kanäle beenden',
    endsConsequence: (names) =>
      `Darin fehlt, was in Kraft ist: ${names}. Die bisherigen Einstellungen bleiben in Kraft.`,
    endsAdvice:
      'Ergänzen Sie es in der Datei, oder verwenden Sie die Datei so, auf ihrem Host: npm run kitroom -- worker settings adopt. Was in Kraft ist: npm run kitroom -- worker settings --text',
    changedSince: ({ host, time }) => `${host}, seit ${time}`,
    hostById: (id) => `Host ${id}`,
    adopted: ({ host, time }) => `die von ${host}, übernommen am ${time}`,
    agree: 'kitroom.yaml ist auf mehreren Hosts nicht mehr unterschiedlich',
    work: 'kitroom.yaml ist wieder verwendbar',
  },
  temporal: {
    away: 'Temporal antwortet nicht',
    refused: 'Temporal lehnt diesen Worker ab',
    consequence: 'Synchronisierungen, neue Erinnerungen und der tägliche Lauf warten, bis es wieder erreichbar ist.',
    advice: 'Prüfen Sie, ob der Temporal-Server läuft. Wo Kitroom seinen eigenen mitbringt, starten Sie Kitroom neu.',
    keyAdvice: (namespace) =>
      `Temporal lehnt diesen Worker ab: Sein Schlüssel (TEMPORAL_API_KEY) oder Zertifikat ist falsch oder abgelaufen oder darf den Namespace „${namespace}“ nicht verwenden. Starten Sie den Worker mit gültigen Zugangsdaten.`,
    works: 'Temporal antwortet wieder, die Arbeit geht weiter',
  },
  workflow: {
    ofSync: (source) => `Synchronisierung von ${source}`,
    ofDailyRun: 'Täglicher Lauf',
    withId: (id) => `Workflow ${id}`,
    stuck: (name) => `${name}: kann nicht fortfahren`,
    otherVersion: 'Die laufende Version von Kitroom kann nicht fortsetzen, was eine frühere begonnen hat.',
    endRun: (command) => `Beenden Sie den Lauf: ${command}`,
    goBack: (command) =>
      `Kehren Sie zur vorigen Version zurück, oder beenden Sie ihn: ${command} (mit --address, wenn Temporal nicht unter 127.0.0.1:7233 läuft). Was übrig blieb, erledigt der nächste.`,
    works: (name) => `${name}: läuft wieder`,
  },
  clockDiffers: 'Die Uhr des Worker-Rechners weicht von der des API-Servers ab',
  example: {
    title: 'Die Synchronisierung von gear konnte ihre Tabelle nicht lesen',
    advice: 'Geben Sie die Tabelle wieder für das Konto aus kitroom.yaml frei.',
  },
}
