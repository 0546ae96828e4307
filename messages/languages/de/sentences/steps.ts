import type { stepSentences } from '../../../../contract/sentences/steps.ts'
import type { Translated } from '../../sentences.ts'

const lists: Readonly<Record<string, string>> = {
  inventory: 'das Inventar',
  maintenance: 'die Liste der Wartungen',
  'list of shoots': 'die Liste der Drehs',
  'list of documents': 'die Liste der Dokumente',
}

const features: Readonly<Record<string, string>> = { maintenance: 'Wartungen' }

/** German sentences that say why a step of the daily run was not done, or why the API refuses one. */
export const steps: Translated<typeof stepSentences> = {
  key_needs_scope: ({ scope }) => `Dafür braucht es einen Schlüssel mit dem Recht ${scope}.`,
  tier_lacks_feature: ({ tier, feature }) =>
    `Das Abonnement ${tier} enthält dies nicht: ${features[feature] ?? feature}. Ändern Sie es in den Kontoeinstellungen.`,
  list_changes: ({ list }) => `Eine Liste ändert sich schneller, als sie gelesen werden kann: ${lists[list] ?? list}.`,
  item_changes: () => 'Ein Gerät ändert sich schneller, als sein Status gesetzt werden kann.',
  coverage_late: () =>
    'Garantien und Versicherungen wurden in 10 Minuten nicht geprüft; die Ursache steht im Protokoll des Workers.',
}
