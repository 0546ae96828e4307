import { closingCase, get, openCase, head, KEY, type WireCase } from './wireCase.ts'

const INVALID_REQUEST = '400 invalid_request'
const start = (line: string): string => head(line, KEY)

/** The first line of a request (RFC 9112 section 3). */
export const requestLineCases: readonly WireCase[] = [
  closingCase('a word', 'hello\r\n\r\n', INVALID_REQUEST),
  closingCase('bytes of a TLS handshake', '\u0016\u0003\u0001\u0000\u00a5\u0001', INVALID_REQUEST),
  closingCase('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', INVALID_REQUEST),
  closingCase('the PROXY protocol', `PROXY TCP4 1.1.1.1 2.2.2.2 1 2\r\n${get('/api/v1/gear')}`, INVALID_REQUEST),
  closingCase('an unknown method', start('FETCH /api/v1/gear HTTP/1.1'), INVALID_REQUEST),
  closingCase('a method in lower case', start('get /api/v1/gear HTTP/1.1'), INVALID_REQUEST),
  closingCase('a blank before the method', start(' GET /api/v1/gear HTTP/1.1'), INVALID_REQUEST),
  closingCase('tabs between the parts', start('GET\t/api/v1/gear\tHTTP/1.1'), INVALID_REQUEST),
  closingCase('a blank after the version', start('GET /api/v1/gear HTTP/1.1 '), INVALID_REQUEST),
  openCase('two blanks before the target', start('GET  /api/v1/gear?limit=1 HTTP/1.1'), '200'),
  openCase('empty lines before it', `\r\n\r\n${get('/api/v1/gear?limit=1')}`, '200'),
  closingCase('bare line feeds', 'GET /api/v1/gear HTTP/1.1\nHost: x\n\n', INVALID_REQUEST),
  closingCase('no version', 'GET /api/v1/gear\r\n\r\n', INVALID_REQUEST),
  closingCase('HTTP/0.9', start('GET /api/v1/gear HTTP/0.9'), INVALID_REQUEST),
  closingCase('HTTP/1.2', start('GET /api/v1/gear HTTP/1.2'), INVALID_REQUEST),
  closingCase('HTTP/2.0', start('GET /api/v1/gear HTTP/2.0'), INVALID_REQUEST),
  closingCase('HTTP/3.7', start('GET /api/v1/gear HTTP/3.7'), INVALID_REQUEST),
  closingCase('HTTP/1.0', start('GET /api/v1/gear?limit=1 HTTP/1.0'), '200'),
  closingCase('raw UTF-8 in the path', start('GET /api/v1/gear/\u00c3\u00bc HTTP/1.1'), INVALID_REQUEST),
  closingCase('a control character in the path', start('GET /api/v1/gear/\u0001 HTTP/1.1'), INVALID_REQUEST),
  closingCase('no slash', start('GET api/v1/gear HTTP/1.1'), INVALID_REQUEST),
  closingCase('a query alone', start('GET ?limit=1 HTTP/1.1'), INVALID_REQUEST),
  closingCase('a host and a port', start('GET kitroom:80 HTTP/1.1'), INVALID_REQUEST),
  openCase('a fragment', get('/api/v1/gear#top'), INVALID_REQUEST),
  openCase('a star, but not OPTIONS', get('*'), INVALID_REQUEST),
  openCase('another scheme', get('ftp://kitroom/api/v1/gear'), INVALID_REQUEST),
  openCase('a URL without a host', get('http:///api/v1/gear'), INVALID_REQUEST),
  openCase('a URL with a user name', get('http://user:secret@kitroom/api/v1/gear'), INVALID_REQUEST),
  openCase('a whole URL of another host', get('http://evil.example/api/v1/gear?limit=1'), '200'),
  openCase('a whole URL with a query and no path', get('http://evil.example?limit=1'), '200'),
  openCase('a whole URL and no path', get('https://evil.example'), '200'),
  openCase('two slashes and a host', get('//evil.example/api/v1/gear'), '404 not_found'),
  openCase('dots in the path', get('/api/v1/gear/../profile'), '404 not_found'),
  openCase('escaped dots in the path', get('/api/v1/gear/%2e%2e%2fprofile'), '404 not_found'),
  openCase('a path in another case', get('/API/V1/GEAR'), '404 not_found'),
  openCase('a slash at the end', get('/api/v1/gear/'), '404 not_found'),
  openCase('a placeholder', get('/api/v1/gear/{id}'), '404 not_found'),
  openCase('an escaped NUL', get('/api/v1/gear/%00'), '404 not_found'),
  openCase('a percent sign that begins nothing', get('/api/v1/gear/%zz'), INVALID_REQUEST),
  openCase('an escaped byte that is no UTF-8', get('/api/v1/gear/%ff'), INVALID_REQUEST),
  openCase('a percent sign that begins nothing in the query', get('/api/v1/gear?q=%'), '400 invalid_query'),
  openCase('an escaped surrogate in the query', get('/api/v1/gear?q=%ed%a0%80'), '400 invalid_query'),
  openCase('a parameter called __proto__', get('/api/v1/gear?__proto__=1&constructor=2'), '400 invalid_query'),
  openCase('8,193 characters', get(`/${'y'.repeat(8192)}`), '414 uri_too_long'),
  closingCase('17,000 characters', get(`/${'y'.repeat(17_000)}`), '431 headers_too_large'),
]

