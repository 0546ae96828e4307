import type { CalendarKindName } from '../../../contract/control/calendars.ts'
import type { ProblemTexts } from '../types.ts'

const calendarRecords: Record<CalendarKindName, { one: string; many: string; article: string; changed: string }> = {
  shoots: { one: 'un tournage', many: 'tournages', article: 'les tournages', changed: 'ce tournage sera modifié' },
  maintenance: {
    one: 'une date d’entretien',
    many: 'dates d’entretien',
    article: 'les dates d’entretien',
    changed: 'cette date sera modifiée',
  },
  warranty: {
    one: 'une fin de garantie',
    many: 'fins de garantie',
    article: 'les fins de garantie',
    changed: 'cette fin sera modifiée',
  },
}

const countRecords = (shows: CalendarKindName, count: number): string =>
  count === 1 ? calendarRecords[shows].one : `${count} ${calendarRecords[shows].many}`

const onHost = (host: string | undefined): string => (host === undefined ? '' : ` sur ${host}`)

const consequenceOfSettings =
  'aucune synchronisation ne démarre, les planifications restent inchangées, et les plans d’entretien, les garanties et les calendriers attendent. Les rappels déjà dus sont envoyés aux canaux de la dernière version valable.'

const dailySteps: Readonly<Record<string, string>> = {
  planMaintenance: 'inscrire les entretiens à venir',
  followService: 'mettre à jour le statut du matériel en entretien',
  reconcileWarranties: 'vérifier les garanties et les assurances',
  remindOfShoots: 'rappeler les tournages',
  remindOfMaintenance: 'rappeler les entretiens',
  sendReminders: 'envoyer les rappels',
}

