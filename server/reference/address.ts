/** The address that stands in the guide. */
export const EXAMPLE_ADDRESS = 'http://127.0.0.1:4000'

// Letters that mean nothing to HTML and to a shell: what is shown is copied into a terminal.
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * The address that the server was asked at. Whether a proxy in front speaks https is known to the browser alone; the page's script mends it.
 * @param host the Host header, which is the client's word (RFC 9110 section 7.2); a strange one is not shown
 */
export const addressFrom = (host: string | undefined): string => (host !== undefined && HOST.test(host) ? `http://${host}` : EXAMPLE_ADDRESS)
