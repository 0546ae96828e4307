/** Reads the nonce of this page's style elements, which the server wrote into the page. */
export const readStyleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

/**
 * Lets libraries write style elements under the page's policy. Trusted Types refuse text for `innerHTML`, but allow
 * `textContent`, which has the same effect in a style element. So the console needs no policy for Trusted Types.
 */
export function prepareStyles(): void {
  Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
    configurable: true,
    get(this: HTMLStyleElement) {
      return this.textContent
    },
    set(this: HTMLStyleElement, css: string) {
      this.textContent = css
    },
  })
  Object.assign(globalThis, { __webpack_nonce__: readStyleNonce() })
}