export const problems: ProblemTexts = {
  facts: {
    source: 'Source',
    why: 'Cause',
    changes: 'Modifications',
    plannedAt: 'Planifié le',
    seeIt: 'Consulter',
    writeIt: 'Appliquer',
    dropIt: 'Rejeter',
    undoIt: 'L’annuler',
    endedAt: 'Terminé le',
    whatBecame: 'Résultat',
    tryAgain: 'Réessayer',
    since: 'Depuis',
    schedule: 'Planification',
    noneEndedSince: 'Aucune synchronisation terminée depuis',
    syncNow: 'Synchroniser maintenant',
    calendar: 'Calendrier',
    whatThatMeans: 'Conséquence',
    events: 'Événements',
    whatHappens: 'Ce qui se passe',
    channel: 'Canal',
    endpoint: 'Point de terminaison',
    disabledAt: 'Désactivé le',
    enableIt: 'Le réactiver',
    sendMissed: 'Puis envoyer ce qui a manqué',
    tryIt: 'Tester',
    at: 'Date',
    triedAgain: 'Nouvel essai',
    tryNow: 'Essayer maintenant',
    fault: 'Erreur',
    notAdopted: 'Non adopté',
    inForce: 'En vigueur',
    whatHelps: 'Solution',
    itWas: 'Problème',
    overAt: 'Résolu le',
    whatToDo: 'À faire',
  },
  sync: {
    waits: (source) => `Un plan de la source ${source} attend votre décision`,
    waitsForApproval: 'La source est réglée sur approve: manual.',
    changes: { create: 'créer', update: 'modifier', mark: 'marquer', delete: 'supprimer' },
    noChanges: 'aucune',
    failed: (source) => `La synchronisation de la source ${source} a échoué`,
    stopped: (source) => `La synchronisation de la source ${source} a été arrêtée avant la fin`,
    expired: (source) => `Un plan de la source ${source} a expiré sans décision`,
    editStopped: ({ items, count }) =>
      items === null
        ? 'Une modification groupée a été arrêtée avant la fin'
        : `Une modification groupée de ${count} ${items === 1 ? 'appareil' : 'appareils'} a été arrêtée avant la fin`,
    nobodyDecided: 'Personne n’a pris de décision pendant sept jours.',
    causeInLog: 'Le journal du worker indique la cause.',
    notWritten: (source) => `Les résultats de la source ${source} n’ont pas pu être écrits dans sa feuille`,
    asks: ({ source, rows }) =>
      rows === 1
        ? `Une ligne de la source ${source} attend une réponse`
        : `${rows} lignes de la source ${source} attendent une réponse`,
    answerInSettings: 'Répondez aux questions du plan dans kitroom.yaml. Toutes les autres lignes sont écrites.',
    answered: (source) => `Plus aucune ligne de la source ${source} n’attend de réponse`,
    notStarted: (source) => `La planification de la source ${source} ne peut démarrer aucune synchronisation`,
    stalled: ({ source, day }) => `Aucune synchronisation de ${source} ne s’est terminée depuis le ${day}`,
    runDoesNotEnd: (time) => `Une synchronisation a commencé le ${time} et n’est pas terminée.`,
    noneStarted:
      'La planification n’en a démarré aucune, par exemple parce que cette machine était éteinte à ces heures.',
    works: (source) => `La synchronisation de la source ${source} fonctionne de nouveau`,
    settled: (source) => `La synchronisation de la source ${source} n’attend plus rien de vous`,
  },
  plan: {
    source: ({ source, file }) => `Source\u00a0: ${source}, ${file}`,
    why: (reason) => `Pourquoi il attend\u00a0: ${reason}`,
    changes: ({ changes, time }) => `Modifications\u00a0: ${changes}. Planifié le ${time}.`,
    deletes: ({ count, command }) =>
      `Éléments qu’il supprime\u00a0: ${count}. Il ne peut donc pas être approuvé ici, mais seulement avec\u00a0: ${command}`,
    first: ({ listed, all }) => `Les ${listed} premières modifications sur ${all}\u00a0:`,
    every: 'Les modifications\u00a0:',
    row: (row) => `ligne ${row}`,
    approve: 'Approuver\u00a0: écrire ces modifications',
    decline: 'Refuser\u00a0: ne rien écrire',
    decided: (source) => `Une décision a été prise pour le plan de la source ${source}`,
    approved: (by) => (by === null ? 'Il a été approuvé.' : `Il a été approuvé par ${by}.`),
    declined: (by) => (by === null ? 'Il a été refusé.' : `Il a été refusé par ${by}.`),
    applying: 'Ses modifications sont en cours d’écriture.',
    completed: 'Ses modifications ont été écrites.',
    completedWithErrors: 'Certaines modifications n’ont pas pu être écrites.',
    stopped: 'L’écriture a été arrêtée avant la fin.',
    rejected: 'Rien n’a été écrit.',
  },
  access: {
    lost: 'L’API refuse la clé du worker',
    consequence:
      'Les synchronisations, les rappels concernant le matériel, l’entretien et les calendriers sont arrêtés tant que le worker n’a pas de clé valable.',
    advice: 'Créez une nouvelle clé (npm run kitroom -- worker setup), puis redémarrez le worker.',
    works: 'L’API accepte de nouveau la clé du worker',
  },
  calendar: {
    unreadable: ({ id, shows }) => `Le calendrier ${id} ne peut pas afficher ${calendarRecords[shows].article}`,
    staysAsItIs: 'En attendant, le calendrier reste inchangé. Les autres calendriers ne sont pas concernés.',
    stopped: (id) => `Le calendrier ${id} n’est plus transmis à Google`,
    refused: ({ id, shows, count }) => `Google refuse ${countRecords(shows, count)} dans le calendrier ${id}`,
    edited: ({ id, shows, count }) =>
      `Quelqu’un a modifié ${countRecords(shows, count)} dans le calendrier ${id} chez Google`,
    leavesChanges: (shows) =>
      `Kitroom conserve ces modifications, car le calendrier est réglé sur drift: report, et les écrasera quand ${calendarRecords[shows].changed}.`,
    repeated: ({ id, shows, count }) =>
      `Quelqu’un a fait se répéter ${countRecords(shows, count)} dans le calendrier ${id} chez Google`,
    leavesRepetition: (shows) =>
      `Kitroom conserve la répétition et modifie le premier événement quand ${calendarRecords[shows].changed}. Les autres événements ne sont pas dans l’inventaire.`,
    titles: (titles, more) => {
      const listed = titles.map((title) => `«\u00a0${title}\u00a0»`).join(', ')
      return more > 0 ? `${listed} et ${more} de plus` : listed
    },
    readable: (id) => `Le contenu du calendrier ${id} est de nouveau lisible`,
    works: (id) => `Le calendrier ${id} est de nouveau à jour chez Google`,
  },
  channel: {
    failing: (id) => `Les rappels n’arrivent pas par le canal ${id}`,
    retries:
      'Les essais continuent\u00a0; dès que l’envoi réussit, un seul message contient tout ce qui est encore ouvert.',
    stopped: (id) => `Le canal ${id} n’accepte plus de rappels`,
    waitsForChange:
      'Rien n’est envoyé tant que ses réglages ou ses secrets ne changent pas, ou qu’un message de test n’est pas accepté.',
    notAccepted: 'Ils n’ont pas été acceptés.',
    works: (id) => `Les rappels arrivent de nouveau par le canal ${id}`,
  },
  endpoint: {
    disabled: (host) => `Le point de terminaison webhook sur ${host} est désactivé`,
    gone: 'Il a répondu 410\u00a0: l’adresse n’existe plus.',
    failing: 'Rien ne lui est parvenu pendant cinq jours.',
    works: (host) => `Le point de terminaison webhook sur ${host} n’est plus désactivé`,
  },
  daily: {
    failed: 'L’exécution quotidienne n’a pas pu tout faire',
    step: (step) => dailySteps[step] ?? step,
    failedStep: (stepText) => `Échec\u00a0: ${stepText}`,
    everyHour: 'toutes les heures',
    doesNotEnd: 'L’exécution quotidienne ne se termine pas',
    begunAndWaits: (time) =>
      `Elle a commencé le ${time} et attend encore\u00a0: l’API ne répond pas, ou son workflow ne peut pas continuer. Le journal du worker indique la cause.`,
    notBegun: 'L’exécution quotidienne n’a pas commencé',
    lastBegun: ({ time, command }) =>
      `La dernière a commencé le ${time}. Le journal du worker indique ce qui manque\u00a0; la lancer maintenant\u00a0: ${command}`,
    works: 'L’exécution quotidienne fonctionne de nouveau',
    paused: 'L’exécution quotidienne est en pause',
  },
  settings: {
    invalid: (host) => `kitroom.yaml n’est pas utilisable${onHost(host)}`,
    missing: (host) => `kitroom.yaml a disparu${onHost(host)}`,
    notThere: (path) => `${path} est introuvable.`,
    untilFixed: `Tant que ce n’est pas corrigé, ${consequenceOfSettings}`,
    untilFixedOnHost: `Sur cet hôte, tant que ce n’est pas corrigé, ${consequenceOfSettings}`,
    staysInForce: 'Les derniers réglages lus restent en vigueur. Pour n’en avoir aucun, laissez-y un fichier vide.',
    conflict: 'kitroom.yaml a été modifié différemment sur plusieurs hôtes',
    conflictConsequence: 'Aucun de ces fichiers n’est utilisé. Les réglages précédents restent en vigueur.',
    conflictAdvice:
      'Rendez les fichiers identiques, ou choisissez-en un sur son hôte\u00a0: npm run kitroom -- worker settings adopt. Réglages en vigueur\u00a0: npm run kitroom -- worker settings',
    ends: 'kitroom.yaml n’est pas utilisé\u00a0: il mettrait fin à des sources, calendriers ou canaux',
    endsConsequence: (names) =>
      `Il y manque ce qui est en vigueur\u00a0: ${names}. Les réglages précédents restent en vigueur.`,
    endsAdvice:
      'Ajoutez-le au fichier, ou utilisez le fichier tel quel, sur son hôte\u00a0: npm run kitroom -- worker settings adopt. Réglages en vigueur\u00a0: npm run kitroom -- worker settings --text',
    changedSince: ({ host, time }) => `${host}, depuis le ${time}`,
    hostById: (id) => `l’hôte ${id}`,
    adopted: ({ host, time }) => `ceux de ${host}, adoptés le ${time}`,
    agree: 'kitroom.yaml ne diffère plus entre plusieurs hôtes',
    work: 'kitroom.yaml est de nouveau utilisable',
  },
  temporal: {
    away: 'Temporal ne répond pas',
    refused: 'Temporal refuse ce worker',
    consequence:
      'Les synchronisations, les nouveaux rappels et l’exécution quotidienne attendent qu’il soit disponible.',
    advice: 'Vérifiez que le serveur Temporal fonctionne. Si Kitroom fournit le sien, redémarrez Kitroom.',
    keyAdvice: (namespace) =>
      `Temporal refuse ce worker\u00a0: sa clé (TEMPORAL_API_KEY) ou son certificat est incorrect ou expiré, ou n’a pas accès à l’espace de noms «\u00a0${namespace}\u00a0». Démarrez le worker avec un accès valable.`,
    works: 'Temporal répond de nouveau, le travail continue',
  },
  workflow: {
    ofSync: (source) => `Synchronisation de la source ${source}`,
    ofDailyRun: 'Exécution quotidienne',
    withId: (id) => `Workflow ${id}`,
    stuck: (name) => `${name}\u00a0: blocage`,
    otherVersion: 'La version actuelle de Kitroom ne peut pas poursuivre ce qu’une version précédente a commencé.',
    endRun: (command) => `Mettez-y fin\u00a0: ${command}`,
    goBack: (command) =>
      `Revenez à la version précédente, ou mettez-y fin\u00a0: ${command} (avec --address si Temporal n’est pas à l’adresse 127.0.0.1:7233). Le prochain terminera ce qui reste.`,
    works: (name) => `${name}\u00a0: reprise`,
  },
  clockDiffers: 'L’horloge de la machine du worker diffère de celle du serveur API',
  example: {
    title: 'La synchronisation de la source gear n’a pas pu lire sa feuille',
    advice: 'Partagez de nouveau la feuille avec le compte indiqué dans kitroom.yaml.',
  },
}