const verb = (method: string, path: string, ...lines: string[]): string =>
  head(`${method} ${path} HTTP/1.1`, KEY, ...lines)

/** Methods (RFC 9110 section 9). */
export const methodCases: readonly WireCase[] = [
  openCase('TRACE', verb('TRACE', '/api/v1/gear'), '405 method_not_allowed'),
  openCase('TRACE of nothing', verb('TRACE', '/nothing'), '404 not_found'),
  openCase('PUT', verb('PUT', '/api/v1/gear', 'Content-Length: 2') + '{}', '405 method_not_allowed'),
  openCase('PROPFIND', verb('PROPFIND', '/api/v1/gear'), '405 method_not_allowed'),
  openCase('POST to a record', verb('POST', '/api/v1/gear/none', 'Content-Length: 0'), '405 method_not_allowed'),
  openCase('DELETE of the health page', verb('DELETE', '/healthz'), '405 method_not_allowed'),
  closingCase('CONNECT', head('CONNECT kitroom:443 HTTP/1.1'), '405 method_not_allowed'),
  closingCase(
    'CONNECT with words for the other end',
    `${head('CONNECT kitroom:443 HTTP/1.1')}\u0016\u0003\u0001`,
    '405 method_not_allowed',
  ),
  openCase('OPTIONS of everything', head('OPTIONS * HTTP/1.1'), '204'),
  openCase('OPTIONS of a list', head('OPTIONS /api/v1/gear HTTP/1.1'), '204'),
  openCase('OPTIONS of a record', head('OPTIONS /api/v1/gear/none HTTP/1.1'), '204'),
  openCase('OPTIONS of a page', head('OPTIONS /readyz HTTP/1.1'), '204'),
  openCase('OPTIONS of nothing', head('OPTIONS /nothing HTTP/1.1'), '404 not_found'),
  closingCase(
    'an upgrade to WebSocket, which is not taken',
    get('/api/v1/gear?limit=1', 'Connection: Upgrade', 'Upgrade: websocket'),
    '200',
  ),
  closingCase(
    'an upgrade to HTTP/2, which is not taken',
    get('/healthz', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAM'),
    '200',
  ),
  { ...openCase('HEAD of a list', verb('HEAD', '/api/v1/gear?limit=1'), '200'), head: true },
  { ...openCase('HEAD of a page', verb('HEAD', '/healthz'), '200'), head: true },
  { ...openCase('HEAD of nothing', verb('HEAD', '/nothing'), '404'), head: true },
  { ...openCase('HEAD with a bad query', verb('HEAD', '/api/v1/gear?limit=0'), '400'), head: true },
  { ...openCase('HEAD without a key', head('HEAD /api/v1/gear HTTP/1.1'), '401'), head: true },
]
