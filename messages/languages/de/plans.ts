import type { PlanTexts } from '../types.ts'

export const plans: PlanTexts = {
  asksAboutColumn: (source) => `Eine Spalte von ${source} wird anders gelesen als zuvor und wartet auf eine Antwort`,
  unwritten: {
    refused: 'abgelehnt',
    conflict: 'im Konflikt',
    question: 'wartet auf Antwort',
    deleted_in_api: 'in Kitroom gelöscht',
  },
}
