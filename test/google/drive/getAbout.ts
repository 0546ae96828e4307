import type { Handler } from '../call.ts'
import { GoogleError } from '../errors.ts'

/** Drive has no default fields for this method. */
export const getAbout: Handler = ({ account, query }) => {
  if (query.get('fields') === null)
    throw new GoogleError(400, "The 'fields' parameter is required for this method.", {
      item: { reason: 'required', locationType: 'parameter', location: 'fields' },
    })
  return {
    kind: 'drive#about',
    user: {
      kind: 'drive#user',
      displayName: account.replace(/@.*/, ''),
      me: true,
      permissionId: '1',
      emailAddress: account,
    },
  }
}
