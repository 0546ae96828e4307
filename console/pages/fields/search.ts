/** Values in the address of the page: its open dialog. */
export interface FieldsSearch {
  add?: true
  /** Id of the field that is edited. */
  edit?: string
  /** Id of the field whose deletion is asked about. */
  remove?: string
  addCategory?: true
  editCategory?: string
  removeCategory?: string
}

const IDS = ['edit', 'remove', 'editCategory', 'removeCategory'] as const

export function readFieldsSearch(search: Record<string, unknown>): FieldsSearch {
  if (search['add'] === true) return { add: true }
  if (search['addCategory'] === true) return { addCategory: true }
  const name = IDS.find((one) => typeof search[one] === 'string')
  return name === undefined ? {} : { [name]: search[name] }
}
