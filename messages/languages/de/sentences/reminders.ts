import type { reminderSentences } from '../../../../contract/sentences/reminders.ts'
import type { Translated } from '../../sentences.ts'

/** German sentences that say why a reminder was not sent. */
export const reminders: Translated<typeof reminderSentences> = {
  maintenance_deleted: () => 'Der Wartungstermin wurde gelöscht, bevor die Nachricht gesendet werden konnte.',
  maintenance_completed: () => 'Die Wartung wurde erledigt, bevor die Nachricht gesendet werden konnte.',
  maintenance_cancelled: () => 'Die Wartung wurde abgesagt, bevor die Nachricht gesendet werden konnte.',
  maintenance_moved: ({ day }, words) =>
    `Die Wartung wurde auf den ${words.day(day)} verschoben, bevor die Nachricht gesendet werden konnte.`,
  item_retired: () => 'Das Gerät wurde ausgemustert, bevor die Nachricht gesendet werden konnte.',
  covered_repairs_off: () => 'kitroom.yaml verlangt keine Nachrichten über gedeckte Reparaturen mehr.',
  item_not_covered: () => 'Das Gerät war nicht mehr gedeckt, bevor die Nachricht gesendet werden konnte.',
  item_deleted: () => 'Das Gerät wurde gelöscht, bevor die Nachricht gesendet werden konnte.',
  meter_not_counted: () => 'Kein Wartungsplan zählt diesen Zähler noch.',
  reading_cleared: () => 'Der Zählerstand wurde geleert, bevor die Nachricht gesendet werden konnte.',
  reading_changed: ({ reading }, { number }) =>
    `Der Zählerstand wurde auf ${number(reading)} geändert, bevor die Nachricht gesendet werden konnte.`,
  reading_confirmed: () => 'Der Zählerstand wurde bestätigt, bevor die Nachricht gesendet werden konnte.',
  shoot_deleted: () => 'Der Dreh wurde gelöscht, bevor die Nachricht gesendet werden konnte.',
  shoot_completed: () => 'Der Dreh wurde abgeschlossen, bevor die Nachricht gesendet werden konnte.',
  shoot_cancelled: () => 'Der Dreh wurde abgesagt, bevor die Nachricht gesendet werden konnte.',
  shoot_moved: ({ day }, words) =>
    `Der Dreh wurde auf den ${words.day(day)} verschoben, bevor die Nachricht gesendet werden konnte.`,
  shoot_not_tomorrow: () => 'Der Dreh ist nicht morgen; ist er heute, hat er schon begonnen.',
  shoot_reminders_off: () => 'kitroom.yaml verlangt keine Erinnerungen an Drehs mehr.',
  document_deleted: () => 'Das Dokument wurde gelöscht, bevor die Nachricht gesendet werden konnte.',
  document_not_watched: ({ document_type: type }, { value }) =>
    `Das Dokument hat jetzt die Art „${value('document_type', type)}“, deren Ende nicht beobachtet wird.`,
  document_has_no_end: () => 'Das Dokument hat dieses Ende nicht mehr.',
  end_removed: () => 'Das Enddatum wurde entfernt, bevor die Nachricht gesendet werden konnte.',
  end_moved: ({ day }, words) =>
    `Das Ende wurde auf den ${words.day(day)} verschoben, bevor die Nachricht gesendet werden konnte.`,
  recipient_unsubscribed: () => 'Die Person hat die Erinnerungen an diese Adresse abbestellt.',
  recipient_resubscribed: () => 'Die Person bekommt wieder Erinnerungen.',
  reminder_acknowledged: () => 'Die Erinnerung wurde bestätigt, bevor sie gesendet werden konnte.',
  reminder_postponed: ({ day }, words) =>
    `Die Erinnerung wurde auf den ${words.day(day)} verschoben, bevor sie gesendet werden konnte.`,
  reminder_superseded: () =>
    'Eine spätere Erinnerung an dasselbe trat an ihre Stelle, bevor sie gesendet werden konnte.',
  problem_over: () => 'Das Problem war behoben, bevor die Nachricht gesendet werden konnte.',
  reminder_not_checked: () => 'Es ließ sich nicht prüfen, ob die Erinnerung noch zutrifft.',
  reminder_unconfirmed: () =>
    'Der Worker endete, während er dies sendete; ob die Nachricht angekommen ist, ist nicht bekannt.',
  reminder_not_repeated: () => 'Sie wurde nicht noch einmal gesendet.',
  reminder_maybe_taken: () =>
    'Der Empfänger hat die Nachricht vielleicht schon angenommen; sie wird nicht noch einmal gesendet.',
  reminder_expired: ({ days }, { number }) => `Die Erinnerung konnte ${number(days)} Tage lang nicht gesendet werden.`,
  reminder_never_tried: ({ days }, { number }) =>
    `Die Erinnerung konnte ${number(days)} Tage lang nicht gesendet werden: In dieser Zeit wurde nichts gesendet, oder kitroom.yaml nennt ihren Empfänger nicht mehr.`,
  earlier_cause: ({ text }) => `Die frühere Ursache auf Englisch: „${text}“`,
}
