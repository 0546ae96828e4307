/** What the address of the page says. Without a view the board is by status. */
export interface MaintenanceSearch {
  view?: 'date'
  /** Id of the record that is pointed out. */
  record?: string
}

export function readMaintenanceSearch(search: Record<string, unknown>): MaintenanceSearch {
  const { view, record } = search
  return { ...(view === 'date' && { view }), ...(typeof record === 'string' && record !== '' && { record }) }
}
