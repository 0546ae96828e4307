/** Values in the address of the page of keys. */
export interface KeysSearch {
  ended?: true
  add?: true
  /** Id of the key or session in a dialog. */
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
