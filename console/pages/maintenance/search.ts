/** Values in the page's address. Without a view the board is by status. */
export interface MaintenanceSearch {
  view?: 'date'
  /** Id of the highlighted record. */
  record?: string
}

export function readMaintenanceSearch(search: Record<string, unknown>): MaintenanceSearch {
  const { view, record } = search
  return { ...(view === 'date' && { view }), ...(typeof record === 'string' && record !== '' && { record }) }
}
