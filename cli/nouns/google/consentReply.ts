import { isSameSecret } from '../../../platform/isSameSecret.ts'
import { CliError } from '../../base/errors.ts'

/** Contents of Google's redirect after the person agreed. */
export interface ConsentReply {
  code: string
  pickedFileIds: string[]
}

/** True if the redirect belongs to this sign-in, so that another page cannot inject its own code. */
export const hasState = (query: URLSearchParams, state: string): boolean =>
  isSameSecret(query.get('state') ?? '', state)

/** @param query of a redirect with the right state. @throws CliError if the person declined */
export function readConsentReply(query: URLSearchParams): ConsentReply {
  const error = query.get('error')
  if (error === 'access_denied')
    throw new CliError(
      'The access was declined at Google. Nothing was stored. To sign in, run the command again, and allow it.',
    )
  if (error !== null)
    throw new CliError(
      `Google reports an error: ${/^\w{1,60}$/.test(error) ? error : 'unknown'}. Nothing was stored. Run the command again.`,
    )
  const code = query.get('code') ?? ''
  if (code === '') throw new CliError('Google’s answer has no code. Nothing was stored. Run the command again.')
  return { code, pickedFileIds: (query.get('picked_file_ids') ?? '').split(',').filter((id) => id !== '') }
}

const NOT_REDIRECT = 'This is not the address of the page to which Google has sent you: it starts with'

/** Reads the address that a person pasted. @throws CliError */
export function readPastedAddress(text: string, redirectUri: string, state: string): ConsentReply {
  const url = URL.parse(text.trim())
  if (!url || url.origin !== redirectUri)
    throw new CliError(`${NOT_REDIRECT} ${redirectUri}/?. Run the command again, and paste the whole address.`)
  if (!hasState(url.searchParams, state))
    throw new CliError('This address belongs to another sign-in. Nothing was stored. Run the command again.')
  return readConsentReply(url.searchParams)
}
