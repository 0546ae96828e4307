// An `import` of node:http also loads Node's own WebSocket and fetch: up to 16 MB that nothing here uses. This does not.
const http = process.getBuiltinModule('node:http')

export const { STATUS_CODES } = http

/** `createServer` of node:http. */
export const createServer: typeof http.createServer = http.createServer
