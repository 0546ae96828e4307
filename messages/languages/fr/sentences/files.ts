import type { fileSentences } from '../../../../contract/sentences/files.ts'
import type { Translated } from '../../sentences.ts'
import { addresses } from './addresses.ts'
import { googleSheets } from './googleSheets.ts'
import { advice } from './ways.ts'

const nameDelimiter = (delimiter: string): string => (delimiter === '\t' ? 'tabulation' : `« ${delimiter} »`)

/** Names a column, such as `B "Marque"`. */
const named = (column: string): string => column.replace(/^(\S+) "(.*)"$/s, '$1 « $2 »')

const list = (fields: string, name: (field: string) => string, joint: string): string =>
  fields
    .split(', ')
    .map((field) => `« ${name(field)} »`)
    .join(joint)

/** Lists rows, one a line: the number of each and its cells. */
const listRows = (rows: string): string => `ligne ${rows.replaceAll('\n', ' ; ligne ')}`

const SAVE_AS = 'Enregistrez le tableau en .xlsx ou en « CSV UTF-8 » dans le programme d’où il vient.'
const NO_KEY_END = 'La marque et le modèle seuls ne servent jamais à reconnaître un article.'
const NO_KEY = 'Aucune colonne du tableau ne distingue ses articles'
const SERIALS_FAIL = ', et ses numéros de série manquent ou se répètent'

type SheetSentences = Omit<
  Translated<typeof fileSentences>,
  keyof typeof addresses | keyof typeof googleSheets | keyof typeof advice
>

