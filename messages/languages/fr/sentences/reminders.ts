import type { reminderSentences } from '../../../../contract/sentences/reminders.ts'
import type { Translated } from '../../sentences.ts'

/** French sentences that say why a reminder was not sent. */
export const reminders: Translated<typeof reminderSentences> = {
  maintenance_deleted: () => 'L’entretien a été supprimé avant l’envoi.',
  maintenance_completed: () => 'L’entretien a été effectué avant l’envoi.',
  maintenance_cancelled: () => 'L’entretien a été annulé avant l’envoi.',
  maintenance_moved: ({ day }, words) => `L’entretien a été reporté au ${words.day(day)} avant l’envoi.`,
  item_retired: () => 'L’article a été retiré du parc avant l’envoi.',
  covered_repairs_off: () => 'kitroom.yaml ne demande plus de messages sur les réparations couvertes.',
  item_not_covered: () => 'L’article n’était plus couvert avant l’envoi.',
  item_deleted: () => 'L’article a été supprimé avant l’envoi.',
  meter_not_counted: () => 'Plus aucun plan d’entretien n’utilise ce compteur.',
  reading_cleared: () => 'Le relevé a été effacé avant l’envoi.',
  reading_changed: ({ reading }, { number }) => `Le relevé a été changé en ${number(reading)} avant l’envoi.`,
  reading_confirmed: () => 'Le relevé a été confirmé avant l’envoi.',
  shoot_deleted: () => 'Le tournage a été supprimé avant l’envoi.',
  shoot_completed: () => 'Le tournage a été terminé avant l’envoi.',
  shoot_cancelled: () => 'Le tournage a été annulé avant l’envoi.',
  shoot_moved: ({ day }, words) => `Le tournage a été reporté au ${words.day(day)} avant l’envoi.`,
  shoot_not_tomorrow: () => 'Le tournage n’est pas demain ; s’il est aujourd’hui, il a déjà commencé.',
  shoot_reminders_off: () => 'kitroom.yaml ne demande plus de rappels de tournages.',
  document_deleted: () => 'Le document a été supprimé avant l’envoi.',
  document_not_watched: ({ document_type: type }, { value }) =>
    `Le document est maintenant du type « ${value('document_type', type)} », dont la fin n’est pas surveillée.`,
  document_has_no_end: () => 'Le document n’a plus cette date de fin.',
  end_removed: () => 'La date de fin a été retirée avant l’envoi.',
  end_moved: ({ day }, words) => `La fin a été reportée au ${words.day(day)} avant l’envoi.`,
  recipient_unsubscribed: () => 'La personne s’est désabonnée des rappels à cette adresse.',
  recipient_resubscribed: () => 'La personne reçoit de nouveau des rappels.',
  reminder_acknowledged: () => 'Le rappel a été confirmé avant l’envoi.',
  reminder_postponed: ({ day }, words) => `Le rappel a été reporté au ${words.day(day)} avant l’envoi.`,
  reminder_superseded: () => 'Un rappel plus récent du même sujet l’a remplacé avant l’envoi.',
  problem_over: () => 'Le problème était résolu avant l’envoi.',
  reminder_not_checked: () => 'Il n’a pas été possible de vérifier si le rappel est encore valable.',
  reminder_unconfirmed: () => 'Le worker s’est arrêté pendant l’envoi ; on ne sait pas si le message est arrivé.',
  reminder_not_repeated: () => 'Il n’a pas été renvoyé.',
  reminder_maybe_taken: () => 'Le destinataire l’a peut-être déjà reçu ; il n’est pas renvoyé.',
  reminder_expired: ({ days }, { number }) => `Le rappel n’a pas pu être envoyé pendant ${number(days)} jours.`,
  reminder_never_tried: ({ days }, { number }) =>
    `Le rappel n’a pas pu être envoyé pendant ${number(days)} jours : rien n’a été envoyé pendant ce temps, ou kitroom.yaml ne nomme plus son destinataire.`,
  earlier_cause: ({ text }) => `La cause précédente en anglais : « ${text} »`,
}
