import type { googleSentences } from '../../../../contract/sentences/google.ts'
import type { Translated } from '../../sentences.ts'

type Resource = { thing: string; id: string }

const things: Readonly<Record<string, (id: string) => string>> = {
  spreadsheet: (id) => `feuille de calcul ${id}`,
  calendar: (id) => `agenda ${id}`,
  new_calendar: (name) => `nouvel agenda « ${name} »`,
  account: () => 'compte',
}
const nameThing = ({ thing, id }: Resource): string => things[thing]?.(id) ?? id

const projects: Readonly<Record<string, string>> = {
  service_account: 'le projet du compte de service',
  person: 'le projet du client OAuth',
}
const nameProject = (account: string): string => projects[account] ?? account
const nameAccount = (email: string): string => email || '(adresse inconnue)'

const SET_KEY_FILE =
  'indiquez dans KITROOM_GOOGLE_KEY_FILE le chemin de sa clé JSON, puis redémarrez le worker. docs/google.md montre les deux.'

/** French sentences that say why Google refuses or does not answer, and what to do. */
export const google: Translated<typeof googleSentences> = {
  google_key_refused: () =>
    'Google refuse la clé du compte de service. La clé ou le compte a peut-être été supprimé ou désactivé, ou l’horloge de cette machine est fausse. Créez une nouvelle clé, ou réglez l’horloge.',
  google_account_unknown: () => 'Google ne connaît plus le compte de service.',
  google_account_deleted: () => 'Le compte de service a été supprimé.',
  new_account_for_sheet: () =>
    'Créez-en un nouveau, partagez la feuille de calcul avec son adresse, et indiquez sa clé.',
  new_account_for_calendar: () => 'Créez-en un nouveau, partagez l’agenda avec son adresse, et indiquez sa clé.',
  google_account_scopes_forbidden: () =>
    'Google n’accorde pas à ce compte de service les droits que Kitroom demande. Un administrateur de l’organisation peut les accorder.',
  google_account_scopes_missing: () =>
    'Google a accordé au compte de service moins de droits que Kitroom n’en demande. Son organisation les limite peut-être.',
  google_account_refused: ({ code }) =>
    `Google ne donne pas d’accès au compte de service (${code}). Vérifiez le compte et sa clé dans la console Google Cloud.`,
  google_policy: () =>
    'L’organisation interdit cet accès par une règle. Son administrateur peut accorder les droits que Kitroom demande.',
  google_sign_in_ended: ({ email }) =>
    `Google a mis fin à la connexion du compte ${nameAccount(email)}. Causes possibles : l’accès a été retiré dans le compte, l’application a l’état « Test » (une connexion prend alors fin après 7 jours), elle n’a pas servi pendant six mois, 100 connexions plus récentes l’ont remplacée, ou le mot de passe ou une règle de l’organisation a changé.`,
  google_client_unknown: ({ login }) =>
    `Google ne connaît pas le client OAuth, ou son secret a changé. Téléchargez de nouveau son fichier, ou créez un autre client, et connectez-vous avec lui : ${login} --client <fichier>.`,
  google_client_deleted: ({ login }) =>
    `Le client OAuth a été supprimé dans la console Google Cloud. Créez-en un nouveau, et connectez-vous avec son fichier : ${login} --client <fichier>.`,
  google_client_forbidden: ({ email }) =>
    `Google n’autorise pas ce client OAuth à connecter le compte ${nameAccount(email)}. Vérifiez que c’est un client du type « Application de bureau ».`,
  google_sign_in_refused: ({ email, code }) =>
    `Google ne donne pas d’accès à la connexion du compte ${nameAccount(email)} (${code}).`,
  google_sign_in_scope_missing: ({ email }) =>
    `Il manque à la connexion du compte ${nameAccount(email)} un droit dont Kitroom a besoin.`,
  sign_in_again: ({ login }) => `Connectez-vous de nouveau : ${login}.`,
  then_sign_in_again: ({ login }) => `Connectez-vous ensuite de nouveau : ${login}.`,
  google_api_off: ({ api, account }) =>
    `L’API « ${api} » est désactivée ; il s’agit de ceci : ${nameProject(account)}. Activez-la dans la console Google Cloud, sous API et services → Bibliothèque.`,
  google_project_unknown: ({ account }) =>
    `Google ne connaît plus ${nameProject(account)} ; il est peut-être supprimé. Restaurez-le dans la console Google Cloud, sous IAM et administration → Gérer les ressources, ou créez un autre projet : docs/google.md.`,
  google_project_suspended: ({ account }) =>
    `Google a suspendu ${nameProject(account)}. La console Google Cloud dit pourquoi, et que faire.`,
  google_project_denied: ({ email, account }) =>
    `Le compte ${nameAccount(email)} ne peut pas utiliser ${nameProject(account)}. Un propriétaire du projet peut lui donner le rôle « Service Usage Consumer » dans la console Google Cloud, sous IAM et administration → IAM.`,
  google_billing_off: ({ account }) =>
    `La facturation est désactivée pour ${nameProject(account)}, et Google refuse ses requêtes. Activez-la dans la console Google Cloud, sous Facturation, ou utilisez un autre projet : Kitroom n’a besoin d’aucune API payante.`,
  google_drive_apps_off: () =>
    'Les administrateurs de l’organisation ont coupé l’accès des applications à Google Drive. L’un d’eux peut le rétablir dans la console d’administration Google : Applications → Google Workspace → Drive et Docs → Fonctionnalités et applications.',
  google_not_readable: (of) => `Le compte ${nameAccount(of.email)} n’a pas le droit de lire ceci : ${nameThing(of)}.`,
  google_not_writable: (of) => `Le compte ${nameAccount(of.email)} n’a pas le droit d’écrire ici : ${nameThing(of)}.`,
  google_not_found: (of) =>
    `Google ne trouve pas ceci, ou ce n’est pas partagé avec le compte ${nameAccount(of.email)} : ${nameThing(of)}.`,
  google_not_shown: (of) => `Google ne montre pas ceci au compte ${nameAccount(of.email)} : ${nameThing(of)}.`,
  share_sheet_as_viewer: () => 'Dans Google Sheets, choisissez « Partager », et ajoutez cette adresse comme lecteur.',
  share_sheet_as_editor: () => 'Dans Google Sheets, choisissez « Partager », et ajoutez cette adresse comme éditeur.',
  check_address_share_as_viewer: () =>
    'Vérifiez l’adresse, et partagez la feuille de calcul avec ce compte comme lecteur.',
  check_address_share_as_editor: () =>
    'Vérifiez l’adresse, et partagez la feuille de calcul avec ce compte comme éditeur.',
  ask_owner_for_viewer: () => 'Demandez à son propriétaire de la partager avec ce compte comme lecteur.',
  ask_owner_for_editor: () => 'Demandez à son propriétaire de la partager avec ce compte comme éditeur.',
  then_pick_again: ({ login }) => `Connectez-vous ensuite de nouveau et choisissez-la : ${login}.`,
  pick_sheet: ({ login }) =>
    `Une feuille de calcul doit être choisie à la connexion : ${login}. Si elle n’est pas proposée, vérifiez son adresse, et demandez à son propriétaire de la partager avec ce compte.`,
  check_calendar_id: () => 'Vérifiez l’identifiant.',
  share_calendar: () =>
    'Dans Google Agenda, ouvrez les paramètres de l’agenda, choisissez « Partager avec des personnes spécifiques », et ajoutez cette adresse avec le droit « Apporter des modifications aux événements ».',
  sharing_may_be_forbidden: () => 'Si le partage à l’extérieur est interdit, un administrateur doit l’autoriser.',
  own_calendar_only: () => 'Kitroom n’écrit que dans l’agenda qu’il a créé dans ce compte.',
  calendar_maybe_deleted: () =>
    'Quelqu’un l’a supprimé, ou un autre compte est connecté maintenant qu’à sa création. Google garde un agenda supprimé quelques semaines : dans Google Agenda, ouvrez Paramètres → Corbeille.',
  google_cells_refused: (of) =>
    `Google refuse de modifier des cellules (${nameThing(of)}) : elles sont protégées, ou quelqu’un a modifié la feuille en même temps. La prochaine synchronisation essaiera de nouveau.`,
  google_request_refused: (of) => `Google refuse la requête (${nameThing(of)}). Sa réponse : « ${of.answer} »`,
  check_sheet_address: () => 'Vérifiez l’adresse de la feuille de calcul et sa plage.',
  google_sends_too_much: ({ mebibytes }, { number }) =>
    `Google envoie plus de ${number(mebibytes)} MiB à la fois. Divisez la feuille, ou laissez de côté ce qui n’est pas de l’inventaire.`,
  google_event_refused: ({ answer }) => `Google refuse l’événement. Sa réponse : « ${answer} »`,
  google_event_changes: () => 'Quelqu’un modifie un événement chez Google pendant que Kitroom l’écrit.',
  google_calendar_not_created: ({ calendar }) =>
    `kitroom.yaml a pour « ${calendar} » un nouvel agenda Google, qui n’est pas encore créé. Créez-le : kitroom google calendar ${calendar}`,
  google_unreachable: () => 'Google est injoignable, ou la connexion a été coupée.',
  google_answers: ({ status }) => `Google répond ${status} pour le moment.`,
  google_quota_used_up: () => 'Le quota de ce compte chez Google est épuisé pour le moment.',
  google_reads_used_up: () => 'D’autres feuilles utilisent toutes les lectures que Google permet en une minute.',
  google_writes_used_up: () => 'D’autres feuilles utilisent toutes les écritures que Google permet en une minute.',
  google_calendar_requests_used_up: () =>
    'D’autres agendas utilisent toutes les requêtes que Google permet en une seconde.',
  no_google_account_for_sheets: () =>
    `Kitroom n’a pas d’accès à Google. Connectez-vous avec « kitroom google login --client <fichier> », ou partagez la feuille de calcul avec un compte de service : ${SET_KEY_FILE}`,
  no_google_account_for_calendar: () =>
    `Kitroom n’a pas d’accès à Google Agenda. Connectez-vous avec « kitroom google login --calendar --client <fichier> », ou partagez l’agenda avec un compte de service : ${SET_KEY_FILE}`,
  no_sign_in_to_calendar: () =>
    'Personne n’est connecté à Google Agenda, ou la connexion a pris fin. Connectez-vous : kitroom google login --calendar. docs/google.md montre comment.',
  google_sign_in_sealed: () =>
    'La connexion à Google ne peut pas être déchiffrée : encryption.key du dossier de données, ou KITROOM_ENCRYPTION_KEY, n’est pas la clé de cette connexion. Restaurez la clé d’une sauvegarde, ou connectez-vous de nouveau : kitroom google login --client <fichier>.',
  google_key_file_open: ({ path }) =>
    `D’autres utilisateurs de cette machine peuvent lire ${path}, indiqué par KITROOM_GOOGLE_KEY_FILE. Interdisez-le-leur : chmod 600.`,
  google_key_file_unreadable: ({ path, code }) =>
    `${path}, indiqué par KITROOM_GOOGLE_KEY_FILE, est illisible (${code}).`,
  google_key_file_unusable: ({ path }) =>
    `${path} n’est pas un fichier de clé d’un compte de service. Dans la console Google Cloud, ouvrez le compte de service, puis Clés → Ajouter une clé → JSON, et indiquez le chemin de ce fichier.`,
}
