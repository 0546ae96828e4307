import type { googleSheetSentences } from '../../../../contract/sentences/googleSheets.ts'
import type { Translated } from '../../sentences.ts'

const and = (names: string): string => names.replace(/, ([^,]*)$/, ' und $1')

/** German sentences about Google Sheets, and about writing results into them. */
export const googleSheets: Translated<typeof googleSheetSentences> = {
  spreadsheet_too_large: () =>
    'Die Google-Tabelle hat mehr als 64 MiB an Zellen. Teilen Sie sie, oder setzen Sie sheet: oder range: auf das, was zu lesen ist.',
  spreadsheet_in_trash: () =>
    'Die Tabelle liegt im Papierkorb von Google Drive. Stellen Sie sie wieder her, oder geben Sie die Adresse einer anderen an.',
  drive_file_is_no_sheet: () =>
    'Diese Datei in Google Drive ist keine Google-Tabelle. Öffnen Sie sie in Google Tabellen, und wählen Sie Datei → Als Google-Tabelle speichern.',
  tab_of_address_gone: ({ gid }) =>
    `Die Google-Tabelle hat kein Blatt mit gid=${gid} mehr. Öffnen Sie das richtige Blatt und kopieren Sie seine Adresse neu, oder setzen Sie sheet: auf seinen Namen.`,
  tab_too_long: ({ sheet, limit }, { number }) =>
    `„${sheet}“ hat mehr als ${number(limit)} Zeilen. Teilen Sie das Blatt.`,
  range_outside_all: ({ range }) =>
    `Der Bereich ${range} liegt außerhalb jedes sichtbaren Blatts. Berichtigen Sie range: in kitroom.yaml.`,
  range_outside: ({ range, sheet, rows, columns }, { number }) =>
    `Der Bereich ${range} liegt außerhalb von „${sheet}“, das ${number(rows)} Zeilen und ${number(columns)} Spalten hat. Berichtigen Sie range: in kitroom.yaml.`,
  sheet_changes: () =>
    'Jemand ändert die Tabelle, während Kitroom sie liest. Gleichen Sie noch einmal ab, wenn ihre Zeilen bleiben, wo sie sind.',
  google_sheet_not_sent: ({ seconds }) => `Google hat die Tabelle nicht binnen ${seconds} s ganz gesendet.`,
  google_sheet_not_taken: ({ seconds }) => `Google hat nicht alle Meldungen binnen ${seconds} s angenommen.`,
  google_quota_later: () =>
    'Ein Abgleich mit Zeitplan wird jede Stunde wieder versucht. Starten Sie jeden anderen in einer Stunde noch einmal.',
  google_quota_next_sync: () => 'Der nächste Abgleich schreibt in die Tabelle.',
  // Writing results into the sheet
  tab_gone: ({ sheet }) => `Die Google-Tabelle hat kein Blatt „${sheet}“ mehr. Der nächste Abgleich liest sie neu.`,
  no_room_for_columns: ({ sheet, columns, count }) =>
    `„${sheet}“ hat rechts keinen Platz für die Spalten ${columns}. Fügen Sie dort ${count} Spalten ein; der nächste Abgleich füllt sie.`,
  range_gone: ({ sheet, range }) =>
    `„${sheet}“ hat im Bereich ${range} keine Zellen mehr. Der nächste Abgleich liest die Tabelle neu.`,
  header_gone: ({ row }) =>
    `Die Kopfzeile der Liste, die in Zeile ${row} war, steht nicht mehr dort. Der nächste Abgleich liest die Tabelle neu.`,
  header_repeated: ({ header, count }) =>
    `Die Überschrift „${header}“ steht ${count} Mal in der Tabelle, also sind die Zeilen nicht zu unterscheiden. Lassen Sie nur eine stehen.`,
  own_columns_twice: ({ columns, cells }) =>
    `Die Spalten ${and(columns)} stehen zweimal da, ab ${and(cells)}. Löschen Sie vier davon; der nächste Abgleich füllt die anderen.`,
  own_columns_apart: ({ columns, cell }) =>
    `Die Spalten ${and(columns)} stehen ab ${cell} nicht mehr in dieser Folge nebeneinander. Löschen Sie, was davon übrig ist; der nächste Abgleich legt sie neu an.`,
  formula_unbounded: ({ cell, columns }) =>
    `Die Formel in ${cell} füllt Zellen rechts von ihr, und Google sagt nicht, wie viele. Ein Text darin würde sie stören, also legt Kitroom keine Spalten an. Tragen Sie die Überschriften ${columns} in vier Spalten ein, welche die Formel nicht erreicht, in der Zeile der anderen Überschriften; der nächste Abgleich füllt sie.`,
  formula_reaches_columns: ({ cell, columns, row }) =>
    `Die Formel in ${cell} kann die Spalten ${columns} füllen, und ein Text darin würde sie stören. Nichts wird geschrieben. Verschieben Sie die vier Spalten rechts neben alle Zellen, die sie füllt, und tragen Sie in Zeile ${row} unter Kitroom ID irgendeinen Text ein; der nächste Abgleich ersetzt ihn.`,
  columns_protected: ({ columns }) =>
    `Die Zellen für die Spalten ${columns} sind geschützt. Erlauben Sie dem Dienstkonto unter Daten → Schützen, sie zu bearbeiten.`,
  rows_gone: ({ count }, { number }) =>
    count === 1
      ? 'Eine Zeile des Plans ist in der Tabelle nicht mehr zu finden.'
      : `${number(count)} Zeilen des Plans sind in der Tabelle nicht mehr zu finden.`,
  keys_in_several_rows: ({ count }, { number }) =>
    count === 1
      ? 'Eine der Nummern steht in mehreren Zeilen. Daneben wird nichts geschrieben.'
      : `${number(count)} der Nummern stehen in mehreren Zeilen. Daneben wird nichts geschrieben.`,
  rows_protected: ({ count }, { number }) =>
    count === 1
      ? 'Eine Zeile hat geschützte Zellen, die bleiben, wie sie sind.'
      : `${number(count)} Zeilen haben geschützte Zellen, die bleiben, wie sie sind.`,
  rows_moved: () =>
    'Jemand hat Zeilen verschoben, während Kitroom schrieb, also können manche Meldungen in falschen Zeilen stehen. Der nächste Abgleich berichtigt sie.',
}
