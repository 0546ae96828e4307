import type { rowSentences } from '../../../../contract/sentences/rows.ts'
import type { Translated } from '../../sentences.ts'

const listOf = (fields: string, name: (field: string) => string): string =>
  fields
    .split(', ')
    .map((field) => `„${name(field)}“`)
    .join(', ')

/** German sentences about rows of a sheet. */
export const rows: Translated<typeof rowSentences> = {
  // Keys and identity
  row_without_tag: () =>
    'Die Zeile hat Werte, aber keine „Inventarnummer“, also ist ihr Gerät nicht zu erkennen. Ergänzen Sie eine, wie es kitroom sync tag für alle Zeilen einer Textdatei tut, oder leeren Sie die Zeile.',
  row_without_key: ({ field }, { field: name }) =>
    `Die Zeile hat Werte, aber keine „${name(field)}“, also ist ihr Gerät nicht zu erkennen. Ergänzen Sie eine, oder leeren Sie die Zeile.`,
  key_in_words: ({ field }, { field: name }) =>
    `Die Zelle sagt etwas in Worten und enthält keine Nummer, also ist ihr Gerät nicht zu erkennen. Geben Sie eine „${name(field)}“ an.`,
  identifier_in_words: ({ field }, { field: name }) =>
    `Die Zelle sagt etwas in Worten und enthält keine Nummer; die gespeicherte „${name(field)}“ bleibt.`,
  set_identifiers: () => 'Sind solche Wörter die Nummern, setzen Sie für diese Quelle identifiers: any.',
  hardly_of_field: ({ field }, { field: name }) =>
    `Die Zelle passt kaum zu „${name(field)}“. Berichtigen oder leeren Sie sie, oder setzen Sie ein ' vor den Text, wenn er stimmt.`,
  same_key: ({ field, rows: others }, { field: name }) =>
    `Dieselbe „${name(field)}“ steht in Zeile ${others}. Geben Sie jeder eine eigene: Bis dahin wird für keine davon etwas geschrieben.`,
  same_keys: ({ field, rows: others }, { field: name }) =>
    `Dieselbe „${name(field)}“ steht in den Zeilen ${others}. Geben Sie jeder eine eigene: Bis dahin wird für keine davon etwas geschrieben.`,
  same_keys_and_more: ({ field, rows: others, more }, { field: name, number }) =>
    `Dieselbe „${name(field)}“ steht in den Zeilen ${others} und ${number(more)} weiteren. Geben Sie jeder eine eigene: Bis dahin wird für keine davon etwas geschrieben.`,
  tag_counts_as: ({ rows }) =>
    `Die Inventarnummer gilt als die von Zeile ${rows}: Sie unterscheiden sich nur durch die Art eines Strichs oder Leerzeichens oder die Breite von Zeichen. Geben Sie jeder eine eigene: Bis dahin wird für keine von ihnen etwas geschrieben.`,
  tag_counts_as_rows: ({ rows: others }) =>
    `Die Inventarnummer gilt als die der Zeilen ${others}: Sie unterscheiden sich nur durch die Art eines Strichs oder Leerzeichens oder die Breite von Zeichen. Geben Sie jeder eine eigene: Bis dahin wird für keine von ihnen etwas geschrieben.`,
  tag_counts_as_rows_and_more: ({ rows: others, more }, { number }) =>
    `Die Inventarnummer gilt als die der Zeilen ${others} und ${number(more)} weiterer: Sie unterscheiden sich nur durch die Art eines Strichs oder Leerzeichens oder die Breite von Zeichen. Geben Sie jeder eine eigene: Bis dahin wird für keine von ihnen etwas geschrieben.`,
  same_serial: ({ rows: others }) =>
    `Dieselbe Seriennummer steht unter anderer Inventarnummer in Zeile ${others}. Berichtigen Sie eine von beiden, oder entfernen Sie die doppelte Zeile.`,
  same_serials: ({ rows: others }) =>
    `Dieselbe Seriennummer steht unter anderen Inventarnummern in den Zeilen ${others}. Berichtigen Sie sie, oder entfernen Sie doppelte Zeilen.`,
  same_serials_and_more: ({ rows: others, more }, { number }) =>
    `Dieselbe Seriennummer steht unter anderen Inventarnummern in den Zeilen ${others} und ${number(more)} weiteren. Berichtigen Sie sie, oder entfernen Sie doppelte Zeilen.`,
  same_item_in_rows: ({ rows: others }) =>
    `Zeile ${others} meint dasselbe Gerät. Lassen Sie nur eine stehen: Bis dahin wird für keine davon etwas geschrieben.`,
  items_with_key: ({ count, field }, { field: name, number }) =>
    `${number(count)} Geräte des Kontos haben diese „${name(field)}“, also ist nicht zu erkennen, welches die Zeile meint. Geben Sie jedem Gerät eine eigene.`,
  item_of_other_source: () =>
    'Das Gerät gehört zu einer anderen Quelle von kitroom.yaml. Entfernen Sie die Zeile hier oder dort.',
  same_item_of_other_source: () =>
    'same_item: nennt ein Gerät, das zu einer anderen Quelle von kitroom.yaml gehört. Berichtigen Sie dort die Nummer, oder entfernen Sie die Zeile.',
  tag_in_use: ({ item, id }) =>
    `Die Inventarnummer hat schon ${item} (${id}), das nicht das Gerät dieser Zeile ist. Geben Sie der Zeile eine andere, oder ändern Sie die jenes Geräts.`,
  // Values
  new_item_needs: ({ field }, { field: name }) => `Einem neuen Gerät fehlt „${name(field)}“. Füllen Sie die Zelle.`,
  field_never_empty: ({ field }, { field: name }) =>
    `„${name(field)}“ ist nie leer und lässt sich nicht leeren. Schreiben Sie einen Wert, oder lassen Sie die Zelle leer, damit der gespeicherte bleibt.`,
  focal_lengths_reversed: ({ longest, shortest }, { number }) =>
    `Die längste Brennweite, ${number(longest)} mm, liegt unter der kürzesten, ${number(shortest)} mm. Berichtigen Sie eine von beiden.`,
  type_cannot_change: ({ type }, { gearType }) =>
    `Das Gerät hat die Art „${gearType(type)}“, und die ändert sich nie. Berichtigen Sie die Zelle; hat ein anderes Gerät es ersetzt, geben Sie dem neuen eine eigene Nummer.`,
  // Changes that spreadsheet programs make to a file
  damaged_value: ({ text, stored, field }) =>
    `„${text}“ ist, was Tabellenkalkulationen aus „${stored}“ machen; das bleibt. Formatieren Sie die Spalte als Text und geben Sie den Wert neu ein. Stimmt die Zelle, setzen Sie ein ' davor, oder setzen Sie für diese Quelle damaged_values: { ${field}: take }.`,
  damaged_key_of_several: ({ text, stored, field }, { field: name }) =>
    `Tabellenkalkulationen machen „${text}“ aus ${stored}, also ist nicht zu erkennen, welches Gerät die Zeile meint. Formatieren Sie die Spalte als Text und geben Sie „${name(field)}“ neu ein.`,
  damaged_key: ({ text, stored, field }) =>
    `„${text}“ ist, was Tabellenkalkulationen aus „${stored}“ machen, also meint die Zeile dieses Gerät. Formatieren Sie die Spalte als Text und geben Sie den Wert neu ein. Stimmt die Zelle, setzen Sie ein ' davor, oder setzen Sie für diese Quelle damaged_values: { ${field}: take }.`,
  damaged_key_of_other_model: ({ text, stored, field }, { field: name }) =>
    `„${text}“ ist, was Tabellenkalkulationen aus „${stored}“ machen, und die Zeile nennt eine andere Marke und ein anderes Modell als jenes Gerät. Geben Sie „${name(field)}“ in einer Textspalte neu ein. Für ein neues Gerät setzen Sie ein ' davor.`,
  // Quantities
  quantity_as_one: ({ count }, { number }) =>
    `Die Zeile steht für ${number(count)} Geräte, und quantity: one macht daraus eines. Schreiben Sie 1, oder leeren Sie die Zelle, entfällt diese Warnung.`,
  no_quantity_as_one: ({ text }) =>
    `„${text}“ ist keine Anzahl, und quantity: one macht daraus ein Gerät. Schreiben Sie 1, oder leeren Sie die Zelle, entfällt diese Warnung.`,
  no_quantity: ({ text }) =>
    `„${text}“ ist keine Anzahl. Schreiben Sie eine ganze Zahl; eine leere Zelle heißt ein Gerät.`,
  quantity_of_none: () =>
    'Die Zeile steht für kein Gerät. Entfernen Sie sie, oder berichtigen Sie die Zahl; quantity: one macht daraus ein Gerät.',
  quantity_undecided: ({ count }, { number }) =>
    `Die Zeile steht für ${number(count)} Geräte, und jedes braucht eine eigene Zeile und Inventarnummer. Geben Sie ihnen diese, oder setzen Sie für diese Quelle quantity:. expand macht daraus ${number(count)} Geräte mit nummerierten Inventarnummern, one ein einziges.`,
  quantity_undecided_of_tag: ({ count, tag }, { number }) =>
    `Die Zeile steht für ${number(count)} Geräte, und jedes braucht eine eigene Zeile und Inventarnummer. Geben Sie ihnen diese, oder setzen Sie für diese Quelle quantity:. expand macht daraus ${number(count)} Geräte mit den Inventarnummern ${tag}-1 bis ${tag}-${count}, one ein einziges.`,
  quantity_by_serials: ({ count }, { number }) =>
    `Die Zeile steht für ${number(count)} Geräte. Nummeriert werden Inventarnummern, diese Tabelle aber unterscheidet ihre Geräte nach Seriennummern: Geben Sie jedem eine eigene Zeile.`,
  quantity_too_high: ({ count, limit }, { number }) =>
    `Die Zeile steht für ${number(count)} Geräte, und aus einer werden höchstens ${number(limit)}. Teilen Sie sie auf mehrere Zeilen auf.`,
  quantity_with_identifier: ({ count, field }, { field: name, number }) =>
    `„${name(field)}“ gehört zu einem einzigen Gerät, und die Zeile steht für ${number(count)}. Geben Sie jedem eine eigene Zeile, oder leeren Sie die Zelle.`,
  quantity_makes_tag_of: ({ tag, rows: others }) =>
    `Aus einer Anzahl entsteht die Inventarnummer „${tag}“, die auch für Zeile ${others} steht. Ändern Sie eine: Bis dahin wird für keine davon etwas geschrieben.`,
  quantity_tag_too_long: ({ tag }) =>
    `Die Inventarnummer „${tag}“, die aus der Anzahl entsteht, ist zu lang. Kürzen Sie sie.`,
  // Lists
  under_title: ({ title }) => `Die Zeile steht unter „${title}“, also ist ihr Gerät nicht vorhanden.`,
  set_sold_lists: () =>
    'Setzen Sie für diese Quelle sold_lists: retire, damit solche Geräte als ausgemustert bleiben, oder sold_lists: read, um sie wie alle anderen zu lesen.',
  set_wanted_lists: () => 'Setzen Sie für diese Quelle sold_lists: read, um sie trotzdem zu lesen.',
  values_shifted: ({ values, headers }) =>
    `Die Zeile hat ${values} Werte und die Kopfzeile ${headers}, also stehen manche in falschen Spalten. Setzen Sie Werte, die das Trennzeichen enthalten, in Anführungszeichen.`,
  table_not_read: ({ headers, row }) =>
    `Die Tabelle mit der Kopfzeile „${headers}“ in Zeile ${row} wird nicht gelesen.`,
  table_lacks_columns: ({ headers, row, fields }, { field: name }) =>
    `Die Tabelle mit der Kopfzeile „${headers}“ in Zeile ${row} hat keine Spalte für ${listOf(fields, name)}, also werden ihre Zeilen nicht gelesen. Ergänzen Sie die Spalte, oder stellen Sie die Tabelle auf ein anderes Blatt.`,
  table_of_no_gear: ({ headers, row }) =>
    `Die Tabelle mit der Kopfzeile „${headers}“ in Zeile ${row} ist keine Geräteliste, also werden ihre Zeilen nicht gelesen.`,
  table_without_key: ({ field }, { field: name }) =>
    `Sie hat keine Spalte für „${name(field)}“, woran die Geräte dieses Blatts zu unterscheiden sind.`,
  // Items that are missing from the sheet
  sheet_without_items: () => 'Die Tabelle hat kein Gerät, also gilt keines als fehlend.',
  unread_row_may_list_gear: ({ row }) =>
    `Zeile ${row} steht in einer Tabelle, die nicht gelesen wird und Geräte enthalten kann, also ist nicht sicher, welche Geräte fehlen.`,
  key_of_row_unreadable: ({ row }) =>
    `Die Nummer in Zeile ${row} ist nicht lesbar, also ist nicht sicher, welche Geräte fehlen. Füllen Sie die Zelle.`,
  header_changed: () =>
    'Die Kopfzeile ist nicht die des letzten Laufs, also gilt diesmal nichts als fehlend. Ab dem nächsten Lauf wieder.',
  range_changed: () =>
    'Der Bereich ist nicht der des letzten Laufs, also gilt diesmal nichts als fehlend. Ab dem nächsten Lauf wieder.',
  column_waits: ({ header }) =>
    `Die Spalte „${header}“ wird anders gelesen als im letzten Lauf, also gilt nichts als fehlend, bis ihre Frage beantwortet ist.`,
  too_many_missing: ({ count, of, limit }, { number }) =>
    `${number(count)} von ${number(of)} Geräten würden markiert oder gelöscht, und missing_guard lässt ${number(limit)} zu. Nichts wird markiert oder gelöscht. Sehen Sie nach, ob Zeilen verloren gingen; wenn nicht, erhöhen Sie missing_guard in kitroom.yaml.`,
  // Questions
  row_asks_about_column: ({ header, text }) =>
    `In „${header}“ steht „${text}“, was heißen kann, dass das Gerät nicht mehr da ist. Sagen Sie unter presence:, was die Spalte bedeutet.`,
  row_asks_about_title: ({ title }) =>
    `Die Zeile steht unter „${title}“, was heißen kann, dass das Gerät nicht mehr da ist. Sagen Sie unter presence:, was der Titel bedeutet.`,
  row_asks_about_item: ({ item }) =>
    `Die Zeile hat Seriennummer, Marke und Modell von ${item}, das keine Zeile hat. Ist es dasselbe Gerät mit anderer Nummer? Sagen Sie es unter same_item:.`,
  question_of_list: ({ title }) => `Sind die Geräte unter „${title}“ nicht mehr da?`,
  question_of_column: ({ header, values }) =>
    `Sagt die Spalte „${header}“, dass ein Gerät nicht mehr da ist, wie bei „${values.replaceAll('", "', '“, „')}“?`,
  question_of_items: ({ count, tag, item }, { number }) =>
    `${number(count)} Zeilen haben Seriennummer, Marke und Modell von Geräten ohne Zeile, wie ${tag} die von ${item}. Sind es dieselben Geräte mit anderen Nummern?`,
  row_asks_about_reading: ({ header }) =>
    `„${header}“ wird anders gelesen als im zuletzt angewandten Lauf, also wartet die Zeile. Sagen Sie unter columns:, was die Spalte ist.`,
  type_waits: () =>
    'Die Spalte mit der Art wartet auf eine Antwort; Werte, die es bei der gespeicherten Art nicht gibt, bleiben weg.',
  question_of_reading: ({ header, was, now }, { field: name }) =>
    `Die Spalte „${header}“ war im zuletzt angewandten Lauf ${was ? listOf(was, name) : 'ausgelassen'} und wäre jetzt ${now ? listOf(now, name) : 'ausgelassen'}. Nichts wird aus ihr geschrieben, bis columns: sagt, was sie ist.`,
  rows_would_change: ({ count }, { number }) =>
    count === 1 ? 'Eine Zeile würde sich ändern.' : `${number(count)} Zeilen würden sich ändern.`,
  rows_wait: ({ count }, { number }) =>
    count === 1 ? 'Eine Zeile wartet auf die Antwort.' : `${number(count)} Zeilen warten auf die Antwort.`,
}
