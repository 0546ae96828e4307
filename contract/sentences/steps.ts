/**
 * English sentences that say why a step of the daily run was not done, or why the API refuses one. `list` names a list
 * of the API.
 */
export const stepSentences = {
  key_needs_scope: ({ scope }: { scope: string }) => `This needs a key with the scope ${scope}.`,
  tier_lacks_feature: ({ tier, feature }: { tier: string; feature: string }) =>
    `The subscription tier ${tier} does not include ${feature}. Change the tier in the account settings.`,
  list_changes: ({ list }: { list: string }) => `The ${list} changes faster than it can be listed.`,
  item_changes: () => 'An item changes faster than its status can be updated.',
  coverage_late: () =>
    'Warranties and insurances were not evaluated within 10 minutes; the worker’s log has the cause.',
}
