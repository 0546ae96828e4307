import type { sourceSettingSentences } from '../../../../contract/sentences/sourceSettings.ts'
import type { Translated } from '../../sentences.ts'

const RANGES = 'par exemple A3:K500, A3:K pour toutes les lignes à partir de la troisième, ou A:K'

/** Fields of a schedule. */
const scheduleFields: Readonly<Record<string, string>> = {
  minute: 'La minute',
  hour: 'L’heure',
  'day of month': 'Le jour du mois',
  month: 'Le mois',
  'day of week': 'Le jour de la semaine',
}

/** French sentences about faults in `sources:` of kitroom.yaml. */
export const sourceSettings: Translated<typeof sourceSettingSentences> = {
  setting_too_many_sources: ({ max }) => `Nombre maximal de sources : ${max}.`,
  setting_file: () => 'Il faut le chemin d’un fichier XLSX, CSV ou TSV.',
  setting_two_locations: ({ other }) =>
    `Cette source a aussi ${other}:. Une source n’a qu’un tableau, donc gardez un seul de ces réglages.`,
  setting_write_back_of: ({ kind }) =>
    `Cela ne vaut que pour google_sheet:. Kitroom n’écrit pas dans le tableau de ${kind}:.`,
  setting_range_of: ({ kind }) => `Cela ne vaut que pour google_sheet:. Kitroom lit tout le tableau de ${kind}:.`,
  setting_on_of: ({ kind }) => `Cela ne vaut que pour file:. N’importe quel worker récupère le tableau de ${kind}:.`,
  setting_schedule_of: ({ kind }) =>
    `Ce réglage vaut seulement pour une feuille qu’un worker peut récupérer. Une source avec ${kind}: est synchronisée quand quelqu’un envoie une feuille.`,
  setting_dropped: () =>
    'La valeur doit être true : les feuilles de cette source sont déposées sur une page ou envoyées par une commande.',
  setting_rows_of_two_sources: ({ source }) =>
    `« ${source} » écrit aussi à côté de lignes de cette plage, et une ligne n’a de place que pour les messages d’une source. Gardez write_back dans une des deux, donnez-leur des plages sans ligne commune, ou nommez deux feuilles sous sheet:.`,
  setting_web_address: () => 'Il faut une adresse qui commence par https://, par exemple https://example.com/gear.csv.',
  setting_password_in_address: () =>
    'L’adresse ne peut contenir ni nom d’utilisateur ni mot de passe. Mettez-les dans des variables d’environnement, et nommez celles-ci sous user_env et password_env.',
  setting_variable: () =>
    'Il faut le nom d’une variable d’environnement en majuscules, par exemple SHEET_TOKEN. Le secret lui-même n’a pas sa place dans kitroom.yaml.',
  setting_variable_of_kitroom: () =>
    'C’est une variable de Kitroom lui-même. Donnez au secret un nom qui lui est propre.',
  setting_needs_other: ({ other }) => `Il faut aussi ${other}.`,
  setting_not_beside: ({ other }) => `Cela ne va pas avec ${other}. Gardez un seul de ces réglages.`,
  setting_google_sheet: () =>
    'Il faut l’adresse d’une feuille Google, par exemple https://docs.google.com/spreadsheets/d/1AbC…/edit, ou son identifiant.',
  setting_uploaded_workbook: () =>
    'C’est l’adresse d’un fichier Excel importé (rtpof=true), et non d’une feuille Google. Ouvrez-le, choisissez Fichier → Enregistrer au format Google Sheets, et donnez l’adresse de la nouvelle feuille. Ou téléchargez-le, et utilisez file:.',
  setting_published_page: () =>
    'C’est l’adresse d’une page publiée. Utilisez-la sous url: avec output=csv à la fin, ou donnez l’adresse où la feuille se modifie.',
  setting_range: () => `Il faut une plage de cellules, ${RANGES}.`,
  setting_range_names_sheet: () =>
    `Aucune feuille ne peut être nommée ici : son nom va sous sheet:, et ici seulement les cellules, ${RANGES}.`,
  setting_range_reversed: () =>
    `La plage finit avant de commencer. Donnez d’abord le coin supérieur gauche, ${RANGES}.`,
  setting_no_field: () => 'Il faut un champ, par exemple { status: retired }.',
  setting_brand_choose: () => 'La valeur est CHOOSE. Écrivez la marque des nouveaux articles, par exemple Canon.',
  setting_currency: () => 'Il faut un code de monnaie, par exemple EUR.',
  setting_encoding: ({ encodings }) => `Cet encodage n’existe pas. Valeurs possibles : ${encodings}.`,
  setting_month_dates: () =>
    'Valeurs possibles : first ou last, ou l’une des deux par champ, par exemple { purchase_date: first, warranty_expires_on: last }.',
  setting_damaged_values: () =>
    'Valeurs possibles : hold ou take, ou l’une des deux par champ, par exemple { firmware_version: take }.',
  setting_two_digit_years: () => 'Il faut cent années, par exemple 1970-2069.',
  setting_hundred_years: () => 'Il faut exactement cent années, par exemple 1970-2069.',
  setting_date_zone: () => 'Valeurs possibles : studio ou un fuseau horaire, par exemple Europe/Berlin.',
  setting_header_twice: ({ header, other }) =>
    `« ${header} » apparaît aussi sous ${other}:. Nommez la colonne une seule fois.`,
  setting_same_item_twice: ({ first, second, item }) =>
    `« ${first} » et « ${second} » ne peuvent pas être tous deux l’article « ${item} ».`,
  setting_mark_needed: () => 'Pour mark, il faut dire quoi mettre, par exemple mark: { status: retired }.',
  setting_too_many_characters: ({ max }, { number }) => `Nombre maximal de caractères : ${number(max)}.`,
  setting_schedule_fields: () =>
    'Il faut exactement cinq indications : minute, heure, jour du mois, mois, jour de la semaine.',
  setting_schedule_field: ({ field }) =>
    `${scheduleFields[field] ?? field} ne convient pas. Sont permis les chiffres, les noms et * , - /.`,
  setting_schedule_never: () => 'Ce moment n’arrive jamais, ou ne peut pas être lu. Vérifiez le jour et le mois.',
}
