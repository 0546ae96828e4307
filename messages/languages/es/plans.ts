import type { PlanTexts } from '../types.ts'

export const plans: PlanTexts = {
  asksAboutColumn: (source) => `Una columna de ${source} no se lee como antes y espera una respuesta`,
  unwritten: {
    refused: 'rechazar',
    conflict: 'en conflicto',
    question: 'a la espera de una respuesta',
    deleted_in_api: 'eliminado en Kitroom',
  },
}
