import type { googleSheetSentences } from '../../../../contract/sentences/googleSheets.ts'
import type { Translated } from '../../sentences.ts'

const and = (names: string): string => names.replace(/, ([^,]*)$/, ' et $1')

/** French sentences about Google Sheets, and about writing results into them. */
export const googleSheets: Translated<typeof googleSheetSentences> = {
  spreadsheet_too_large: () =>
    'La feuille Google dépasse 64 Mio de cellules. Divisez-la, ou mettez dans sheet: ou range: ce qu’il faut lire.',
  spreadsheet_in_trash: () =>
    'La feuille est dans la corbeille de Google Drive. Restaurez-la, ou indiquez l’adresse d’une autre.',
  drive_file_is_no_sheet: () =>
    'Ce fichier de Google Drive n’est pas une feuille Google. Ouvrez-le dans Google Sheets, et choisissez Fichier → Enregistrer au format Google Sheets.',
  tab_of_address_gone: ({ gid }) =>
    `La feuille Google n’a plus d’onglet avec gid=${gid}. Ouvrez le bon onglet et copiez de nouveau son adresse, ou mettez son nom dans sheet:.`,
  tab_too_long: ({ sheet, limit }, { number }) => `« ${sheet} » a plus de ${number(limit)} lignes. Divisez l’onglet.`,
  range_outside_all: ({ range }) =>
    `La plage ${range} est hors de tout onglet visible. Corrigez range: dans kitroom.yaml.`,
  range_outside: ({ range, sheet, rows, columns }, { number }) =>
    `La plage ${range} est hors de « ${sheet} », qui a ${number(rows)} lignes et ${number(columns)} colonnes. Corrigez range: dans kitroom.yaml.`,
  sheet_changes: () =>
    'Quelqu’un modifie la feuille pendant que Kitroom la lit. Relancez la synchronisation quand ses lignes ne bougent plus.',
  google_sheet_not_sent: ({ seconds }) => `Google n’a pas envoyé toute la feuille en ${seconds} s.`,
  google_sheet_not_taken: ({ seconds }) => `Google n’a pas pris tous les messages en ${seconds} s.`,
  google_quota_later: () =>
    'Une synchronisation planifiée réessaie toutes les heures. Relancez toute autre dans une heure.',
  google_quota_next_sync: () => 'La prochaine synchronisation écrira dans la feuille.',
  tab_gone: ({ sheet }) => `La feuille Google n’a plus d’onglet « ${sheet} ». La prochaine synchronisation la relira.`,
  no_room_for_columns: ({ sheet, columns, count }) =>
    `« ${sheet} » n’a pas de place à droite pour les colonnes ${columns}. Insérez-y ${count} colonnes ; la prochaine synchronisation les remplira.`,
  range_gone: ({ sheet, range }) =>
    `« ${sheet} » n’a plus de cellules dans la plage ${range}. La prochaine synchronisation la relira.`,
  header_gone: ({ row }) =>
    `L’en-tête de la liste, qui était à la ligne ${row}, n’y est plus. La prochaine synchronisation relira la feuille.`,
  header_repeated: ({ header, count }) =>
    `L’en-tête « ${header} » figure ${count} fois dans la feuille, et ses lignes ne se distinguent pas. N’en gardez qu’un.`,
  own_columns_twice: ({ columns, cells }) =>
    `Les colonnes ${and(columns)} figurent deux fois, à partir de ${and(cells)}. Supprimez-en quatre ; la prochaine synchronisation remplira les autres.`,
  own_columns_apart: ({ columns, cell }) =>
    `Les colonnes ${and(columns)} ne se suivent plus dans cet ordre à partir de ${cell}. Supprimez ce qu’il en reste ; la prochaine synchronisation les recréera.`,
  formula_unbounded: ({ cell, columns }) =>
    `La formule de ${cell} remplit des cellules à sa droite, et Google ne dit pas combien. Un texte y gênerait la formule, donc Kitroom n’ajoute pas de colonnes. Saisissez les en-têtes ${columns} dans quatre colonnes que la formule n’atteint pas, sur la ligne des autres en-têtes ; la prochaine synchronisation les remplira.`,
  formula_reaches_columns: ({ cell, columns, row }) =>
    `La formule de ${cell} peut remplir les colonnes ${columns}, et un texte la gênerait. Rien n’est écrit. Déplacez les quatre colonnes à droite de toutes les cellules qu’elle remplit, et saisissez un texte quelconque sous Kitroom ID à la ligne ${row} ; la prochaine synchronisation le remplacera.`,
  columns_protected: ({ columns }) =>
    `Les cellules des colonnes ${columns} sont protégées. Autorisez le compte de service à les modifier, sous Données → Protéger.`,
  rows_gone: ({ count }, { number }) =>
    count === 1
      ? 'Une ligne du plan est introuvable dans la feuille.'
      : `${number(count)} lignes du plan sont introuvables dans la feuille.`,
  keys_in_several_rows: ({ count }, { number }) =>
    count === 1
      ? 'Un des numéros figure sur plusieurs lignes. Rien n’est écrit à côté.'
      : `${number(count)} des numéros figurent sur plusieurs lignes. Rien n’est écrit à côté.`,
  rows_protected: ({ count }, { number }) =>
    count === 1
      ? 'Une ligne a des cellules protégées, qui restent telles quelles.'
      : `${number(count)} lignes ont des cellules protégées, qui restent telles quelles.`,
  rows_moved: () =>
    'Quelqu’un a déplacé des lignes pendant que Kitroom écrivait ; certains messages peuvent être sur de mauvaises lignes. La prochaine synchronisation les corrigera.',
}
