import type { DocumentType } from '../../../contract/api/documents.ts'
import type { ReminderTexts } from '../types.ts'

const withArticle: Record<DocumentType, string> = {
  receipt: 'Le justificatif d’achat',
  warranty: 'La garantie',
  insurance: 'L’assurance',
  user_manual: 'Le mode d’emploi',
}

export const reminders: ReminderTexts = {
  colon: '\u00a0:',
  facts: {
    item: 'Matériel',
    assetTag: 'Numéro d’inventaire',
    serialNumber: 'Numéro de série',
    keptAt: 'Rangement',
    service: 'Entretien',
    due: 'Échéance',
    daysOverdue: 'Jours de retard',
    daysLeft: 'Jours restants',
    daysSince: 'Jours écoulés',
    status: 'Statut',
    provider: 'Prestataire',
    document: 'Document',
    coveredBy: 'Couvert par',
    reference: 'Référence',
    cost: 'Coût',
    lastServices: 'Derniers entretiens',
    endsOn: 'Prend fin le',
    endedOn: 'A pris fin le',
    shoot: 'Tournage',
    client: 'Client',
    date: 'Date',
    time: 'Heure',
    duration: 'Durée',
    place: 'Lieu',
    places: 'Lieux',
    notes: 'Remarques',
    before: 'Avant',
    now: 'Maintenant',
    whatToDo: 'À faire',
    othersNotified: 'Autres personnes averties',
    sentAt: 'Envoyé',
  },
  documentTypes: {
    receipt: 'Justificatif d’achat',
    warranty: 'Garantie',
    insurance: 'Assurance',
    user_manual: 'Mode d’emploi',
  },
  maintenance: {
    due: ({ service, item, day }) => `${service} pour ${item}\u00a0: à effectuer le ${day}`,
    overdue: ({ service, item, day }) =>
      `${service} pour ${item}\u00a0: échéance du ${day} dépassée, toujours en attente`,
    statuses: { scheduled: 'planifié', in_progress: 'en cours', completed: 'terminé', cancelled: 'annulé' },
    coveredUntil: (day) => `encore valable jusqu’au ${day}`,
    coveredWithoutEnd: 'encore valable, sans date de fin',
    askBeforePaying: 'Le matériel est couvert\u00a0: renseignez-vous avant de payer.',
    completeOrMove: 'Clôturez l’entretien une fois le travail effectué, ou reportez-le à une autre date.',
    daysLeft: (days) => {
      if (days === 0) return 'À effectuer aujourd’hui'
      return days === 1 ? 'À effectuer demain' : `À effectuer dans ${days} jours`
    },
    daysOverdue: (days) => (days === 1 ? 'En retard depuis hier' : `En retard de ${days} jours`),
    heading: 'Entretien',
    countOverdue: (_count, text) => `${text} en retard`,
    countToCome: (_count, text) => `${text} à venir`,
  },
  coverage: {
    ofItem: ({ type, item, end }) => `${withArticle[type]} pour ${item} ${end}`,
    ofDocument: ({ type, title, end }) => `${withArticle[type]} «\u00a0${title}\u00a0» ${end}`,
    end: ({ day, daysLeft }) => {
      if (daysLeft === 0) return `prend fin aujourd’hui, le ${day}`
      if (daysLeft === 1) return `prend fin demain, le ${day}`
      if (daysLeft === -1) return `a pris fin hier, le ${day}`
      return daysLeft > 0
        ? `prend fin le ${day}, dans ${daysLeft} jours`
        : `a pris fin le ${day}, il y a ${-daysLeft} jours`
    },
    renewInTime: 'Renouvelez à temps, puis saisissez la nouvelle date de fin.',
    renewEnded: 'Renouvelez et saisissez la nouvelle date de fin, ou confirmez ce rappel.',
    enterExtension: 'En cas de prolongation, saisissez la nouvelle date de fin. Sinon, confirmez ce rappel.',
    checkItem:
      'Vérifiez dès maintenant l’état du matériel et signalez tout défaut au prestataire avant la fin de la garantie.',
    checkCovered:
      'Vérifiez dès maintenant l’état de ce qui est couvert et signalez tout défaut au prestataire avant la fin de la garantie.',
    daysLeft: (days) => {
      if (days === 0) return 'Prend fin aujourd’hui'
      return days === 1 ? 'Prend fin demain' : `Prend fin dans ${days} jours`
    },
    daysSince: (days) => (days === 1 ? 'A pris fin hier' : `A pris fin il y a ${days} jours`),
    heading: 'Garanties et assurances',
    countEnded: (count, text) => `${text} ${count === 1 ? 'a pris fin' : 'ont pris fin'}`,
    countSoon: (count, text, days) => `${text} ${count === 1 ? 'prend' : 'prennent'} fin dans les ${days} jours`,
    countLater: (count, text) => `${text} ${count === 1 ? 'prend' : 'prennent'} fin plus tard`,
    unlisted: (count, text, days) =>
      count === 1
        ? `${text} garantie ou assurance a pris fin il y a plus de ${days} jours et n’est pas listée ici.`
        : `${text} garanties et assurances ont pris fin il y a plus de ${days} jours et ne sont pas listées ici.`,
  },
  covered: {
    until: ({ service, item, day }) => `${service} de ${item}\u00a0: le matériel est encore couvert jusqu’au ${day}`,
    withoutEnd: ({ service, item }) => `${service} de ${item}\u00a0: le matériel est encore couvert`,
    ask: (provider) => `Renseignez-vous auprès de ${provider} avant de payer.`,
    askProvider: 'Renseignez-vous auprès du prestataire avant de payer.',
    heading: 'Entretien de matériel couvert',
    countRecords: (count, text) => `${text} ${count === 1 ? 'fiche' : 'fiches'}`,
  },
  shoot: {
    title: ({ isToday, time, name }) =>
      `Tournage ${isToday ? 'aujourd’hui' : 'demain'}${time === null ? '' : ` à ${time}`}\u00a0: ${name}`,
    morePlaces: (places, more) => `${places} et ${more} de plus`,
    statuses: { planning: 'en préparation', confirmed: 'confirmé', completed: 'terminé', cancelled: 'annulé' },
    today: 'Aujourd’hui',
    tomorrow: 'Demain',
    heading: 'Tournages',
    countToday: (_count, text) => `${text} aujourd’hui`,
    countTomorrow: (_count, text) => `${text} demain`,
  },
  meter: {
    fell: ({ item, from, to, unit }) => `Le compteur de ${item} est passé de ${from} à ${to} ${unit}, en baisse`,
    rose: ({ item, from, to, unit }) =>
      `Le compteur de ${item} est passé de ${from} à ${to} ${unit}, une hausse inhabituelle`,
    units: { shutter_count: 'déclenchements', flight_hours: 'heures de vol' },
    fellAdvice:
      'Il n’y a rien à faire si la pièce ou le matériel a été remplacé\u00a0: l’entretien selon l’usage compte désormais à partir du nouveau relevé.',
    roseAdvice:
      'Corrigez le relevé s’il est faux. Tant qu’un relevé ultérieur ne le confirme pas, l’entretien selon l’usage suit le précédent.',
    heading: 'Compteurs',
    countReadings: (count, text) => `${text} ${count === 1 ? 'relevé' : 'relevés'} à vérifier`,
  },
  other: { heading: 'Divers', countMessages: (count, text) => `${text} ${count === 1 ? 'message' : 'messages'}` },
  digest: { overdue: 'En retard', today: 'Aujourd’hui', withinWeek: 'Dans la semaine', later: 'Plus tard' },
  digestCounts: { overdue: 'en retard', today: 'aujourd’hui', withinWeek: 'dans la semaine', later: 'plus tard' },
  reminder: 'Rappel',
  countReminders: (count) => `${count} rappels de votre studio`,
  more: (count) => `et ${count} de plus`,
  notAcknowledged: (title) => `Pas encore confirmé\u00a0: ${title}`,
  example: (title) => `Exemple\u00a0: ${title}`,
  examples: {
    service: 'Nettoyage du capteur',
    location: 'Armoire 2',
    warranty: 'Garantie\u00a0: Canon EOS R5',
    insurance: 'Tous risques',
    shoot: 'Prises de vue produit',
    place: 'Vieux port',
  },
  test: 'Test des rappels de Kitroom',
  commands: {
    workDone: 'Le travail est effectué',
    otherDate: 'Autre date',
    acknowledge: 'Confirmer, pour que personne ne reçoive plus de rappel pour cette date',
    postpone: 'Reporter d’une semaine',
    acknowledgeOne: 'Confirmer un rappel, pour que personne n’en reçoive plus pour sa date',
    postponeOne: 'Reporter un rappel d’une semaine',
  },
  links: {
    page: 'Confirmer ou reporter',
    plan: 'Voir le plan et décider',
    ack: 'Confirmer',
    snooze: 'Me le rappeler dans 7 jours',
    done: 'Le travail est effectué',
  },
  mail: {
    id: 'Identifiant',
    footer:
      'Vous recevez ce message parce que l’inventaire du matériel de votre studio (Kitroom) est configuré pour vous envoyer des rappels. La personne qui s’en occupe peut modifier ce réglage.',
    listedFirst: ({ listed, more, day }) =>
      `Ce message liste les ${listed} premiers rappels. Il n’a pas de place pour ${more} autres, à partir du ${day}\u00a0: lisez-les dans la console, à la page des rappels, ou avec npm run kitroom -- reminders list.`,
  },
  page: {
    answerAgain: 'Vous pouvez répondre à nouveau\u00a0: la dernière réponse compte.',
    wasAcknowledged: 'Ce rappel a été confirmé.',
    wasPostponed: (day) => `Ce rappel a été reporté au ${day}.`,
    acknowledge: 'Confirmer\u00a0: plus de rappels pour cette date',
    remindIn: (days) => (days === 1 ? 'Me le rappeler demain' : `Me le rappeler dans ${days} jours`),
    workDone: 'Le travail est effectué…',
    askCompletion: 'Clôturer cet entretien\u00a0? Vous pourrez ajouter les coûts et les notes plus tard.',
    confirmCompletion: 'Oui, le travail est effectué',
    completed: 'L’entretien est clôturé.',
    notCompleted: 'L’entretien a été supprimé, annulé ou reporté entre-temps. Rien n’a été modifié.',
    acknowledged: (day) => `Confirmé. Plus personne ne recevra de rappel pour le ${day}.`,
    postponed: (day) => `Le prochain rappel sera envoyé le ${day}.`,
    faults: {
      notFound: 'Ce lien n’est pas valide',
      useNewest: 'Il est incomplet, a expiré ou a été révoqué. Utilisez le lien du message le plus récent.',
      unavailable: 'C’est impossible pour le moment',
      retry: 'Réessayez dans un instant. Le faire deux fois est sans conséquence.',
      failed: 'L’opération a échoué',
      openAgain:
        'Ouvrez à nouveau le lien du message. Si le problème persiste, adressez-vous à la personne qui gère Kitroom.',
    },
    tryAgain: 'Réessayer',
  },
  unsubscribe: {
    title: 'Se désabonner des rappels',
    ends: (recipient) =>
      `${recipient} ne recevra plus de rappels d’entretiens, de garanties, d’assurances et de tournages, ni seuls ni sous forme de récapitulatif.`,
    stays: 'Les messages sur les incidents, et sur les rappels auxquels personne n’a réagi, sont toujours envoyés.',
    confirm: 'Se désabonner',
    done: 'Votre désabonnement est enregistré.',
    again: 'Pour recevoir à nouveau des rappels, adressez-vous à la personne qui gère le matériel de votre studio.',
    reported: ({ name, recipient }) => `${name} ne souhaite plus recevoir de rappels à ${recipient}`,
    facts: {
      person: 'Personne',
      address: 'Adresse',
      since: 'Depuis',
      ends: 'N’y est plus envoyé',
      stays: 'Y est toujours envoyé',
      instead: 'Qui les reçoit',
    },
    reminders: 'Rappels d’entretiens, de garanties, d’assurances et de tournages, et récapitulatifs',
    others: 'Incidents, et rappels auxquels personne n’a réagi',
    instead: 'Vous, s’ils ne concernent personne d’autre.',
    advice: (command) => `Il n’y a rien à faire si c’est voulu. Pour y envoyer à nouveau des rappels\u00a0: ${command}`,
    heading: 'Désabonnements',
    countPeople: (count, text) => `${text} ${count === 1 ? 'personne' : 'personnes'}`,
  },
}
