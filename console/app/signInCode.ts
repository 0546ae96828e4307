let signInCode: string | undefined

/** Remembers the code of a sign-in link and removes it from the address, so that it is neither stored in the history nor copied. */
export function takeSignInCode(): void {
  const code = /^#code=([\w-]{1,200})$/.exec(location.hash)?.[1]
  if (code === undefined) return
  signInCode = code
  history.replaceState(null, '', location.pathname + location.search)
}

export const readSignInCode = (): string | undefined => signInCode
export const forgetSignInCode = (): void => void (signInCode = undefined)
