import type { fileSentences } from '../../../../contract/sentences/files.ts'
import type { Translated } from '../../sentences.ts'
import { addresses } from './addresses.ts'
import { googleSheets } from './googleSheets.ts'
import { advice } from './ways.ts'

const nameDelimiter = (delimiter: string): string => (delimiter === '\t' ? 'Tabulator' : `„${delimiter}“`)

/** Names a column, such as `B "Marke"`. */
const named = (column: string): string => column.replace(/^(\S+) "(.*)"$/s, '$1 „$2“')

const list = (fields: string, name: (field: string) => string, joint: string): string =>
  fields
    .split(', ')
    .map((field) => `„${name(field)}“`)
    .join(joint)

/** Lists rows, one a line: the number of each and its cells. */
const listRows = (rows: string): string => `Zeile ${rows.replaceAll('\n', '; Zeile ')}`

const SAVE_AS = 'Speichern Sie die Tabelle in ihrem Ursprungsprogramm als .xlsx oder „CSV UTF-8“.'
const NO_KEY_END = 'Marke und Modell allein dienen nie dazu, ein Gerät zu erkennen.'
const NO_KEY = 'Die Tabelle hat keine Spalte, die ihre Geräte unterscheidet'
const SERIALS_FAIL = ', und ihre Seriennummern fehlen oder kommen mehrfach vor'

type SheetSentences = Omit<
  Translated<typeof fileSentences>,
  keyof typeof addresses | keyof typeof googleSheets | keyof typeof advice
>

