import { camera, closingCase, get, openCase, head, JSON_TYPE, KEY, post, postBody, type WireCase } from './wireCase.ts'

const INVALID_REQUEST = '400 invalid_request'
const INVALID_HEADER = '400 invalid_header'
const hosts = (...lines: string[]): string =>
  `${['GET /api/v1/gear?limit=1 HTTP/1.1', KEY, ...lines].join('\r\n')}\r\n\r\n`
const withType = (type: string): string =>
  head('POST /api/v1/gear HTTP/1.1', KEY, type, `Content-Length: ${camera.length}`) + camera

/** Header lines (RFC 9112 section 5). */
export const headerCases: readonly WireCase[] = [
  closingCase('no colon', hosts('Host x'), INVALID_REQUEST),
  closingCase('no name', hosts(': x'), INVALID_REQUEST),
  closingCase('a blank before the colon', hosts('Host : x'), INVALID_REQUEST),
  closingCase('a folded line', hosts('Host: x', 'X: a', ' b'), INVALID_REQUEST),
  closingCase('a first line that is folded', 'GET / HTTP/1.1\r\n Host: x\r\n\r\n', INVALID_REQUEST),
  closingCase('a NUL', hosts('Host: x', 'X: a\u0000b'), INVALID_REQUEST),
  closingCase('a control character', hosts('Host: x', 'X: a\u0001b'), INVALID_REQUEST),
  closingCase('a bare carriage return', hosts('Host: x', 'X: a\rb'), INVALID_REQUEST),
  closingCase('a letter beyond ASCII in a name', hosts('Host: x', 'X-\u00f6: a'), INVALID_REQUEST),
  openCase('bytes beyond ASCII in a value', get('/api/v1/gear?limit=1', 'User-Agent: \u00ff\u0080'), '200'),
  openCase('a header called __proto__', get('/api/v1/gear?limit=1', '__proto__: x', 'constructor: y'), '200'),
  closingCase('17,000 bytes', get('/api/v1/gear', `X: ${'y'.repeat(17_000)}`), '431 headers_too_large'),
  closingCase(
    '1,200 small ones',
    get('/api/v1/gear', ...Array.from({ length: 1200 }, () => 'a: b')),
    '431 headers_too_large',
  ),
  closingCase('101', get('/api/v1/gear', ...Array.from({ length: 99 }, () => 'a: b')), '431 headers_too_large'),
  openCase('100', get('/api/v1/gear?limit=1', ...Array.from({ length: 98 }, () => 'a: b')), '200'),
  closingCase('no Host', hosts(), INVALID_REQUEST),
  closingCase('no Host for a page', 'GET /healthz HTTP/1.1\r\n\r\n', INVALID_REQUEST),
  closingCase('two equal Hosts', hosts('Host: x', 'Host: x'), INVALID_HEADER),
  closingCase('two Hosts', hosts('Host: x', 'host: y'), INVALID_HEADER),
  closingCase('a Host with a blank', hosts('Host: a b'), INVALID_HEADER),
  closingCase('a Host with a path', hosts('Host: kitroom/evil'), INVALID_HEADER),
  closingCase('a Host with a user name', hosts('Host: user@kitroom'), INVALID_HEADER),
  closingCase('two Hosts in one line', hosts('Host: x, y'), INVALID_HEADER),
  closingCase('a Host with a port of letters', hosts('Host: x:http'), INVALID_HEADER),
  openCase('an IPv6 address as Host', hosts('Host: [::1]:4000'), '200'),
  openCase('an empty Host', hosts('Host: '), '200'),
  closingCase('two keys', get('/api/v1/gear', KEY), INVALID_HEADER),
  closingCase('two types', post(JSON_TYPE, `Content-Length: ${camera.length}`) + camera, INVALID_HEADER),
  closingCase('two Idempotency-Keys', postBody(camera, 'Idempotency-Key: a', 'Idempotency-Key: a'), INVALID_HEADER),
  openCase('two Idempotency-Keys in one line', postBody(camera, 'Idempotency-Key: a, b'), INVALID_HEADER),
  openCase('an If-Match that is none', postBody(camera, 'If-Match: x'), INVALID_HEADER),
  openCase(
    'two Accepts, which are one list',
    get('/api/v1/gear?limit=1', 'Accept: text/html', 'Accept: application/json'),
    '200',
  ),
  openCase(
    'an X-Forwarded-For that nobody asked for',
    get('/api/v1/gear?limit=1', 'X-Forwarded-For: 1.2.3.4"', 'X-Forwarded-For: ::1'),
    '200',
  ),
  openCase('Accept without JSON', get('/api/v1/gear', 'Accept: text/html'), '406 not_acceptable'),
  openCase('Accept with JSON at 0', get('/api/v1/gear', 'Accept: application/json;q=0, */*'), '406 not_acceptable'),
  openCase(
    'no type of a body',
    head('POST /api/v1/gear HTTP/1.1', KEY, 'Content-Length: 2') + '{}',
    '415 unsupported_media_type',
  ),
  openCase('another type', withType('Content-Type: text/plain'), '415 unsupported_media_type'),
  openCase('another charset', withType('Content-Type: application/json; charset=utf-16'), '415 unsupported_media_type'),
  openCase('a compressed body', postBody(camera, 'Content-Encoding: gzip'), '415 unsupported_media_type'),
  openCase('an Origin that is not allowed', get('/api/v1/gear?limit=1', 'Origin: https://evil.example'), '200'),
]

const EXPECT = 'Expect: 100-continue'

/** Expect (RFC 9110 section 10.1.1): the server sends 100 only when it will read the body. */
export const expectCases: readonly WireCase[] = [
  openCase('a client that waits', [post(EXPECT, `Content-Length: ${camera.length}`), 50, camera], ['100', '201']),
  openCase('a client that does not wait', postBody(camera, EXPECT), ['100', '201']),
  closingCase('a client whose body is too large', post(EXPECT, 'Content-Length: 300000'), '413 body_too_large'),
  closingCase(
    'a client without a key',
    head('POST /api/v1/gear HTTP/1.1', EXPECT, 'Content-Length: 10'),
    '401 missing_api_key',
  ),
  closingCase(
    'a client with another type',
    head('POST /api/v1/gear HTTP/1.1', KEY, EXPECT, 'Content-Length: 10'),
    '415 unsupported_media_type',
  ),
  closingCase(
    'a client at no path',
    head('POST /nothing HTTP/1.1', KEY, EXPECT, 'Content-Length: 10'),
    '404 not_found',
  ),
  closingCase('a client that reads', get('/api/v1/gear?limit=1', EXPECT), '200'),
  closingCase('wonders', post('Expect: wonders', 'Content-Length: 10'), '417 expectation_failed'),
  closingCase('wonders of a page', head('GET /healthz HTTP/1.1', 'Expect: wonders'), '417 expectation_failed'),
]
