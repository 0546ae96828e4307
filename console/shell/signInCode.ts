let signInCode: string | undefined

const findCode = (): string | undefined => /^#code=([\w-]{1,200})$/.exec(location.hash)?.[1]

/**
 * Stores the code of a sign-in link and removes it from the address, so that it gets neither into the history nor into
 * a copied address.
 */
export function takeSignInCode(): void {
  // A link that is followed in an open tab changes only the fragment, so the page must be loaded again.
  addEventListener('hashchange', () => findCode() !== undefined && location.reload())
  const code = findCode()
  if (code === undefined) return
  signInCode = code
  history.replaceState(null, '', location.pathname + location.search)
}

export const readSignInCode = (): string | undefined => signInCode
export const forgetSignInCode = (): void => void (signInCode = undefined)