const sheets: SheetSentences = {
  // Bytes and file names
  file_is_empty: () => 'Die Datei ist leer.',
  file_name_unknown: ({ file }) =>
    `Kitroom weiß nicht, wie „${file}“ zu lesen ist. Geben Sie eine Datei an, die auf .xlsx, .csv oder .tsv endet.`,
  file_is_no_workbook: ({ file }) =>
    `„${file}“ ist keine Arbeitsmappe, was auch immer der Name sagt. Ist es Text, geben Sie ihr einen Namen, der auf .csv endet; sonst speichern Sie die Tabelle neu als .xlsx.`,
  file_is_workbook: ({ file }) =>
    `„${file}“ ist eine Arbeitsmappe mit dem Namen einer Textdatei. Geben Sie ihr einen Namen, der auf .xlsx endet, oder speichern Sie die Tabelle als „CSV UTF-8“.`,
  file_has_no_sheet: () => 'Die Datei hat kein solches Blatt.',
  file_is_folder: ({ file }) => `${file} ist ein Ordner; die Quelle braucht eine Datei.`,
  file_is_no_regular: ({ file }) =>
    `${file} ist keine gewöhnliche Datei, sondern ein Gerät, eine Pipe oder ein Socket. Geben Sie den Pfad einer Datei an.`,
  file_too_large: ({ file }) =>
    `${file} hat mehr als 64 MiB. Teilen Sie sie, oder lassen Sie weg, was kein Inventar ist.`,
  sheet_not_dropped: () =>
    'Diese Quelle hat keine eigene Tabelle. Legen Sie eine auf ihrer Seite ab, oder schicken Sie eine mit einem Befehl.',
  file_missing: ({ file }) => `${file} ist nicht vorhanden. Der Pfad gilt ab dem Ordner von kitroom.yaml.`,
  file_forbidden: ({ file }) => `Der Worker darf ${file} nicht lesen; ändern Sie die Rechte der Datei.`,
  file_held: ({ file }) =>
    `${file} ist in einem anderen Programm geöffnet. Schließen Sie sie dort, dann gleichen Sie noch einmal ab.`,
  file_being_written: ({ file }) =>
    `${file} wird gerade geschrieben. Warten Sie, bis sie gespeichert ist, dann gleichen Sie noch einmal ab.`,
  file_is_packed: () => `Das ist eine gepackte Datei. ${SAVE_AS}`,
  file_is_pdf: () => `Das ist ein PDF. ${SAVE_AS}`,
  file_is_picture: () => `Das ist ein Bild. ${SAVE_AS}`,
  workbook_has_password: () => 'Die Arbeitsmappe hat ein Passwort. Speichern Sie sie ohne Passwort als .xlsx.',
  workbook_is_old: () =>
    'Das ist eine alte Excel-Arbeitsmappe (.xls), was auch immer der Name sagt. Öffnen Sie sie, und speichern Sie sie als „Excel-Arbeitsmappe (.xlsx)“.',
  file_is_page: () =>
    'Das ist eine Webseite, wie manche Programme sie unter dem Namen einer Tabelle ausgeben. Öffnen Sie sie in einer Tabellenkalkulation, und speichern Sie sie als .xlsx.',
  file_is_xml_2003: () =>
    'Das ist eine XML-Tabelle aus Excel 2003. Öffnen Sie sie, und speichern Sie sie als „Excel-Arbeitsmappe (.xlsx)“.',
  file_is_gsheet: () =>
    'Eine .gsheet-Datei von Google Drive enthält einen Link und keine Zellen. Verwenden Sie google_sheet: mit der Adresse der Tabelle, oder laden Sie sie als .xlsx herunter und verwenden Sie file:.',
  // Workbooks
  workbook_too_large: () =>
    'Die Arbeitsmappe enthält weit mehr, als eine Geräteliste braucht. Kopieren Sie das Blatt ohne Bilder und leere Zeilen in eine neue Arbeitsmappe, und gleichen Sie diese ab.',
  workbook_cut_off: () =>
    'Die Arbeitsmappe ist unvollständig oder beschädigt. Kopieren oder laden Sie sie neu, oder öffnen Sie sie in einer Tabellenkalkulation und speichern Sie sie neu als .xlsx.',
  workbook_is_binary: () =>
    'Das ist eine binäre Excel-Arbeitsmappe (.xlsb). Speichern Sie sie als „Excel-Arbeitsmappe (.xlsx)“.',
  file_is_ods: () => 'Das ist eine OpenDocument-Datei (.ods). Speichern Sie sie als „Excel 2007-365 (.xlsx)“.',
  file_is_numbers: () => 'Das ist ein Numbers-Dokument. Exportieren Sie es als Excel (.xlsx) oder CSV.',
  file_is_word: () =>
    'Das ist ein Word-Dokument. Kopieren Sie seine Tabelle in eine Tabellenkalkulation, und speichern Sie sie als .xlsx.',
  archive_has_password: () => 'Das Archiv hat ein Passwort. Speichern Sie die Arbeitsmappe ohne Passwort als .xlsx.',
  archive_without_workbook: () =>
    'Das ist ein Zip-Archiv ohne Arbeitsmappe. Entpacken Sie es, oder speichern Sie die Tabelle als .xlsx.',
  workbook_names_documents: () =>
    'Die Arbeitsmappe verweist auf fremde Dokumente (DOCTYPE), was keine Tabellenkalkulation schreibt. Öffnen Sie sie in einer, und speichern Sie sie neu als .xlsx.',
  workbook_far_away_cells: () =>
    'Die Arbeitsmappe hat Zellen in weit entfernten Zeilen oder Spalten. Löschen Sie die leeren Zeilen unter und die leeren Spalten neben der Liste, und speichern Sie sie.',
  workbook_damaged: () =>
    'Die Arbeitsmappe ist beschädigt oder stammt nicht aus einer Tabellenkalkulation. Öffnen Sie sie in einer, und speichern Sie sie neu als .xlsx.',
  workbook_rows: ({ last, limit }, { number }) =>
    `Ein Blatt der Arbeitsmappe reicht bis Zeile ${number(last)}, und Kitroom liest ${number(limit)}. Löschen Sie die leeren Zeilen unter der Liste, oder verschieben Sie andere Tabellen in eine eigene Arbeitsmappe.`,
  merged_ranges_overlap: () =>
    'Das Blatt hat verbundene Bereiche, die sich überschneiden, was keine Tabellenkalkulation schreibt. Öffnen Sie es in einer, und speichern Sie es neu.',
  // Text files
  delimiter_ambiguous: ({ first, second }) =>
    `Die Werte könnten durch ${nameDelimiter(first)} oder durch ${nameDelimiter(second)} getrennt sein.`,
  row_never_ends: ({ line }) =>
    `Die Zeile, die in Zeile ${line} der Datei beginnt, hat mehr als eine Million Zeichen. Meist ist ein Anführungszeichen nicht geschlossen.`,
  quotation_mark_open: ({ line }) =>
    `Die Zeile, die in Zeile ${line} der Datei beginnt, hat ein einzelnes Anführungszeichen, also ist ihr Ende nicht zu erkennen. Schließen Sie es, oder verdoppeln Sie jedes Anführungszeichen innerhalb eines Textes in Anführungszeichen.`,
  quotation_marks_open: () =>
    'Die Anführungszeichen der Datei lassen offen, wo ihre Werte enden. Speichern Sie sie neu als „CSV UTF-8“.',
  // Reading in a process of its own
  reading_too_slow: () =>
    'Das Lesen der Datei dauerte zu lange und wurde abgebrochen. Teilen Sie die Tabelle, oder entfernen Sie Spalten und Zeilen, die keine Geräte sind.',
  reading_needs_memory: () =>
    'Das Lesen der Datei braucht mehr Speicher, als eine Tabelle verwenden darf. Teilen Sie sie in kleinere Dateien.',
  reading_failed: () =>
    'Die Datei konnte nicht bis zum Ende gelesen werden. Öffnen Sie sie in einer Tabellenkalkulation, speichern Sie sie neu, und versuchen Sie es noch einmal.',
  // Sheets and headers
  sheet_is_empty: () => 'Das Blatt ist leer. Schreiben Sie eine Kopfzeile und für jedes Gerät eine Zeile hinein.',
  no_visible_sheet: () => 'Die Arbeitsmappe hat kein sichtbares Blatt mit Zellen.',
  sheet_comes_nearest: ({ sheet }) => `Kein Blatt hat die Spalten einer Geräteliste; am nächsten kommt „${sheet}“.`,
  hidden_sheets: ({ sheets: names }) => `Ausgeblendete Blätter werden nur gelesen, wenn sheet: sie nennt: ${names}.`,
  several_gear_sheets: ({ sheets: names }) =>
    `Mehrere Blätter sehen wie eine Geräteliste aus: ${names}. Setzen Sie sheet: auf den Namen des richtigen.`,
  sheet_not_found: ({ sheet, sheets: names }) =>
    `Die Arbeitsmappe hat kein Blatt „${sheet}“. Sie hat ${names}; setzen Sie sheet: auf eines davon.`,
  no_header_row: ({ count, rows }) =>
    `Keine der ersten ${count} Zeilen sieht wie eine Kopfzeile aus. In den ersten Zeilen steht: ${listRows(rows)}. Setzen Sie eine Zeile mit Namen wie Inventarnummer, Art, Marke, Modell über die Geräte.`,
  no_known_header: ({ rows }) =>
    `Keine Zeile hat Überschriften, die Kitroom kennt. In den ersten Zeilen steht: ${listRows(rows)}.`,
  unknown_header: ({ row, rows }) =>
    `Zeile ${row} sieht wie eine Kopfzeile aus, aber Kitroom kennt zu wenige ihrer Namen. In den ersten Zeilen steht: ${listRows(rows)}. Sagen Sie unter columns:, was sie bedeuten, oder nennen Sie sie Inventarnummer, Art, Marke, Modell.`,
  header_lacks: ({ row, fields }, { field }) =>
    `Der Kopfzeile in Zeile ${row} fehlt eine Spalte für ${list(fields, field, ', ')}.`,
  headers_found: ({ headers }) => `Gefunden: ${headers}. Ist eine davon gemeint, nennen Sie sie unter columns:.`,
  no_items: ({ row }) =>
    `Unter der Kopfzeile in Zeile ${row} steht kein Gerät. Ergänzen Sie für jedes Gerät eine Zeile.`,
  too_many_tables: ({ limit }) =>
    `Das Blatt hat mehr als ${limit} Tabellen. Stellen Sie die Geräteliste auf ein eigenes Blatt.`,
  two_columns_of_field: ({ first, second, field }, { field: name }) =>
    `Die Spalten ${named(first)} und ${named(second)} nennen beide „${name(field)}“. Benennen Sie eine um, oder lassen Sie eine weg.`,
  lists_side_by_side: () => 'Stehen zwei Listen nebeneinander, lassen Sie dazwischen eine Spalte leer.',
  column_should_be: ({ column, field }, { field: name }) =>
    `Spalte ${named(column)} sollte „${name(field)}“ sein, aber`,
  say_which_column: ({ field }, { field: name }) =>
    `. Sagen Sie unter columns:, welche Spalte „${name(field)}“ ist, oder nennen Sie dort diese, wenn sie es ist.`,
  column_can_be_two: ({ column, fields }, { field }) =>
    `Spalte ${named(column)} kann ${list(fields, field, ' oder ')} sein, und ihre Zellen zeigen es nicht. Sagen Sie unter columns:, was davon sie ist, oder lassen Sie sie weg.`,
  tags_or_names: ({ column, text }) =>
    `Spalte ${named(column)} kann Inventarnummern oder Namen enthalten, wie „${text}“. Sagen Sie unter columns:, dass es Inventarnummern sind, oder lassen Sie die Spalte weg: Dann unterscheiden die Seriennummern die Geräte.`,
  no_key_column: () => `${NO_KEY}. ${NO_KEY_END}`,
  no_key_column_or_serials: () => `${NO_KEY}${SERIALS_FAIL}. ${NO_KEY_END}`,
  full_stop: () => '.',
  too_many_items: ({ count, limit }, { number }) =>
    `Aus den Anzahlen werden ${number(count)} Geräte, und eine Tabelle darf ${number(limit)} haben. Teilen Sie sie auf mehrere Quellen auf, oder setzen Sie quantity: one.`,
  // Tagging a file
  gear_side_by_side: () => 'Das Blatt hat Gerätelisten nebeneinander. Stellen Sie sie zuerst untereinander.',
  list_without_column: ({ row, header }) =>
    `Die Liste mit der Kopfzeile in Zeile ${row} hat keine Spalte ${header}, eine andere aber schon. Ergänzen Sie sie zuerst.`,
  // Sentences of others, which stay as they are
  secret_unreadable: ({ text }) => `Ein Geheimnis ist nicht lesbar. Der Grund auf Englisch: „${text}“`,
  contract_refused: ({ text }) => `Der Grund auf Englisch: „${text}“`,
}

/** German sentences about files that cannot be read. */
export const files: Translated<typeof fileSentences> = { ...sheets, ...advice, ...addresses, ...googleSheets }
