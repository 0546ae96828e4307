import type { PlanTexts } from '../types.ts'

export const plans: PlanTexts = {
  asksAboutColumn: (source) => `Une colonne de ${source} n’est pas lue comme avant et attend une réponse`,
  unwritten: {
    refused: 'refuser',
    conflict: 'en conflit',
    question: 'en attente d’une réponse',
    deleted_in_api: 'supprimé dans Kitroom',
  },
}
