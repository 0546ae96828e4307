import type { categoriesEn } from './categories.en.ts'

/** German texts of categories of accessories. */
export const categoriesDe: typeof categoriesEn = {
  title: 'Kategorien von Zubehör',
  note: 'Arten von Zubehör, die Sie zu denen von Kitroom hinzufügen, etwa zu Stativ und Licht.',
  add: 'Neue Kategorie',
  create: 'Kategorie anlegen',
  created: (label) => `Zubehör kann jetzt die Kategorie „${label}“ haben.`,
  label: 'Bezeichnung',
  name: 'Name',
  nameHint: 'Für Dateien und Programme. Er ändert sich nie.',
  items: 'Zubehör',
  editTitle: 'Kategorie bearbeiten',
  remove: 'Löschen',
  removeTitle: 'Diese Kategorie löschen?',
  removeText: (items) => {
    if (items === 0) return 'Kein Zubehör hat sie.'
    return items === 1
      ? 'Ein Zubehörteil hat sie. Geben Sie ihm zuerst eine andere.'
      : `${items.toLocaleString('de-DE')} Zubehörteile haben sie. Geben Sie ihnen zuerst eine andere.`
  },
}
