import type { ReminderTexts } from '../types.ts'

export const reminders: ReminderTexts = {
  colon: ':',
  facts: {
    item: 'Gerät',
    assetTag: 'Inventarnummer',
    serialNumber: 'Seriennummer',
    keptAt: 'Lagerort',
    service: 'Wartung',
    due: 'Fällig am',
    daysOverdue: 'Tage überfällig',
    daysLeft: 'Verbleibende Tage',
    daysSince: 'Tage seither',
    status: 'Status',
    provider: 'Anbieter',
    document: 'Dokument',
    coveredBy: 'Abgedeckt durch',
    reference: 'Referenz',
    cost: 'Kosten',
    lastServices: 'Letzte Wartungen',
    endsOn: 'Endet am',
    endedOn: 'Endete am',
    shoot: 'Dreh',
    client: 'Kunde',
    date: 'Datum',
    time: 'Uhrzeit',
    duration: 'Dauer',
    place: 'Ort',
    places: 'Orte',
    notes: 'Notizen',
    before: 'Vorher',
    now: 'Jetzt',
    whatToDo: 'Was zu tun ist',
    othersNotified: 'Andere benachrichtigt',
    sentAt: 'Gesendet',
  },
  documentTypes: { receipt: 'Kaufbeleg', warranty: 'Garantie', insurance: 'Versicherung', user_manual: 'Handbuch' },
  maintenance: {
    due: ({ service, item, day }) => `${service} für ${item}: fällig am ${day}`,
    overdue: ({ service, item, day }) => `${service} für ${item}: war am ${day} fällig und ist nicht erledigt`,
    statuses: { scheduled: 'geplant', in_progress: 'in Arbeit', completed: 'abgeschlossen', cancelled: 'abgesagt' },
    coveredUntil: (day) => `gilt noch bis ${day}`,
    coveredWithoutEnd: 'gilt noch, ohne Enddatum',
    askBeforePaying: 'Das Gerät ist abgedeckt: Fragen Sie nach, bevor Sie zahlen.',
    completeOrMove:
      'Schließen Sie den Eintrag ab, wenn die Arbeit erledigt ist, oder verschieben Sie ihn auf ein anderes Datum.',
    daysLeft: (days) => {
      if (days === 0) return 'Heute fällig'
      return days === 1 ? 'Morgen fällig' : `In ${days} Tagen fällig`
    },
    daysOverdue: (days) => (days === 1 ? 'Seit gestern überfällig' : `Seit ${days} Tagen überfällig`),
    heading: 'Wartung',
    countOverdue: (_count, text) => `${text} überfällig`,
    countToCome: (_count, text) => `${text} anstehend`,
  },
  coverage: {
    ofItem: ({ typeName, item, end }) => `${typeName} für ${item} ${end}`,
    ofDocument: ({ typeName, title, end }) => `${typeName} „${title}“ ${end}`,
    end: ({ day, daysLeft }) => {
      if (daysLeft === 0) return `endet heute, am ${day}`
      if (daysLeft === 1) return `endet morgen, am ${day}`
      if (daysLeft === -1) return `endete gestern, am ${day}`
      return daysLeft > 0 ? `endet am ${day}, in ${daysLeft} Tagen` : `endete am ${day}, vor ${-daysLeft} Tagen`
    },
    renewInTime: 'Verlängern Sie rechtzeitig, und tragen Sie das neue Ende ein.',
    renewEnded: 'Verlängern Sie, und tragen Sie das neue Ende ein, oder bestätigen Sie diese Erinnerung.',
    enterExtension: 'Wurde sie verlängert, tragen Sie das neue Ende ein. Andernfalls bestätigen Sie diese Erinnerung.',
    checkItem: 'Prüfen Sie das Gerät jetzt auf Mängel, und melden Sie diese dem Anbieter, bevor die Garantie endet.',
    checkCovered:
      'Prüfen Sie, was abgedeckt ist, jetzt auf Mängel, und melden Sie diese dem Anbieter, bevor die Garantie endet.',
    daysLeft: (days) => {
      if (days === 0) return 'Endet heute'
      return days === 1 ? 'Endet morgen' : `Endet in ${days} Tagen`
    },
    daysSince: (days) => (days === 1 ? 'Endete gestern' : `Endete vor ${days} Tagen`),
    heading: 'Garantien und Versicherungen',
    countEnded: (_count, text) => `${text} abgelaufen`,
    countSoon: (count, text, days) => `${text} ${count === 1 ? 'endet' : 'enden'} innerhalb von ${days} Tagen`,
    countLater: (count, text) => `${text} ${count === 1 ? 'endet' : 'enden'} später`,
    unlisted: (count, text, days) =>
      count === 1
        ? `${text} Garantie oder Versicherung endete vor mehr als ${days} Tagen. Diese Nachricht führt sie nicht auf.`
        : `${text} Garantien und Versicherungen endeten vor mehr als ${days} Tagen. Diese Nachricht führt sie nicht auf.`,
  },
  covered: {
    until: ({ service, item, day }) => `${service} für ${item}: Das Gerät ist noch bis ${day} abgedeckt`,
    withoutEnd: ({ service, item }) => `${service} für ${item}: Das Gerät ist noch abgedeckt`,
    ask: (provider) => `Fragen Sie ${provider}, bevor Sie dafür zahlen.`,
    askProvider: 'Fragen Sie den Anbieter, bevor Sie dafür zahlen.',
    heading: 'Wartung abgedeckter Geräte',
    countRecords: (count, text) => `${text} ${count === 1 ? 'Eintrag' : 'Einträge'}`,
  },
  shoot: {
    title: ({ isToday, time, name }) =>
      `Dreh ${isToday ? 'heute' : 'morgen'}${time === null ? '' : ` um ${time}`}: ${name}`,
    morePlaces: (places, more) => `${places} und ${more} weitere`,
    statuses: { planning: 'in Planung', confirmed: 'bestätigt', completed: 'abgeschlossen', cancelled: 'abgesagt' },
    today: 'Heute',
    tomorrow: 'Morgen',
    heading: 'Drehs',
    countToday: (_count, text) => `${text} heute`,
    countTomorrow: (_count, text) => `${text} morgen`,
  },
  meter: {
    fell: ({ item, from, to, unit }) => `Der Zählerstand von ${item} fiel von ${from} auf ${to} ${unit}`,
    rose: ({ item, from, to, unit }) =>
      `Der Zählerstand von ${item} stieg ungewöhnlich schnell von ${from} auf ${to} ${unit}`,
    units: { shutter_count: 'Auslösungen', flight_hours: 'Flugstunden' },
    fellAdvice:
      'Es ist nichts zu tun, wenn das Teil oder das Gerät ersetzt wurde: Wartungen nach Nutzung zählen jetzt ab dem neuen Stand.',
    roseAdvice:
      'Berichtigen Sie den Stand, falls er falsch ist. Bis ein späterer Stand ihn bestätigt, gilt für Wartungen nach Nutzung der vorige.',
    heading: 'Zählerstände',
    countReadings: (_count, text) => `${text} zu prüfen`,
  },
  other: {
    heading: 'Sonstiges',
    countMessages: (count, text) => `${text} ${count === 1 ? 'Nachricht' : 'Nachrichten'}`,
  },
  digest: { overdue: 'Überfällig', today: 'Heute', withinWeek: 'Innerhalb einer Woche', later: 'Später' },
  digestCounts: { overdue: 'überfällig', today: 'heute', withinWeek: 'innerhalb einer Woche', later: 'später' },
  reminder: 'Erinnerung',
  countReminders: (count) => `${count} Erinnerungen Ihres Studios`,
  more: (count) => `und ${count} weitere`,
  notAcknowledged: (title) => `Noch nicht bestätigt: ${title}`,
  example: (title) => `Beispiel: ${title}`,
  examples: {
    service: 'Sensorreinigung',
    location: 'Schrank 2',
    warranty: 'Garantie: Canon EOS R5',
    insurance: 'Allgefahren',
    shoot: 'Produktaufnahmen',
    place: 'Alter Hafen',
  },
  test: 'Ein Test der Erinnerungen von Kitroom',
  commands: {
    workDone: 'Die Arbeit ist erledigt',
    otherDate: 'Anderes Datum',
    acknowledge: 'Bestätigen, damit niemand mehr an diesen Termin erinnert wird',
    postpone: 'Um eine Woche verschieben',
    acknowledgeOne: 'Eine Erinnerung bestätigen, damit niemand mehr an ihren Termin erinnert wird',
    postponeOne: 'Eine Erinnerung um eine Woche verschieben',
  },
  links: {
    page: 'Bestätigen oder verschieben',
    plan: 'Plan ansehen und entscheiden',
    ack: 'Bestätigen',
    snooze: 'In 7 Tagen erinnern',
    done: 'Die Arbeit ist erledigt',
  },
  mail: {
    id: 'Kennung',
    footer:
      'Sie erhalten diese Nachricht, weil die Geräteverwaltung Ihres Studios (Kitroom) Sie erinnern soll. Wer sie betreut, kann das ändern.',
    listedFirst: ({ listed, more, day }) =>
      `Diese Mail führt die ersten ${listed} auf. Für ${more} weitere ab dem ${day} ist kein Platz: Sie stehen in der Konsole unter Erinnerungen und in npm run kitroom -- reminders list.`,
  },
  page: {
    answerAgain: 'Sie können erneut antworten: Die letzte Antwort zählt.',
    wasAcknowledged: 'Diese Erinnerung wurde bestätigt.',
    wasPostponed: (day) => `Diese Erinnerung wurde auf ${day} verschoben.`,
    acknowledge: 'Bestätigen: keine weiteren Erinnerungen an diesen Termin',
    remindIn: (days) => (days === 1 ? 'Morgen erinnern' : `In ${days} Tagen erinnern`),
    workDone: 'Die Arbeit ist erledigt …',
    askCompletion: 'Diesen Wartungseintrag abschließen? Kosten und Notizen können später ergänzt werden.',
    confirmCompletion: 'Ja, die Arbeit ist erledigt',
    completed: 'Der Eintrag ist abgeschlossen.',
    notCompleted: 'Der Eintrag wurde inzwischen gelöscht, abgesagt oder verschoben. Es wurde nichts geändert.',
    acknowledged: (day) => `Bestätigt. Niemand wird mehr an den ${day} erinnert.`,
    postponed: (day) => `Die nächste Erinnerung kommt am ${day}.`,
    faults: {
      notFound: 'Dieser Link ist nicht gültig',
      useNewest:
        'Er ist unvollständig, abgelaufen oder wurde zurückgezogen. Verwenden Sie den Link der neuesten Nachricht.',
      unavailable: 'Das ist jetzt nicht möglich',
      retry: 'Versuchen Sie es gleich noch einmal. Es schadet nicht, wenn es zweimal geschieht.',
      failed: 'Das hat nicht funktioniert',
      openAgain:
        'Öffnen Sie den Link der Nachricht erneut. Wenn das nicht hilft, fragen Sie die Person, die Kitroom betreut.',
    },
    tryAgain: 'Noch einmal versuchen',
  },
  unsubscribe: {
    title: 'Erinnerungen abbestellen',
    ends: (recipient) =>
      `${recipient} erhält keine Erinnerungen mehr an Wartungen, Garantien, Versicherungen und Drehs, weder einzeln noch als Übersicht.`,
    stays: 'Nachrichten über Störungen und über Erinnerungen, auf die niemand reagiert hat, werden weiterhin gesendet.',
    confirm: 'Abbestellen',
    done: 'Sie haben die Erinnerungen abbestellt.',
    again:
      'Um wieder Erinnerungen zu erhalten, wenden Sie sich an die Person, die die Geräteverwaltung Ihres Studios betreut.',
    reported: ({ name, recipient }) => `${name} hat die Erinnerungen an ${recipient} abbestellt`,
    facts: {
      person: 'Name',
      address: 'Adresse',
      since: 'Seit',
      ends: 'Dorthin nicht mehr',
      stays: 'Dorthin weiterhin',
      instead: 'Wer sie erhält',
    },
    reminders: 'Erinnerungen an Wartungen, Garantien, Versicherungen und Drehs sowie Übersichten',
    others: 'Störungen und Erinnerungen, auf die niemand reagiert hat',
    instead: 'Sie, wenn sie niemand anderen betreffen.',
    advice: (command) =>
      `Es ist nichts zu tun, wenn das richtig ist. Um dorthin wieder Erinnerungen zu senden: ${command}`,
    heading: 'Abbestellt',
    countPeople: (count, text) => `${text} ${count === 1 ? 'Person' : 'Personen'}`,
  },
}
