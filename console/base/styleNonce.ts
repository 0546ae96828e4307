/** The nonce of this page's style elements, as the server wrote it into the page. */
export const readStyleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

/**
 * Lets libraries write style elements under the page's policy. Trusted Types refuse text for `innerHTML`; of a style element it is the same as
 * `textContent`, which they allow. So the console needs no policy of its own.
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
