import type { stepSentences } from '../../../../contract/sentences/steps.ts'
import type { Translated } from '../../sentences.ts'

const lists: Readonly<Record<string, string>> = {
  inventory: 'l’inventaire',
  maintenance: 'la liste des entretiens',
  'list of shoots': 'la liste des tournages',
  'list of documents': 'la liste des documents',
}

const features: Readonly<Record<string, string>> = { maintenance: 'entretiens' }

/** French sentences that say why a step of the daily run was not done, or why the API refuses one. */
export const steps: Translated<typeof stepSentences> = {
  key_needs_scope: ({ scope }) => `Il faut une clé avec le droit ${scope}.`,
  tier_lacks_feature: ({ tier, feature }) =>
    `L’abonnement ${tier} ne comprend pas ceci : ${features[feature] ?? feature}. Changez-le dans les paramètres du compte.`,
  list_changes: ({ list }) => `Une liste change plus vite qu’elle ne peut être lue : ${lists[list] ?? list}.`,
  item_changes: () => 'Un article change plus vite que son statut ne peut être mis à jour.',
  coverage_late: () =>
    'Les garanties et assurances n’ont pas été évaluées en 10 minutes ; le journal du worker donne la cause.',
}
