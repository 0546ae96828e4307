import type { stepSentences } from '../../../../contract/sentences/steps.ts'
import type { Translated } from '../../sentences.ts'

const lists: Readonly<Record<string, string>> = {
  inventory: 'el inventario',
  maintenance: 'la lista de mantenimientos',
  'list of shoots': 'la lista de rodajes',
  'list of documents': 'la lista de documentos',
}

const features: Readonly<Record<string, string>> = { maintenance: 'mantenimientos' }

/** Spanish sentences that say why a step of the daily run was not done, or why the API refuses one. */
export const steps: Translated<typeof stepSentences> = {
  key_needs_scope: ({ scope }) => `Hace falta una clave con el permiso ${scope}.`,
  tier_lacks_feature: ({ tier, feature }) =>
    `La suscripción ${tier} no incluye esto: ${features[feature] ?? feature}. Cámbiela en la configuración de la cuenta.`,
  list_changes: ({ list }) => `Una lista cambia más rápido de lo que se puede leer: ${lists[list] ?? list}.`,
  item_changes: () => 'Un equipo cambia más rápido de lo que se puede actualizar su estado.',
  coverage_late: () =>
    'Las garantías y los seguros no se evaluaron en 10 minutos; el registro del worker indica la causa.',
}