const sheets: SheetSentences = {
  file_is_empty: () => 'Le fichier est vide.',
  file_name_unknown: ({ file }) =>
    `Kitroom ne sait pas lire « ${file} ». Indiquez un fichier qui se termine par .xlsx, .csv ou .tsv.`,
  file_is_no_workbook: ({ file }) =>
    `« ${file} » n’est pas un classeur, quoi qu’en dise son nom. Si c’est du texte, donnez-lui un nom en .csv ; sinon, réenregistrez le tableau en .xlsx.`,
  file_is_workbook: ({ file }) =>
    `« ${file} » est un classeur qui porte le nom d’un fichier texte. Donnez-lui un nom en .xlsx, ou enregistrez le tableau en « CSV UTF-8 ».`,
  file_has_no_sheet: () => 'Le fichier n’a pas cette feuille.',
  file_is_folder: ({ file }) => `${file} est un dossier ; il faut un fichier à la source.`,
  file_is_no_regular: ({ file }) =>
    `${file} n’est pas un fichier ordinaire mais un périphérique, un tube ou une socket. Indiquez le chemin d’un fichier.`,
  file_too_large: ({ file }) => `${file} dépasse 64 Mio. Divisez-le, ou retirez ce qui n’est pas de l’inventaire.`,
  sheet_not_dropped: () =>
    'Cette source n’a pas de feuille à elle. Déposez-en une sur sa page ou envoyez-la par une commande.',
  file_missing: ({ file }) => `${file} est introuvable. Le chemin part du dossier de kitroom.yaml.`,
  file_forbidden: ({ file }) => `Le worker n’a pas le droit de lire ${file} ; changez ses permissions.`,
  file_held: ({ file }) => `${file} est ouvert dans un autre programme. Fermez-le, puis relancez la synchronisation.`,
  file_being_written: ({ file }) =>
    `${file} est en cours d’écriture. Attendez qu’il soit enregistré, puis relancez la synchronisation.`,
  file_is_packed: () => `C’est un fichier compressé. ${SAVE_AS}`,
  file_is_pdf: () => `C’est un PDF. ${SAVE_AS}`,
  file_is_picture: () => `C’est une image. ${SAVE_AS}`,
  workbook_has_password: () => 'Le classeur a un mot de passe. Enregistrez-le sans mot de passe, en .xlsx.',
  workbook_is_old: () =>
    'C’est un ancien classeur Excel (.xls), quoi qu’en dise son nom. Ouvrez-le et enregistrez-le comme « Classeur Excel (.xlsx) ».',
  file_is_page: () =>
    'C’est une page web, que certains programmes exportent sous le nom d’un tableau. Ouvrez-la dans un tableur et enregistrez-la en .xlsx.',
  file_is_xml_2003: () =>
    'C’est une feuille XML d’Excel 2003. Ouvrez-la et enregistrez-la comme « Classeur Excel (.xlsx) ».',
  file_is_gsheet: () =>
    'Un fichier .gsheet de Google Drive contient un lien et pas de cellules. Utilisez google_sheet: avec l’adresse de la feuille, ou téléchargez-la en .xlsx et utilisez file:.',
  workbook_too_large: () =>
    'Le classeur contient bien plus qu’une liste de matériel. Copiez la feuille dans un nouveau classeur, sans images ni lignes vides, et synchronisez celui-ci.',
  workbook_cut_off: () =>
    'Le classeur est incomplet ou endommagé. Copiez-le ou téléchargez-le de nouveau, ou ouvrez-le dans un tableur et réenregistrez-le en .xlsx.',
  workbook_is_binary: () => 'C’est un classeur Excel binaire (.xlsb). Enregistrez-le comme « Classeur Excel (.xlsx) ».',
  file_is_ods: () => 'C’est un fichier OpenDocument (.ods). Enregistrez-le comme « Excel 2007-365 (.xlsx) ».',
  file_is_numbers: () => 'C’est un document Numbers. Exportez-le en Excel (.xlsx) ou en CSV.',
  file_is_word: () => 'C’est un document Word. Copiez son tableau dans un tableur et enregistrez-le en .xlsx.',
  archive_has_password: () => 'L’archive a un mot de passe. Enregistrez le classeur en .xlsx sans mot de passe.',
  archive_without_workbook: () =>
    'C’est une archive zip sans classeur. Décompressez-la, ou enregistrez le tableau en .xlsx.',
  workbook_names_documents: () =>
    'Le classeur renvoie à des documents externes (DOCTYPE), ce qu’aucun tableur n’écrit. Ouvrez-le dans un tableur et réenregistrez-le en .xlsx.',
  workbook_far_away_cells: () =>
    'Le classeur a des cellules dans des lignes ou colonnes très éloignées. Supprimez les lignes vides sous la liste et les colonnes vides à côté, puis enregistrez.',
  workbook_damaged: () =>
    'Le classeur est endommagé ou ne vient pas d’un tableur. Ouvrez-le dans un tableur et réenregistrez-le en .xlsx.',
  workbook_rows: ({ last, limit }, { number }) =>
    `Une feuille du classeur va jusqu’à la ligne ${number(last)}, et Kitroom en lit ${number(limit)}. Supprimez les lignes vides sous la liste, ou déplacez les autres tableaux dans un classeur à part.`,
  merged_ranges_overlap: () =>
    'La feuille a des plages fusionnées qui se chevauchent, ce qu’aucun tableur n’écrit. Ouvrez-la dans un tableur et réenregistrez-la.',
  delimiter_ambiguous: ({ first, second }) =>
    `Les valeurs pourraient être séparées par ${nameDelimiter(first)} ou par ${nameDelimiter(second)}.`,
  row_never_ends: ({ line }) =>
    `L’enregistrement qui commence à la ligne ${line} dépasse un million de caractères. Le plus souvent, un guillemet n’est pas fermé.`,
  quotation_mark_open: ({ line }) =>
    `L’enregistrement qui commence à la ligne ${line} a un guillemet isolé, et sa fin est incertaine. Fermez-le, ou doublez chaque guillemet dans un texte entre guillemets.`,
  quotation_marks_open: () =>
    'Les guillemets du fichier ne disent pas où finissent ses valeurs. Réenregistrez-le en « CSV UTF-8 ».',
  reading_too_slow: () =>
    'La lecture du fichier a duré trop longtemps et a été arrêtée. Divisez le tableau, ou retirez les colonnes et lignes qui ne sont pas du matériel.',
  reading_needs_memory: () =>
    'La lecture du fichier demande plus de mémoire qu’un tableau ne peut en utiliser. Divisez-le en fichiers plus petits.',
  reading_failed: () =>
    'Le fichier n’a pas pu être lu jusqu’au bout. Ouvrez-le dans un tableur, réenregistrez-le et réessayez.',
  sheet_is_empty: () => 'La feuille est vide. Mettez-y un en-tête et une ligne pour chaque article.',
  no_visible_sheet: () => 'Le classeur n’a pas de feuille visible avec des cellules.',
  sheet_comes_nearest: ({ sheet }) =>
    `Aucune feuille n’a les colonnes d’une liste de matériel ; la plus proche est « ${sheet} ».`,
  hidden_sheets: ({ sheets: names }) => `Les feuilles masquées ne sont lues que si sheet: les nomme : ${names}.`,
  several_gear_sheets: ({ sheets: names }) =>
    `Plusieurs feuilles ressemblent à une liste de matériel : ${names}. Mettez dans sheet: le nom de la bonne.`,
  sheet_not_found: ({ sheet, sheets: names }) =>
    `Le classeur n’a pas de feuille « ${sheet} ». Il a ${names} ; mettez l’une d’elles dans sheet:.`,
  no_header_row: ({ count, rows }) =>
    `Aucune des ${count} premières lignes ne ressemble à un en-tête. Contenu des premières lignes : ${listRows(rows)}. Mettez au-dessus des articles une ligne avec des noms tels que Numéro d’inventaire, Type, Marque, Modèle.`,
  no_known_header: ({ rows }) =>
    `Aucune ligne n’a d’en-têtes que Kitroom connaît. Contenu des premières lignes : ${listRows(rows)}.`,
  unknown_header: ({ row, rows }) =>
    `La ligne ${row} ressemble à un en-tête, mais Kitroom connaît trop peu de ses noms. Contenu des premières lignes : ${listRows(rows)}. Dites sous columns: ce qu’ils signifient, ou appelez-les Numéro d’inventaire, Type, Marque, Modèle.`,
  header_lacks: ({ row, fields }, { field }) =>
    `L’en-tête de la ligne ${row} n’a pas de colonne pour ${list(fields, field, ', ')}.`,
  headers_found: ({ headers }) => `Trouvé : ${headers}. Si l’un d’eux contient ce qui manque, nommez-le sous columns:.`,
  no_items: ({ row }) =>
    `Il n’y a aucun article sous l’en-tête de la ligne ${row}. Ajoutez une ligne pour chaque article.`,
  too_many_tables: ({ limit }) =>
    `La feuille a plus de ${limit} tableaux. Mettez la liste de matériel sur une feuille à part.`,
  two_columns_of_field: ({ first, second, field }, { field: name }) =>
    `Les colonnes ${named(first)} et ${named(second)} nomment toutes deux « ${name(field)} ». Renommez-en une, ou laissez-en une de côté.`,
  lists_side_by_side: () => 'Si deux listes sont côte à côte, laissez une colonne vide entre elles.',
  column_should_be: ({ column, field }, { field: name }) =>
    `La colonne ${named(column)} devrait être « ${name(field)} », mais`,
  say_which_column: ({ field }, { field: name }) =>
    `. Dites sous columns: quelle colonne est « ${name(field)} », ou nommez-y celle-ci si c’est elle.`,
  column_can_be_two: ({ column, fields }, { field }) =>
    `La colonne ${named(column)} peut être ${list(fields, field, ' ou ')}, et ses cellules ne le disent pas. Dites sous columns: lequel des deux, ou laissez-la de côté.`,
  tags_or_names: ({ column, text }) =>
    `La colonne ${named(column)} peut contenir des numéros d’inventaire ou des noms, comme « ${text} ». Dites sous columns: que ce sont des numéros d’inventaire, ou laissez la colonne de côté : alors les numéros de série distinguent les articles.`,
  no_key_column: () => `${NO_KEY}. ${NO_KEY_END}`,
  no_key_column_or_serials: () => `${NO_KEY}${SERIALS_FAIL}. ${NO_KEY_END}`,
  full_stop: () => '.',
  too_many_items: ({ count, limit }, { number }) =>
    `Les quantités donnent ${number(count)} articles, et un tableau peut en avoir ${number(limit)}. Répartissez-le en plusieurs sources, ou mettez quantity: one.`,
  gear_side_by_side: () => 'La feuille a des listes de matériel côte à côte. Mettez-les d’abord l’une sous l’autre.',
  list_without_column: ({ row, header }) =>
    `La liste dont l’en-tête est à la ligne ${row} n’a pas de colonne ${header}, mais une autre l’a. Ajoutez-la d’abord.`,
  secret_unreadable: ({ text }) => `Un secret est illisible. La raison en anglais : « ${text} »`,
  contract_refused: ({ text }) => `La raison en anglais : « ${text} »`,
}

/** French sentences about files that cannot be read. */
export const files: Translated<typeof fileSentences> = { ...sheets, ...advice, ...addresses, ...googleSheets }
