import type { customFieldsEn } from './customFields.en.ts'

/** German texts of own fields. */
export const customFieldsDe: typeof customFieldsEn = {
  title: 'Eigene Felder',
  note: 'Felder, die Sie für Ihre Geräte festlegen, neben denen von Kitroom.',
  add: 'Neues Feld',
  create: 'Feld anlegen',
  created: (label) => `„${label}“ lässt sich jetzt ausfüllen.`,
  emptyTitle: 'Noch keine eigenen Felder',
  emptyText: 'Legen Sie ein Feld für alles an, was Ihre Listen haben und Kitroom nicht, etwa den Lieferanten.',
  label: 'Bezeichnung',
  name: 'Name',
  nameHint: 'Für Dateien und Programme. Er ändert sich nie.',
  type: 'Art des Werts',
  typeHint: 'Sie ändert sich nie.',
  types: {
    text: 'Text',
    integer: 'Ganze Zahl',
    number: 'Zahl',
    date: 'Tag',
    boolean: 'Ja oder nein',
    choice: 'Auswahl',
  },
  gearType: 'Geräte',
  allGear: 'Alle Geräte',
  unit: 'Einheit',
  unitHint: 'Steht hinter der Zahl, etwa kg.',
  choices: 'Möglichkeiten',
  choicesHint: 'Eine je Zeile.',
  moreChoices: (n) => `und ${n.toLocaleString('de-DE')} weitere`,
  filterable: 'Filterbar',
  filterableHint: 'Das Inventar lässt sich danach filtern und sortieren.',
  unique: 'Einmalig',
  uniqueHint: 'Keine zwei Geräte haben denselben Wert.',
  help: 'Hilfe',
  helpHint: 'Steht dort, wo der Wert eingegeben wird.',
  items: 'Geräte mit Wert',
  states: { active: 'Aktiv', filling: 'Wird vorbereitet', ending: 'Wird gelöscht' },
  stateTexts: {
    filling: 'Die Werte werden gesammelt. Danach lässt sich filtern und sortieren.',
    ending: 'Die Werte werden gelöscht. Danach ist das Feld weg.',
  },
  editTitle: 'Feld bearbeiten',
  remove: 'Löschen',
  removeTitle: 'Dieses Feld löschen?',
  removeText: (items) => {
    if (items === 0) return 'Kein Gerät hat einen Wert.'
    return items === 1
      ? 'Ein Gerät verliert seinen Wert.'
      : `${items.toLocaleString('de-DE')} Geräte verlieren ihren Wert.`
  },
  removeHint: 'Das lässt sich nicht rückgängig machen.',
}
