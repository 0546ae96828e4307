import type { settingsFileSentences } from '../../../../contract/sentences/settingsFile.ts'
import type { Translated } from '../../sentences.ts'

const typeNames: Readonly<Record<string, string>> = {
  string: 'ein Text',
  number: 'eine Zahl',
  int: 'eine ganze Zahl',
  boolean: 'true oder false',
  array: 'eine Liste',
  object: 'eine Gruppe von Einstellungen',
  record: 'eine Gruppe von Einstellungen',
}

/** German sentences about kitroom.yaml as a file, and about values. */
export const settingsFile: Translated<typeof settingsFileSentences> = {
  setting_in_line: ({ file, line, path }) => `${file}, Zeile ${line}, ${path}:`,
  line_of_settings: ({ file, line }) => `${file}, Zeile ${line}:`,
  setting_unknown: ({ name, section }) => `„${name}“ ist keine Einstellung von ${section}.`,
  settings_file_missing: ({ path }) => `${path} ist nicht vorhanden.`,
  settings_file_unreadable: ({ path, code }) =>
    `${path} lässt sich nicht lesen (${code}). Prüfen Sie die Zugriffsrechte.`,
  settings_not_editable: ({ file }) =>
    `${file} hat einen Anker oder Alias (& oder *), wo diese Änderung stünde. Ändern Sie die Datei von Hand, oder schreiben Sie den Wert aus.`,
  settings_sealed: () =>
    'Die Einstellungen in Kraft enthalten Webadressen mit Parametern, die mit einem anderen Schlüssel verschlüsselt sind. Geben Sie allen Workern denselben KITROOM_ENCRYPTION_KEY.',
  yaml_too_long: ({ kib }) => `Die Datei hat mehr als ${kib} KiB.`,
  yaml_nested_too_deeply: () => 'Listen oder Gruppen sind zu tief verschachtelt.',
  yaml_alias_inside: ({ alias }) => `*${alias} steht in dem Wert, den es wiederholt.`,
  yaml_alias_unknown: ({ alias }) => `*${alias} wiederholt einen Wert, der davor nicht benannt ist (&${alias}).`,
  yaml_too_many_aliases: ({ count }) =>
    `Es gibt zu viele Aliasse: Sie dürfen ${count} Werte wiederholen. Schreiben Sie die Werte aus.`,
  yaml_alias_with_properties: () => 'Ein Alias (*) darf weder Anker (&) noch Tag (!) haben.',
  yaml_bad_alias: () => 'Einem Alias (*) oder Anker (&) fehlt der Name, oder er endet auf einen Doppelpunkt.',
  yaml_bad_directive: () => 'Die Zeile mit % ist keine Anweisung von YAML.',
  yaml_bad_escape: () =>
    'In doppelten Anführungszeichen steht ein Schrägstrich \\, auf den kein bekanntes Zeichen folgt. Schreiben Sie \\\\, oder verwenden Sie einfache Anführungszeichen.',
  yaml_bad_indent: () =>
    'Die Zeile ist nicht so weit eingerückt wie die anderen Zeilen ihrer Liste oder Gruppe, oder es fehlt eine schließende Klammer.',
  yaml_bad_property_order: () => 'Ein Anker (&) oder Tag (!) steht vor seinem Zeichen statt dahinter.',
  yaml_bad_start: () => 'Der Wert beginnt mit einem Sonderzeichen. Setzen Sie ihn in Anführungszeichen.',
  yaml_block_as_key: () => 'Wo ein Name nötig ist, beginnt eine Liste oder Gruppe.',
  yaml_block_in_flow: () =>
    'In Klammern steht eine eingerückte Liste oder Gruppe. Schreiben Sie sie ebenfalls in Klammern.',
  yaml_duplicate_key: () =>
    'Der Name steht hier zum zweiten Mal. Jeder Name darf in einer Gruppe nur einmal vorkommen.',
  yaml_key_too_long: () => 'Der Name ist zu lang, oder es fehlt ein Doppelpunkt.',
  yaml_missing_character: () =>
    'Hier fehlt ein Zeichen, zum Beispiel ein Komma, ein Doppelpunkt, eine Klammer, ein Anführungszeichen oder ein Leerzeichen.',
  yaml_key_in_lines: () => 'Der Name reicht über mehrere Zeilen, oder es fehlt ein Doppelpunkt.',
  yaml_two_anchors: () => 'Ein Wert hat zwei Anker (&).',
  yaml_two_documents: () => 'Nach --- beginnt ein zweites Dokument. Die Datei darf nur eines haben.',
  yaml_two_tags: () => 'Ein Wert hat zwei Tags (!).',
  yaml_key_no_text: () => 'Der Name ist kein Text.',
  yaml_tab_as_indent: () => 'Die Zeile ist mit einem Tabulator eingerückt. Verwenden Sie Leerzeichen.',
  yaml_unknown_tag: () => 'Der Tag (!) ist nicht bekannt.',
  yaml_unexpected_character: () => 'Hier steht ein Zeichen oder Wort, das nicht an diese Stelle gehört.',
  yaml_bad_collection: () => 'Der Tag (!) passt nicht zu seiner Liste oder Gruppe.',
  yaml_not_readable: () => 'Die Zeile ist als YAML nicht lesbar.',
  value_required: () => 'Eine Angabe ist nötig.',
  value_blank: () => 'Die Angabe darf nicht leer sein.',
  value_wrong_type: ({ expected }) => `Es muss ${typeNames[expected] ?? `vom Typ ${expected}`} sein.`,
  value_null_given: ({ expected }) =>
    `Hier fehlt die Angabe: Es muss ${typeNames[expected] ?? `vom Typ ${expected}`} sein.`,
  value_not_one_of: ({ allowed }) => `Möglich ist nur: ${allowed}.`,
  value_not_valid: () => 'Die Angabe ist nicht gültig.',
  value_too_large: ({ max }, { number }) => `Höchstens ${number(max)} ist möglich.`,
  value_too_small: ({ min }, { number }) => `Mindestens ${number(min)} ist nötig.`,
  value_too_many_entries: ({ max }, { number }) =>
    `Höchstens ${number(max)} ${max === 1 ? 'Eintrag ist' : 'Einträge sind'} möglich.`,
  value_too_few_entries: ({ min }, { number }) =>
    `Mindestens ${number(min)} ${min === 1 ? 'Eintrag ist' : 'Einträge sind'} nötig.`,
  value_too_many_characters: ({ max }, { number }) => `Höchstens ${number(max)} Zeichen sind möglich.`,
  value_half_a_character: () => 'Der Text enthält ein halbes Zeichen.',
  value_control_characters: () => 'Steuerzeichen sind nicht erlaubt.',
  value_two_decimals: () => 'Höchstens zwei Nachkommastellen sind möglich.',
  value_no_day: () => 'Es muss ein Tag sein, den es gibt, als JJJJ-MM-TT.',
  value_day_not_between: ({ earliest, latest }, { day }) =>
    `Der Tag muss zwischen ${day(earliest)} und ${day(latest)} liegen.`,
  value_no_config_id: () =>
    'Es müssen 1 bis 64 Kleinbuchstaben, Ziffern, - oder _ sein, am Anfang Buchstabe oder Ziffer.',
}
