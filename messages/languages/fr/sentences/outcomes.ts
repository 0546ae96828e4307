import type { outcomeSentences } from '../../../../contract/sentences/outcomes.ts'
import type { Translated } from '../../sentences.ts'

const items = (count: number, number: (value: number) => string): string =>
  count === 1 ? 'un article' : `${number(count)} articles`

const records = (count: number, one: string, many: string, number: (value: number) => string): string[] =>
  count === 0 ? [] : [count === 1 ? one : `${number(count)} ${many}`]

/** French sentences about runs. */
export const outcomes: Translated<typeof outcomeSentences> = {
  guard_changes: ({ count, limit }, { number }) =>
    `Le plan modifie ${number(count)} articles, et guard en laisse passer ${number(limit)}. Approuvez-le ou refusez-le.`,
  guard_percent: ({ count, of, percent }, { number }) =>
    `Le plan modifie ${number(count)} des ${number(of)} articles liés, et guard laisse passer ${number(percent)} %. Approuvez-le ou refusez-le.`,
  failures_in_a_row: ({ count }, { number }) =>
    `L’API a refusé ${number(count)} lignes de suite. Le rapport en donne les raisons.`,
  failures_of_sent: ({ count, of }, { number }) =>
    `L’API a refusé ${number(count)} lignes sur ${number(of)}. Le rapport en donne les raisons.`,
  run_aborted: () => 'Quelqu’un a mis fin à l’exécution par kitroom sync abort. Ce qui était déjà écrit reste.',
  write_back_aborted: () =>
    'Quelqu’un a mis fin à l’exécution par kitroom sync abort avant qu’elle ait écrit dans la feuille, ou pendant. La prochaine synchronisation écrira ce qui manque.',
  workflow_not_started: () => 'Le workflow n’a pas pu démarrer.',
  workflow_closed: () =>
    'Le workflow a été arrêté dans Temporal avant la fin de son exécution. Lancez une nouvelle exécution.',
  workflow_replaced: () => 'Un autre workflow a pris la place de cette exécution. Lancez une nouvelle exécution.',
  workflow_cancelled: () => 'Le workflow a été annulé dans Temporal.',
  file_not_read_in_time: () =>
    'L’hôte qui a le fichier ne l’a pas lu en 10 minutes. Démarrez-y le worker, vérifiez que le fichier s’ouvre, puis relancez la synchronisation.',
  file_not_read_by_label: ({ label }) =>
    `Aucun worker avec KITROOM_FILES=${label} n’a lu le fichier en 10 minutes. Démarrez-en un sur l’hôte qui a le fichier, ou changez « on: ${label} » de la source, puis relancez la synchronisation.`,
  no_writer_in_time: () =>
    'Aucun worker n’a écrit dans la feuille en 10 minutes. Démarrez-en un ; la prochaine synchronisation écrira.',
  not_done_in_time: () => 'Cela n’a pas été fait à temps.',
  was_cut_off: () => 'Cela a été interrompu.',
  log_has_cause: () => 'Le journal du worker donne la cause.',
  sheet_not_kept: () => 'Le tableau n’est plus conservé. Relancez l’exécution.',
  rows_miscounted: () =>
    'Kitroom a mal compté les lignes de ce tableau, donc rien n’est écrit. C’est un défaut de Kitroom : signalez-le, avec une copie du tableau.',
  miscount: ({ text }) => `(${text})`,
  run_unknown: () => 'Cette exécution n’est pas dans la base de données du worker.',
  run_has_ended: () => 'L’exécution est terminée ; plus rien n’en est écrit.',
  run_is_no_edit: () => 'Cette exécution n’est pas une modification groupée.',
  inventory_restored: () =>
    'L’inventaire a été restauré d’une sauvegarde après le début de cette exécution. Plus rien n’en est écrit ; lancez une nouvelle exécution.',
  write_back_off: ({ source }) => `kitroom.yaml n’a plus write_back: true pour le tableau de ${source}.`,
  key_may_not: () => 'La clé du worker n’en a pas le droit.',
  make_new_key: () => 'Créez-lui-en une nouvelle : npm start -- --account <id>, là où tourne le serveur d’API.',
  key_not_accepted: () => 'Le serveur d’API n’accepte pas la clé du worker.',
  api_takes_nothing: () => 'Le serveur d’API n’accepte plus rien pour le moment.',
  api_failed: () => 'Le serveur d’API a échoué ; son journal donne la cause.',
  api_refused: () => 'Le serveur d’API l’a refusé.',
  api_said: ({ text }) => `Son message en anglais : « ${text} »`,
  api_silent: () => 'Le serveur d’API n’a pas répondu.',
  api_unreachable: () => 'Le serveur d’API est injoignable.',
  state_silent: () => 'La base de données du worker ne répond pas pour le moment.',
  unexpected: () => 'Une erreur inattendue s’est produite ; le journal du worker donne la cause.',
  status_not_derived: ({ count }, { number }) =>
    `Le statut n’a pas pu être déduit de l’entretien pour ${items(count, number)} ; les autres sont faits.`,
  maintenance_reminders_failed: ({ count }, { number }) =>
    `Les rappels d’entretien n’ont pas pu être créés pour ${items(count, number)} ; les autres sont faits.`,
  maintenance_not_entered: ({ count }, { number }) =>
    `L’entretien à prévoir n’a pas pu être inscrit pour ${items(count, number)} ; les autres sont faits.`,
  coverage_reminders_failed: ({ count }, { number }) =>
    `Les rappels de garanties et d’assurances n’ont pas pu être créés pour ${items(count, number)} ; les autres sont faits.`,
  of_item: ({ item }) => `${item} :`,
  of_deleted_item: () => 'un article supprimé :',
  of_unreadable_item: () => 'un article illisible :',
  and_more_items: ({ count }, { number }) => `Et ${number(count)} de plus.`,
  worker_said: ({ text }) => `Le worker dit en anglais : « ${text} »`,
  item_changed_since_plan: () => 'L’article a été modifié après la création du plan.',
  item_deleted_since_plan: () => 'L’article a été supprimé après la création du plan.',
  item_created_since_plan: () => 'Un article avec ce numéro a été créé après la création du plan.',
  category_gone: ({ name }) => `Le compte n’a plus de catégorie ${name} : elle n’est pas rétablie.`,
  own_field_gone: ({ field }) => `Le compte n’a plus de champ propre pour « ${field} » : sa valeur n’est pas rétablie.`,
  deletion_not_undone: () =>
    'L’exécution a supprimé l’article, et rien ne le ramène. Ses valeurs sont dans le plan de cette exécution.',
  item_has_records: ({ maintenance, documents }, { number }) =>
    `L’article a ${[
      ...records(maintenance, 'un entretien', 'entretiens', number),
      ...records(documents, 'un document', 'documents', number),
    ].join(' et ')}, qui disparaîtraient avec lui.`,
  item_changed_since_shown: () =>
    'Quelqu’un a modifié l’article après son affichage. Regardez-le de nouveau, puis choisissez-le de nouveau.',
  type_lacks_field: ({ type }, { gearType }) => `Le type « ${gearType(type)} » n’a pas ce champ.`,
  focal_lengths_would_reverse: ({ shortest, longest }, { number }) =>
    `La plus courte focale serait de ${number(shortest)} mm et la plus longue de ${number(longest)} mm.`,
  item_gone: () => 'L’article n’existe plus.',
}
