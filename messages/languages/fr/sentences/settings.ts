import type { settingSentences } from '../../../../contract/sentences/settings.ts'
import type { Translated } from '../../sentences.ts'
import { settingsFile } from './settingsFile.ts'
import { sourceSettings } from './sourceSettings.ts'

/** Kinds of entries that have ids. */
const others: Readonly<Record<string, string>> = {
  calendar: 'un autre calendrier',
  channel: 'un autre canal',
  person: 'une autre personne',
  plan: 'un autre plan d’entretien',
  source: 'une autre source',
}
const units: Readonly<Record<string, string>> = { days: 'jours', weeks: 'semaines', months: 'mois', years: 'années' }

const amountOf = (meter: string): string =>
  meter === 'shutter_count' ? 'un nombre entier de déclenchements' : 'un nombre d’heures de vol'

const ONLY_BY_USE = 'Cela ne vaut que pour les plans selon l’usage, par exemple `every: { shutter_count: 100000 }`.'
const NOT_WHOLE_DAY = 'Les heures calmes ne peuvent pas couvrir toute la journée.'

/** French sentences about faults of kitroom.yaml. Names of settings stay as they are written. */
export const settings: Translated<typeof settingSentences> = {
  ...settingsFile,
  ...sourceSettings,
  // Reminders and people
  setting_id_taken: ({ id, what }) => `L’identifiant « ${id} » est déjà celui d’${others[what] ?? what}.`,
  setting_time: ({ example }) => `Il faut une heure entre guillemets, par exemple "${example}".`,
  setting_time_zone: () => 'Il faut le nom d’un fuseau horaire, par exemple Europe/Berlin.',
  setting_escalation_after: () => 'Il faut une durée, par exemple 48h ou 3d, 240h ou 10d au plus.',
  setting_person_channel: () => 'Il faut l’identifiant d’un canal, ou { channel: mail, to: ada@example.com }.',
  setting_no_channels: () => 'Il faut au moins un canal.',
  setting_no_kinds: () => 'Il faut au moins un type de rappels.',
  setting_no_tags: () => 'Il faut au moins un numéro d’inventaire.',
  setting_no_address: () => 'Il faut au moins une adresse.',
  setting_no_weekdays: () => 'Il faut au moins un jour de la semaine.',
  setting_no_people: () => 'Il faut au moins une personne. Sans personnes, omettez ce réglage.',
  setting_too_many_people: ({ max }, { number }) => `Nombre maximal de personnes : ${number(max)}.`,
  setting_filter_of_person: () =>
    'Il faut dire de quel matériel il s’agit : type, brand, model, location ou asset_tags.',
  setting_person_unknown: ({ person }) => `Il n’y a pas de personne « ${person} » dans reminders.people.`,
  setting_channel_unknown: ({ channel }) => `Il n’y a pas de canal « ${channel} » dans reminders.channels.`,
  setting_channel_unused: () => 'Aucune personne n’a ce canal, donc rien ne serait envoyé par lui.',
  setting_address_needed: ({ channel }) => `Une adresse (to) est nécessaire pour le canal ${channel}.`,
  setting_address_not_used: ({ channel }) =>
    `Dans le canal ${channel}, les personnes n’ont pas d’adresses. Omettez \`to\`.`,
  setting_unsubscribe_address: () =>
    'La personne doit pour cela avoir sa propre adresse : { channel: mail, to: ada@example.com }.',
  setting_unsubscribe_fallback: () =>
    'À omettre pour la personne de remplacement (fallback), qui reçoit ce qui ne concerne personne d’autre.',
  setting_quiet_same_time: () => `L’heure doit être différente de \`from\`. ${NOT_WHOLE_DAY}`,
  setting_quiet_too_long: () => `Il doit rester une heure libre chaque jour. ${NOT_WHOLE_DAY}`,
  setting_for_weekly_digest: () => 'Cela ne vaut que pour les résumés de chaque semaine.',
  // Maintenance and warranties
  setting_days: ({ min, max }) => `Il faut un nombre de jours, de ${min} à ${max}.`,
  setting_days_or_false: ({ min, max }) => `Il faut un nombre de jours, de ${min} à ${max}, ou false.`,
  setting_number: () => 'Il faut un nombre.',
  setting_filter_of_plan: () => 'Il faut dire pour quel matériel vaut le plan : type, brand, model ou asset_tags.',
  setting_plan_start: () => 'Valeurs possibles : purchase, last_completed ou un jour écrit AAAA-MM-JJ.',
  setting_period: () =>
    'Il faut une période, par exemple "6 months" ou { months: 6 }, avec days, weeks, months ou years.',
  setting_period_count: ({ unit, max }, { number }) =>
    `Il faut un nombre entier, de 1 à ${number(max)} (${units[unit] ?? unit}).`,
  setting_use: ({ meter, max }, { number }) => `Il faut ${amountOf(meter)} supérieur à 0, ${number(max)} au plus.`,
  setting_use_lead: ({ meter, limit }, { number }) =>
    `Il faut ${amountOf(meter)} de 0 au moins et inférieur à ${number(limit)}.`,
  setting_use_start: () =>
    'Pour un plan selon l’usage, seul last_completed est possible : l’usage compte à partir du dernier entretien.',
  setting_use_lead_days: () => 'Il faut pour cela une période : `or: 12 months`. Un plan selon l’usage a `lead`.',
  setting_only_by_use: () => ONLY_BY_USE,
  setting_lead_by_use: () => `${ONLY_BY_USE} Un plan selon le temps a \`lead_days\`.`,
  setting_meter_of_types: ({ type, meter, types }) => `${type} n’a pas de ${meter}. Cela n’existe que pour ${types}.`,
  setting_whole_days: () => 'Il faut un nombre entier de jours.',
  setting_step_past: () => 'Il faut 0 ou plus : une fin qui est passée est de toute façon signalée une fois.',
  setting_step_outside: ({ step, window, setting }) =>
    `${step} se trouve en dehors de la période de ${window} jours (${setting}).`,
  setting_no_steps: () => 'Il faut au moins un nombre de jours.',
  setting_too_many_steps: ({ max }) => `Nombre maximal de nombres de jours : ${max}.`,
  setting_no_types: ({ types }) => `Il faut au moins un de ces types : ${types}.`,
  setting_entry_twice: ({ entry }) => `${entry} apparaît deux fois.`,
  setting_at_least: ({ min }) => `Il faut ${min} ou plus.`,
  setting_at_most: ({ max }) => `La valeur peut être ${max} au plus.`,
  // Calendars
  setting_too_many_calendars: ({ max }) => `Nombre maximal de calendriers : ${max}.`,
  setting_duration: () => 'Il faut une durée, par exemple 90m, 2h ou 1h30m.',
  setting_duration_range: () => 'La durée doit se trouver entre 1m et 168h.',
  setting_names_twice: () => 'Le même nom apparaît deux fois.',
  setting_statuses_twice: () => 'Le même statut apparaît deux fois.',
  setting_one_line: () => 'Une seule ligne est possible.',
  setting_color: () => 'Il faut le nom d’une couleur CSS en minuscules, par exemple turquoise.',
  setting_one_of: ({ allowed }) => `Valeurs possibles : ${allowed}.`,
  setting_other_calendar: ({ shows }) => `Cela ne vaut pas pour un calendrier avec shows: ${shows}.`,
  calendar_maintenance_client: () => 'Un entretien n’a pas de client.',
  calendar_maintenance_place: () => 'Un entretien n’a pas de lieu.',
  calendar_maintenance_hidden_place: () => 'Un entretien n’a pas de lieu à cacher.',
  calendar_maintenance_time: () => 'Un entretien n’a pas d’heure et occupe toute la journée.',
  calendar_warranty_status: () =>
    'Une garantie n’a pas de statut. Le réglage types de la section warranty choisit les documents.',
  calendar_warranty_client: () => 'Une garantie n’a pas de client.',
  calendar_warranty_place: () => 'Une garantie n’a pas de lieu.',
  calendar_warranty_hidden_place: () => 'Une garantie n’a pas de lieu à cacher.',
  calendar_warranty_time: () => 'La fin d’une garantie n’a pas d’heure et occupe toute la journée.',
  setting_google_calendar: () =>
    'Il faut "new" ou l’identifiant d’un agenda, par exemple …@group.calendar.google.com (Google Agenda : Paramètres → l’agenda → Intégrer l’agenda).',
  setting_google_calendar_twice: ({ other }) => `C’est aussi l’agenda de ${other}.`,
  // Channels
  setting_mailbox: () =>
    'Il faut une simple adresse e-mail, par exemple gear@example.com, sans nom et sans caractères spéciaux.',
  setting_mail_host: () => 'Il faut le nom ou l’adresse d’un serveur de mail, par exemple smtp.example.com.',
  setting_mail_security: () =>
    'La valeur none n’est possible que vers cette machine, par exemple avec host: 127.0.0.1. Utilisez starttls ou tls.',
  setting_server_address: () =>
    'Il faut l’adresse d’un serveur, par exemple https://ntfy.example.com, sans utilisateur, paramètres ni fragment.',
  setting_channel_variable: () =>
    'Il faut le nom d’une variable d’environnement qui commence par KITROOM_CHANNEL_, par exemple KITROOM_CHANNEL_TEAM. Le secret lui-même n’a pas sa place dans kitroom.yaml.',
  setting_topic: () => 'Il faut 1 à 64 lettres, chiffres, - ou _.',
  setting_topic_or_variable: () => 'Il faut exactement un des deux réglages topic et topic_env.',
  setting_service_tags: () =>
    'Il faut des mots faits de lettres, de chiffres, de - et de _, séparés par des espaces ou des virgules.',
}
