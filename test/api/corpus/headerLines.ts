import { camera, ends, get, staysOpen, head, JSON_TYPE, KEY, post, postBody, type WireCase } from './wireCase.ts'

const INVALID_REQUEST = '400 invalid_request'
const INVALID_HEADER = '400 invalid_header'
const hosts = (...lines: string[]): string => `${['GET /api/v1/gear?limit=1 HTTP/1.1', KEY, ...lines].join('\r\n')}\r\n\r\n`
const withType = (type: string): string => head('POST /api/v1/gear HTTP/1.1', KEY, type, `Content-Length: ${camera.length}`) + camera

/** Header lines (RFC 9112 section 5). */
export const headerCases: readonly WireCase[] = [
  ends('no colon', hosts('Host x'), INVALID_REQUEST),
  ends('no name', hosts(': x'), INVALID_REQUEST),
  ends('a blank before the colon', hosts('Host : x'), INVALID_REQUEST),
  ends('a folded line', hosts('Host: x', 'X: a', ' b'), INVALID_REQUEST),
  ends('a first line that is folded', 'GET / HTTP/1.1\r\n Host: x\r\n\r\n', INVALID_REQUEST),
  ends('a NUL', hosts('Host: x', 'X: a\u0000b'), INVALID_REQUEST),
  ends('a control character', hosts('Host: x', 'X: a\u0001b'), INVALID_REQUEST),
  ends('a bare carriage return', hosts('Host: x', 'X: a\rb'), INVALID_REQUEST),
  ends('a letter beyond ASCII in a name', hosts('Host: x', 'X-\u00f6: a'), INVALID_REQUEST),
  staysOpen('bytes beyond ASCII in a value', get('/api/v1/gear?limit=1', 'User-Agent: \u00ff\u0080'), '200'),
  staysOpen('a header called __proto__', get('/api/v1/gear?limit=1', '__proto__: x', 'constructor: y'), '200'),
  ends('17,000 bytes', get('/api/v1/gear', `X: ${'y'.repeat(17_000)}`), '431 headers_too_large'),
  ends('1,200 small ones', get('/api/v1/gear', ...Array.from({ length: 1200 }, () => 'a: b')), '431 headers_too_large'),
  ends('101', get('/api/v1/gear', ...Array.from({ length: 99 }, () => 'a: b')), '431 headers_too_large'),
  staysOpen('100', get('/api/v1/gear?limit=1', ...Array.from({ length: 98 }, () => 'a: b')), '200'),
  ends('no Host', hosts(), INVALID_REQUEST),
  ends('no Host for a page', 'GET /healthz HTTP/1.1\r\n\r\n', INVALID_REQUEST),
  ends('two equal Hosts', hosts('Host: x', 'Host: x'), INVALID_HEADER),
  ends('two Hosts', hosts('Host: x', 'host: y'), INVALID_HEADER),
  ends('a Host with a blank', hosts('Host: a b'), INVALID_HEADER),
  ends('a Host with a path', hosts('Host: kitroom/evil'), INVALID_HEADER),
  ends('a Host with a user name', hosts('Host: user@kitroom'), INVALID_HEADER),
  ends('two Hosts in one line', hosts('Host: x, y'), INVALID_HEADER),
  ends('a Host with a port of letters', hosts('Host: x:http'), INVALID_HEADER),
  staysOpen('an IPv6 address as Host', hosts('Host: [::1]:4000'), '200'),
  staysOpen('an empty Host', hosts('Host: '), '200'),
  ends('two keys', get('/api/v1/gear', KEY), INVALID_HEADER),
  ends('two types', post(JSON_TYPE, `Content-Length: ${camera.length}`) + camera, INVALID_HEADER),
  ends('two Idempotency-Keys', postBody(camera, 'Idempotency-Key: a', 'Idempotency-Key: a'), INVALID_HEADER),
  staysOpen('two Idempotency-Keys in one line', postBody(camera, 'Idempotency-Key: a, b'), INVALID_HEADER),
  staysOpen('an If-Match that is none', postBody(camera, 'If-Match: x'), INVALID_HEADER),
  staysOpen('two Accepts, which are one list', get('/api/v1/gear?limit=1', 'Accept: text/html', 'Accept: application/json'), '200'),
  staysOpen('an X-Forwarded-For that nobody asked for', get('/api/v1/gear?limit=1', 'X-Forwarded-For: 1.2.3.4"', 'X-Forwarded-For: ::1'), '200'),
  staysOpen('Accept without JSON', get('/api/v1/gear', 'Accept: text/html'), '406 not_acceptable'),
  staysOpen('Accept with JSON at 0', get('/api/v1/gear', 'Accept: application/json;q=0, */*'), '406 not_acceptable'),
  staysOpen('no type of a body', head('POST /api/v1/gear HTTP/1.1', KEY, 'Content-Length: 2') + '{}', '415 unsupported_media_type'),
  staysOpen('another type', withType('Content-Type: text/plain'), '415 unsupported_media_type'),
  staysOpen('another charset', withType('Content-Type: application/json; charset=utf-16'), '415 unsupported_media_type'),
  staysOpen('a compressed body', postBody(camera, 'Content-Encoding: gzip'), '415 unsupported_media_type'),
  staysOpen('an Origin that is not allowed', get('/api/v1/gear?limit=1', 'Origin: https://evil.example'), '200'),
]

const EXPECT = 'Expect: 100-continue'

/** Expect (RFC 9110 section 10.1.1): the server sends 100 only when it will read the body. */
export const expectCases: readonly WireCase[] = [
  staysOpen('a client that waits', [post(EXPECT, `Content-Length: ${camera.length}`), 50, camera], ['100', '201']),
  staysOpen('a client that does not wait', postBody(camera, EXPECT), ['100', '201']),
  ends('a client whose body is too large', post(EXPECT, 'Content-Length: 300000'), '413 body_too_large'),
  ends('a client without a key', head('POST /api/v1/gear HTTP/1.1', EXPECT, 'Content-Length: 10'), '401 missing_api_key'),
  ends('a client with another type', head('POST /api/v1/gear HTTP/1.1', KEY, EXPECT, 'Content-Length: 10'), '415 unsupported_media_type'),
  ends('a client at no path', head('POST /nothing HTTP/1.1', KEY, EXPECT, 'Content-Length: 10'), '404 not_found'),
  ends('a client that reads', get('/api/v1/gear?limit=1', EXPECT), '200'),
  ends('wonders', post('Expect: wonders', 'Content-Length: 10'), '417 expectation_failed'),
  ends('wonders of a page', head('GET /healthz HTTP/1.1', 'Expect: wonders'), '417 expectation_failed'),
]
