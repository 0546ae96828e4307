// Gets node:http without loading Node's own WebSocket and fetch. An `import` would load them: up to 16 MB that nothing
// here uses.
const http = process.getBuiltinModule('node:http')

export const { STATUS_CODES } = http

/** `createServer` of node:http. */
export const createServer: typeof http.createServer = http.createServer
