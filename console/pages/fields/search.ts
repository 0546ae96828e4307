/** Values in the address of the page: its open dialog. */
export interface FieldsSearch {
  add?: true
  /** Id of the field that is edited. */
  edit?: string
  /** Id of the field whose deletion is asked about. */
  remove?: string
}

export function readFieldsSearch({ add, edit, remove }: Record<string, unknown>): FieldsSearch {
  if (add === true) return { add }
  if (typeof edit === 'string') return { edit }
  return typeof remove === 'string' ? { remove } : {}
}
