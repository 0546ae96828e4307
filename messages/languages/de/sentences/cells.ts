import type { cellSentences } from '../../../../contract/sentences/cells.ts'
import type { Translated } from '../../sentences.ts'

/** A text in an encoding, such as `"Größe" in windows-1252`. */
const READING = /"(.*?)" in ([^\s,]+)/g

/** Scales of ND filters. */
const scales: Readonly<Record<string, string>> = { density: 'keine optische Dichte', factor: 'kein Filterfaktor' }

const YES_NO: Readonly<Record<string, string>> = { true: 'Ja', false: 'Nein' }

const listValues = (words: string, field: string, nameOf: (field: string, value: string) => string): string =>
  words
    .split(', ')
    .map((word) => nameOf(field, word))
    .join(', ')

/** German sentences about single cells. */
export const cells: Translated<typeof cellSentences> = {
  // Numbers
  number_in_parentheses: ({ text }) => `„${text}“ steht in Klammern, was eine negative Zahl bedeuten kann.`,
  write_number: () => 'Schreiben Sie die Zahl mit Ziffern und höchstens einem Dezimalzeichen.',
  write_in_unit: ({ unit }) => `Schreiben Sie den Wert in ${unit}.`,
  number_is_percentage: ({ text, field }, { field: name }) =>
    `„${text}“ ist eine Prozentzahl, „${name(field)}“ aber eine einfache Zahl. Schreiben Sie die Zahl selbst.`,
  number_with_exponent: ({ text }) =>
    `„${text}“ ist mit einem Exponenten geschrieben. Schreiben Sie die Zahl ganz aus.`,
  tax_word: ({ text }) =>
    `Der Betrag aus „${text}“ wird so übernommen; ob Steuer darin ist, wird nicht gespeichert. Ohne das Wort entfällt diese Warnung.`,
  no_number: ({ text }) => `„${text}“ ist keine Zahl.`,
  weight_without_unit: ({ text }) =>
    `„${text}“ hat keine Einheit, und andere Zellen der Spalte sind keine ganzen Gramm. Schreiben Sie g oder kg dazu.`,
  no_whole_grams: ({ text }) => `„${text}“ ist keine ganze Zahl von Gramm. Runden Sie den Wert.`,
  number_is_negative: ({ text, field }, { field: name }) =>
    `„${text}“ ist negativ, was „${name(field)}“ nicht sein kann. Lassen Sie das Vorzeichen weg, oder leeren Sie die Zelle.`,
  separators_misplaced: ({ text }) => `„${text}“ hat Trennzeichen, wo keine Zahl welche hat.`,
  no_currency: ({ text, word }) => `„${text}“ ist kein Betrag: „${word}“ ist keine Währung.`,
  other_unit: ({ text, word, field }, { field: name }) =>
    `„${text}“ ist keine einfache Zahl, und „${word}“ ist nicht die Einheit von „${name(field)}“.`,
  other_currency: ({ text, currency }) =>
    `„${text}“ ist nicht in ${currency}, der Währung des Kontos. Rechnen Sie den Betrag um; Kitroom tut das nicht.`,
  currency_uncertain: ({ text, currency }) =>
    `„${text}“ steht in einer Spalte oder Zeile mit ${currency}, die Währung ist also ungewiss. Berichtigen Sie, was falsch ist.`,
  other_decimal_mark: ({ text, mark }) =>
    `„${text}“ passt nicht zur Einstellung decimal: "${mark}". Verwenden Sie dieses Dezimalzeichen, oder ändern Sie die Einstellung.`,
  number_ambiguous: ({ text, decimal, whole }, { number }) =>
    `„${text}“ kann ${number(Number(decimal))} oder ${number(Number(whole))} heißen, und keine andere Zelle der Spalte entscheidet es. Setzen Sie für diese Quelle decimal: "." oder ",".`,
  number_pair: ({ text, whole }, { number }) =>
    `„${text}“ kann ${number(Number(whole))} oder zwei Zahlen heißen, und keine andere Zelle der Spalte trennt Tausender durch Leerzeichen. Schreiben Sie die Zahl ohne das Leerzeichen.`,
  more_than_two_decimals: ({ text }) =>
    `„${text}“ hat mehr als zwei Dezimalstellen. Runden Sie den Betrag; steht das Zeichen zwischen Tausendern, setzen Sie für diese Quelle decimal:.`,
  decimals_of_whole_number: ({ text, field }, { field: name }) =>
    `„${text}“ hat Dezimalstellen, „${name(field)}“ ist aber eine ganze Zahl. Runden Sie den Wert.`,
  number_shown_as: ({ number, text }) =>
    `Die Zelle enthält ${number} und zeigt „${text}“. Formatieren Sie die Spalte so, dass sie die ganze Zahl zeigt.`,
  number_shown_as_nothing: ({ number }) =>
    `Die Zelle enthält ${number} und zeigt nichts. Formatieren Sie die Spalte so, dass sie die ganze Zahl zeigt.`,
  decimals_hidden: ({ text, number: value }, { number }) =>
    `Die Zelle zeigt „${text}“ und enthält ${number(value)}; das gilt. Zeigt die Spalte alle Dezimalstellen, entfällt diese Warnung.`,
  number_rounded: ({ from, to }, { number }) =>
    `${number(from)} wurde auf ${number(to)} gerundet. Ist der Wert schon in der Tabelle gerundet, entfällt diese Warnung.`,
  no_nd_number: ({ text, scale }) =>
    `„${text}“ ist ${scales[scale] ?? `kein Wert der Skala ${scale}`} eines ND-Filters. Berichtigen Sie die Zelle.`,
  below_limit: ({ text, field, limit }, { field: name }) =>
    `„${text}“ liegt unter der Grenze von „${name(field)}“, ${limit}. Berichtigen oder leeren Sie die Zelle.`,
  over_limit: ({ text, field, limit }, { field: name }) =>
    `„${text}“ liegt über der Grenze von „${name(field)}“, ${limit}. Berichtigen oder leeren Sie die Zelle.`,
  against_contract: ({ field }, { field: name }) => `„${name(field)}“ kann diesen Wert nicht aufnehmen.`,
  has_characters: ({ count }, { number }) => `Er hat ${number(count)} Zeichen: Kürzen Sie ihn.`,
  shorten_cell: () => 'Kürzen Sie die Zelle.',
  // Dates
  write_date: () => 'Schreiben Sie es wie 2024-03-28.',
  write_day: () => 'Schreiben Sie den Tag selbst, wie 2024-03-28.',
  date_is_span: ({ text }) => `„${text}“ ist eine Zeitspanne und kein Datum.`,
  date_is_months: ({ text }) => `„${text}“ ist eine Zahl, vielleicht von Monaten, und kein Datum.`,
  length_without_end: ({ text }) =>
    `„${text}“ hat kein Ende, also wird keines gespeichert. Leeren Sie die Zelle, um keine Warnung zu sehen.`,
  length_without_unit: ({ text }) =>
    `„${text}“ können Monate oder Jahre sein. Schreiben Sie die Einheit in die Zelle oder in die Überschrift: Garantie (Monate).`,
  no_length: ({ text }) => `„${text}“ ist keine Zeitspanne. Schreiben Sie sie wie 24 Monate oder 2 Jahre.`,
  length_without_purchase: ({ text }) =>
    `Das Ende von „${text}“ ist nicht bekannt, weil die Zeile kein Kaufdatum hat. Schreiben Sie es dazu, oder den Tag, an dem die Garantie endet.`,
  year_of_two_digits: ({ text }) =>
    `„${text}“ hat ein Jahr mit zwei Ziffern. Schreiben Sie das Jahr ganz aus, oder setzen Sie für diese Quelle two_digit_years: 1970-2069.`,
  no_date_maybe_day_number: ({ text }) =>
    `„${text}“ ist kein Datum. Ist es die Tageszahl einer Tabellenkalkulation, formatieren Sie die Spalte dort als Datum.`,
  no_date: ({ text }) => `„${text}“ ist kein Datum.`,
  no_date_format_column: ({ text }) =>
    `„${text}“ ist kein Datum. Soll es eines sein, formatieren Sie die Spalte als Datum.`,
  date_is_time: ({ text }) => `„${text}“ ist eine Uhrzeit oder Dauer und kein Datum.`,
  date_shown_in_part: ({ text }) =>
    `Die Zelle zeigt „${text}“, was kein ganzes Datum ist. Formatieren Sie die Spalte so, dass sie auch das Jahr zeigt.`,
  date_shown_without_day: ({ text }) =>
    `Die Zelle zeigt „${text}“ und keinen Tag. Formatieren Sie die Spalte so, dass sie den Tag zeigt, oder schreiben Sie es wie 2024-03-28.`,
  moment_ambiguous: ({ text, day, zone }, { day: format }) =>
    `„${text}“ ist der ${format(day)} in ${zone}, der Zeitzone des Studios,`,
  moment_as_in_utc: () => 'wie in UTC',
  moment_other_in_utc: ({ day }, { day: format }) => `und der ${format(day)} in UTC`,
  moment_other_as_written: ({ day }, { day: format }) => `, und der ${format(day)}, wo es geschrieben wurde`,
  set_date_zone: () => '. Setzen Sie für diese Quelle date_zone: studio oder UTC, oder schreiben Sie nur den Tag.',
  month_without_day: ({ text }) =>
    `„${text}“ nennt einen Monat und keinen Tag. Schreiben Sie den Tag, oder setzen Sie für diese Quelle month_dates: first oder last.`,
  no_such_day: ({ text }) => `Den Tag „${text}“ gibt es nicht. Berichtigen Sie das Datum.`,
  no_such_day_in_order: ({ text, order }) =>
    `„${text}“ ist kein Tag in der Reihenfolge, die date_order: ${order} festlegt. Berichtigen Sie das Datum, oder ändern Sie die Einstellung.`,
  day_ambiguous: ({ text, first, second }, { day }) =>
    `„${text}“ kann der ${day(first)} oder der ${day(second)} sein, und keine andere Zelle der Spalte entscheidet es. Setzen Sie für diese Quelle date_order: DMY oder MDY, oder schreiben Sie es wie ${first}.`,
  day_ambiguous_beside_months: ({ text, first, second }, { day }) =>
    `„${text}“ kann der ${day(first)} oder der ${day(second)} sein, und in anderen Zellen der Spalte steht der Monat vorn. Setzen Sie für diese Quelle date_order: DMY oder MDY, oder schreiben Sie es wie ${first}.`,
  day_out_of_range: ({ text, first, last }, { day }) =>
    `„${text}“ liegt nicht zwischen dem ${day(first)} und dem ${day(last)}. Berichtigen Sie das Jahr, oder leeren Sie die Zelle.`,
  date_of_text_used: ({ text }) => `Von „${text}“ gilt nur das Datum.`,
  date_stays: ({ day }, { day: format }) => `Es gilt nur das Datum. Es bleibt der ${format(day)}, wie abgeglichen.`,
  write_date_alone: () => 'Steht dort nur das Datum, entfällt diese Warnung.',
  day_of_zone_used: ({ day, zone }, { day: format }) => `In ${zone} ist es der ${format(day)}, also gilt dieser Tag.`,
  read_in_zone: ({ zone }) => `Es wird in ${zone} gelesen, wie date_zone es sagt.`,
  // Texts and words
  converted_to_date: ({ text }) => `„${text}“ ist ein Datum, wie Tabellenkalkulationen es aus Eingetipptem machen.`,
  converted_to_time: ({ text }) => `„${text}“ ist eine Uhrzeit, wie Tabellenkalkulationen sie aus Eingetipptem machen.`,
  converted_to_boolean: ({ text }) =>
    `„${text}“ ist ein Wahrheitswert, wie Tabellenkalkulationen ihn aus Eingetipptem machen.`,
  converted_to_percentage: ({ text }) =>
    `„${text}“ ist eine Prozentzahl, wie Tabellenkalkulationen sie aus Eingetipptem machen.`,
  format_as_text: () =>
    "Formatieren Sie die Spalte als Text und geben Sie den Wert neu ein, oder setzen Sie ein ' davor.",
  digits_lost: ({ text }) =>
    `„${text}“ ist eine lange Zahl, die die Tabellenkalkulation gerundet hat. Formatieren Sie die Spalte als Text und geben Sie sie neu ein.`,
  text_shown_as: ({ value, text }) =>
    `Die Zelle enthält ${value} und zeigt „${text}“. Formatieren Sie die Spalte als Text und geben Sie ein, was dort stehen soll.`,
  provider_is_span: ({ text }) =>
    `„${text}“ ist eine Zeitspanne und kein Name. Schreiben Sie den letzten Tag der Garantie in eine Spalte „Garantie bis“, oder setzen Sie diese unter columns: auf ignore.`,
  unknown_word: ({ text, field }, { field: name }) => `„${text}“ ist kein bekannter Wert für „${name(field)}“.`,
  known_words: ({ words }) => `Bekannt sind ${words === 'yes, no' ? 'Ja, Nein' : words}.`,
  known_words_or_add: ({ words, field }, { value }) =>
    `Bekannt sind ${listValues(words, field, value)}; oder ergänzen Sie das Wort unter values: ${field}.`,
  nearest_word: ({ word, meaning }) => `Am nächsten kommt „${word}“, das „${YES_NO[meaning] ?? meaning}“ bedeutet.`,
  nearest_word_or_add: ({ word, meaning, field }, { value }) =>
    `Am nächsten kommt „${word}“, das „${value(field, meaning)}“ bedeutet; oder ergänzen Sie das Wort unter values: ${field}.`,
  // Cells of any field
  error_cell: () => 'Die Zelle zeigt einen Fehler der Tabellenkalkulation. Reparieren Sie ihre Formel.',
  ditto_mark: () =>
    'Die Zelle meint den Wert der Zeile darüber, den Kitroom nicht übernimmt. Schreiben Sie den Wert selbst.',
  formula_not_calculated: () =>
    'Die Zelle enthält eine Formel ohne ihren Wert. Öffnen und speichern Sie die Datei in einer Tabellenkalkulation, eine Textdatei aus der Arbeitsmappe, von der sie stammt.',
  key_not_calculated: () =>
    'Die Zelle enthält eine Formel ohne einen Wert. Öffnen und speichern Sie die Datei in einer Tabellenkalkulation; bleibt die Zelle leer, berichtigen Sie die Formel.',
  struck_out: () =>
    'Die Zelle ist durchgestrichen. Leeren Sie sie, oder nehmen Sie den Strich weg; ist das Gerät nicht mehr da, setzen Sie seinen Status.',
  partly_struck_out: () => 'Der durchgestrichene Text wurde nicht gelesen. Entfernen Sie ihn, entfällt diese Warnung.',
  cell_answered: ({ text }) =>
    `Der Plan nimmt stattdessen „${text}“. Tragen Sie das in die Tabelle ein, sonst liest der nächste Abgleich wieder diese Zelle.`,
  cell_answered_blank: () =>
    'Der Plan nimmt die Zelle als leer. Leeren Sie sie in der Tabelle, sonst liest der nächste Abgleich sie wieder.',
  damaged_text: () =>
    'Der Text wurde früher in einer falschen Kodierung gespeichert oder gelesen. Schreiben Sie die Zelle neu, oder speichern Sie die Datei in ihrem Ursprungsprogramm als „CSV UTF-8“.',
  escaped_text: () =>
    "Die Zelle enthält ein Zeichen als Code, wie Webseiten es haben (&amp; für &), die Tabelle aber nicht durchgehend. Schreiben Sie das Zeichen selbst, oder setzen Sie ein ' vor den Text, wenn er so gemeint ist.",
  references_read: () =>
    'Codes wie &amp; wurden als die Zeichen gelesen, für die sie stehen. Schreiben Sie die Zeichen selbst, entfällt diese Warnung.',
  encoding_uncertain: ({ readings }) =>
    `Die Zelle lautet je nach Kodierung ${readings.replaceAll(READING, '„$1“ ($2)')}. Setzen Sie für diese Quelle encoding:, oder speichern Sie die Datei als „CSV UTF-8“.`,
  merged_cell: ({ first, last, field }, { field: name }) =>
    `Die Zelle ist über die Zeilen ${first} bis ${last} verbunden, also ist nicht zu erkennen, ob „${name(field)}“ für eine davon oder für jede gilt.`,
  split_merged_key: () => 'Teilen Sie sie, und geben Sie jeder Zeile einen eigenen Wert.',
  merged_left_out: () =>
    'Sie wird ausgelassen, und ein gespeicherter Wert bleibt. Teilen Sie die Zelle, und schreiben Sie den Wert in jede Zeile, für die er gilt.',
  read_as_blank: () => 'Als leer gelesen; der gespeicherte Wert bleibt. Leeren Sie die Zelle, entfällt diese Warnung.',
  not_for_type: ({ type, header }, { gearType }) =>
    `Zur Art „${gearType(type)}“ gehört „${header}“ nicht; die Zelle wird ausgelassen. Leeren Sie sie, oder berichtigen Sie die Art.`,
  not_for_item: ({ header }) =>
    `Zu diesem Gerät gehört „${header}“ nicht; die Zelle wird ausgelassen. Leeren Sie sie, oder berichtigen Sie die Art.`,
}
