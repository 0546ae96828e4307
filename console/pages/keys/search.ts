/** What the page of keys shows besides its lists, as its address has it. */
export interface KeysSearch {
  ended?: true
  add?: true
  /** Ids of the key or session that a dialog is about. */
  rotate?: string
  revoke?: string
  end?: string
}

const IDS = ['rotate', 'revoke', 'end'] as const

export const readKeysSearch = (search: Record<string, unknown>): KeysSearch => ({
  ...(search['ended'] === true && { ended: true as const }),
  ...(search['add'] === true && { add: true as const }),
  ...Object.fromEntries(IDS.filter((name) => typeof search[name] === 'string').map((name) => [name, search[name]])),
})
