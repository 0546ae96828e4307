let signInCode: string | undefined

const findCode = (): string | undefined => /^#code=([\w-]{1,200})$/.exec(location.hash)?.[1]

/** Remembers the code of a sign-in link and removes it from the address, so that it is neither stored in the history nor copied. */
export function takeSignInCode(): void {
  // A link that is followed in an open tab changes the fragment only: the page is loaded again, and reads it here.
  addEventListener('hashchange', () => findCode() !== undefined && location.reload())
  const code = findCode()
  if (code === undefined) return
  signInCode = code
  history.replaceState(null, '', location.pathname + location.search)
}

export const readSignInCode = (): string | undefined => signInCode
export const forgetSignInCode = (): void => void (signInCode = undefined)
