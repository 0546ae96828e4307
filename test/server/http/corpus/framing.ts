import {
  camera,
  chunk,
  closingCase,
  get,
  openCase,
  head,
  HIDDEN_REQUEST,
  LAST_CHUNK,
  post,
  postBody,
  type WireCase,
} from './wireCase.ts'

const CHUNKED = 'Transfer-Encoding: chunked'
const INVALID_REQUEST = '400 invalid_request'

/**
 * Where a request begins and ends (RFC 9112 sections 6 and 7). A request that a proxy could read differently is
 * refused.
 */
export const framingCases: readonly WireCase[] = [
  closingCase('a length and chunks', post('Content-Length: 5', CHUNKED) + LAST_CHUNK + HIDDEN_REQUEST, INVALID_REQUEST),
  closingCase('chunks and a length', post(CHUNKED, 'Content-Length: 5') + LAST_CHUNK + HIDDEN_REQUEST, INVALID_REQUEST),
  closingCase(
    'two different lengths',
    `${post('Content-Length: 5', 'Content-Length: 6')}hello!${HIDDEN_REQUEST}`,
    INVALID_REQUEST,
  ),
  closingCase(
    'two equal lengths',
    post('Content-Length: 2', 'Content-Length: 2') + '{}' + HIDDEN_REQUEST,
    INVALID_REQUEST,
  ),
  closingCase('a list of lengths', post('Content-Length: 2, 2') + '{}', INVALID_REQUEST),
  closingCase('a signed length', `${post('Content-Length: +5')}hello`, INVALID_REQUEST),
  closingCase('a negative length', `${post('Content-Length: -5')}hello`, INVALID_REQUEST),
  closingCase('a hexadecimal length', `${post('Content-Length: 0x5')}hello`, INVALID_REQUEST),
  closingCase('a length with a blank', `${post('Content-Length: 1 2')}hello`, INVALID_REQUEST),
  closingCase('no digits of a length', post('Content-Length: '), INVALID_REQUEST),
  closingCase('a length beyond 64 bits', post('Content-Length: 99999999999999999999999'), INVALID_REQUEST),
  openCase('a length with leading zeros', post(`Content-Length: 00${camera.length}`) + camera, '201'),
  closingCase(
    'gzip, then chunked',
    post('Transfer-Encoding: gzip, chunked') + chunk(camera) + LAST_CHUNK,
    '400 invalid_header',
  ),
  closingCase(
    'gzip and chunked in two lines',
    post('Transfer-Encoding: gzip', CHUNKED) + LAST_CHUNK + HIDDEN_REQUEST,
    '400 invalid_header',
  ),
  closingCase('gzip alone', post('Transfer-Encoding: gzip') + LAST_CHUNK + HIDDEN_REQUEST, '400 invalid_header'),
  closingCase('identity', post('Transfer-Encoding: identity') + LAST_CHUNK + HIDDEN_REQUEST, '400 invalid_header'),
  closingCase(
    'a name that ends with chunked',
    post('Transfer-Encoding: xchunked') + LAST_CHUNK + HIDDEN_REQUEST,
    '400 invalid_header',
  ),
  closingCase(
    'chunked in quotes',
    post('Transfer-Encoding: "chunked"') + LAST_CHUNK + HIDDEN_REQUEST,
    '400 invalid_header',
  ),
  closingCase(
    'chunked twice',
    post('Transfer-Encoding: chunked, chunked') + LAST_CHUNK + HIDDEN_REQUEST,
    INVALID_REQUEST,
  ),
  closingCase('chunked in two lines', post(CHUNKED, CHUNKED) + LAST_CHUNK + HIDDEN_REQUEST, INVALID_REQUEST),
  closingCase(
    'chunked, then identity',
    post('Transfer-Encoding: chunked, identity') + LAST_CHUNK + HIDDEN_REQUEST,
    INVALID_REQUEST,
  ),
  closingCase('an empty encoding', post('Transfer-Encoding: ') + HIDDEN_REQUEST, INVALID_REQUEST),
  closingCase(
    'chunks in HTTP/1.0',
    head('POST /api/v1/gear HTTP/1.0', 'Authorization: Bearer {key}', CHUNKED) + LAST_CHUNK,
    '400 invalid_header',
  ),
  openCase('chunked in any case', post('Transfer-Encoding: ChUnKeD') + chunk(camera) + LAST_CHUNK, '201'),
  openCase('several chunks', post(CHUNKED) + chunk(camera.slice(0, 9)) + chunk(camera.slice(9)) + LAST_CHUNK, '201'),
  openCase(
    'a chunk with an extension',
    `${post(CHUNKED)}${camera.length.toString(16)};a=b\r\n${camera}\r\n${LAST_CHUNK}`,
    '201',
  ),
  closingCase(
    'an endless extension',
    `${post(CHUNKED)}2;${'a'.repeat(20_000)}\r\n{}\r\n${LAST_CHUNK}`,
    '431 headers_too_large',
  ),
  closingCase('a line feed in an extension', `${post(CHUNKED)}2;\n{}\r\n{}\r\n${LAST_CHUNK}`, INVALID_REQUEST),
  closingCase('a chunk size that is no number', `${post(CHUNKED)}zz\r\n`, INVALID_REQUEST),
  closingCase('a chunk size with 0x', `${post(CHUNKED)}0x2\r\n{}\r\n${LAST_CHUNK}`, INVALID_REQUEST),
  closingCase('a negative chunk size', `${post(CHUNKED)}-2\r\n{}\r\n${LAST_CHUNK}`, INVALID_REQUEST),
  closingCase('a chunk size with a blank', `${post(CHUNKED)}2 \r\n{}\r\n${LAST_CHUNK}`, INVALID_REQUEST),
  closingCase('a chunk size beyond 64 bits', `${post(CHUNKED)}fffffffffffffffff\r\n`, INVALID_REQUEST),
  closingCase('chunks with bare line feeds', `${post(CHUNKED)}2\n{}\n0\n\n`, INVALID_REQUEST),
  closingCase('a chunk longer than it says', `${post(CHUNKED)}2\r\n{}}\r\n${LAST_CHUNK}`, INVALID_REQUEST),
  openCase(
    'a trailer, which is ignored',
    `${post(CHUNKED)}${chunk(camera)}0\r\nX-Trailer: 1\r\nAuthorization: Bearer none\r\n\r\n`,
    '201',
  ),
  closingCase(
    'a trailer with a length',
    `${post(CHUNKED)}${chunk(camera)}0\r\nContent-Length: 5\r\n\r\n`,
    INVALID_REQUEST,
  ),
  closingCase(
    'an endless trailer',
    `${post(CHUNKED)}${chunk(camera)}0\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    '431 headers_too_large',
  ),
  closingCase('a body longer than its length', `${postBody('{}', 'X: 1')}trailing words\r\n\r\n`, [
    '422 validation_failed',
    INVALID_REQUEST,
  ]),
  closingCase('a good request, then rubbish', `${get('/api/v1/gear?limit=1')}rubbish\r\n\r\n`, [
    '200',
    INVALID_REQUEST,
  ]),
  closingCase('two good requests, then rubbish', `${get('/api/v1/gear?limit=1')}${postBody(camera)}\u0000`, [
    '200',
    '201',
    INVALID_REQUEST,
  ]),
  closingCase('a good request, then a broken body', get('/api/v1/gear?limit=1') + post(CHUNKED) + 'zz\r\n', [
    '200',
    INVALID_REQUEST,
  ]),
  closingCase('a request after the last one', get('/api/v1/gear?limit=1', 'Connection: close') + HIDDEN_REQUEST, '200'),
  closingCase(
    'a request hidden in the body of a GET',
    get('/api/v1/gear', `Content-Length: ${HIDDEN_REQUEST.length}`) + HIDDEN_REQUEST,
    INVALID_REQUEST,
  ),
  closingCase(
    'a request hidden behind the chunks of a GET',
    get('/api/v1/gear', CHUNKED) + chunk('x') + LAST_CHUNK + HIDDEN_REQUEST,
    INVALID_REQUEST,
  ),
  openCase('a GET whose length is 0', get('/api/v1/gear?limit=1', 'Content-Length: 0'), '200'),
  openCase('a length written with an underscore, which is no length', post(`Content_Length: 5`), '400 malformed_json'),
]
