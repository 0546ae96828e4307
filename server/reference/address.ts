export const EXAMPLE_ADDRESS = 'http://127.0.0.1:4000'

// Characters without meaning to HTML or a shell, because readers copy the address into a terminal.
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * The address that the client used. Only the browser knows whether a proxy uses https, so search.js corrects the scheme.
 * @param host Host header (RFC 9110 section 7.2); an unusual one is ignored
 */
export const addressFrom = (host: string | undefined): string => (host !== undefined && HOST.test(host) ? `http://${host}` : EXAMPLE_ADDRESS)
