import { camera, chunk, closingCase, openCase, head, KEY, post, postBody, type WireCase } from './wireCase.ts'

const withMember = (member: string): string => `${camera.slice(0, -1)},${member}}`
const nestedBody = (levels: number): string => withMember(`"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`)
const bytes = (...list: number[]): string => `{"brand":"${String.fromCharCode(...list)}"}`
const each = (code: string, bodies: readonly (readonly [string, string])[]): WireCase[] =>
  bodies.map(([name, body]) => openCase(name, postBody(body), code))

const CHUNKED = 'Transfer-Encoding: chunked'

/** JSON bodies (RFC 8259), including some that JSON.parse would accept. */
export const bodyCases: readonly WireCase[] = [
  ...each('400 malformed_json', [
    ['nothing', ''],
    ['blanks', '   '],
    ['a brace', '{'],
    ['a comma at the end', '{"brand":"Canon",}'],
    ['single quotes', "{'brand':'Canon'}"],
    ['a word cut short', 'nul'],
    ['NaN', 'NaN'],
    ['Infinity', '{"a":Infinity}'],
    ['a leading zero', '{"a":01}'],
    ['a plus sign', '{"a":+1}'],
    ['a leading dot', '{"a":.5}'],
    ['two values', '{"a":1}{"b":2}'],
    ['a list cut short', '[1,2'],
    ['a tab in a string', '"tab\there"'],
    ['a comment', '{"a":1} // note'],
    ['an unknown escape', '{"a":"\\x"}'],
    ['a byte order mark', `\u00ef\u00bb\u00bf${camera}`],
    ['a member twice', withMember('"notes":"a","notes":"b"')],
    ['a member twice with one value', withMember('"model":"EOS R5"')],
    ['a member twice, once escaped', withMember('"notes":"a","n\\u006ftes":"b"')],
    ['a member twice deep inside', withMember('"x":[{"y":{"a":1,"b":[],"a":2}}]')],
    ['a member twice after other objects', withMember('"x":{"a":{"b":1},"c":[1,{"d":2}],"a":3}')],
    ['the empty name twice', withMember('"":1,"":2')],
    ['__proto__', withMember('"__proto__":{"admin":true}')],
    ['__proto__, escaped', withMember('"\\u005f_proto__":{}')],
    ['__proto__ deep inside', withMember('"x":[{"__proto__":null}]')],
    ['1e400', withMember('"purchase_price":1e400')],
    ['-1e400', withMember('"purchase_price":-1e400')],
    ['a whole number that loses digits', withMember('"weight_g":9007199254740993')],
    ['a whole number of twenty digits', withMember('"weight_g":12345678901234567890')],
    ['33 levels', nestedBody(33)],
    ['200,000 levels', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['200,000 levels that never end', '['.repeat(200_000)],
  ]),
  ...each('400 invalid_encoding', [
    ['a byte that begins nothing', bytes(0xff)],
    ['an overlong slash', bytes(0xc0, 0xaf)],
    ['a coded surrogate', bytes(0xed, 0xa0, 0x80)],
    ['a sequence cut short', bytes(0xf0, 0x9f, 0x93)],
    ['a code point beyond the last', bytes(0xf5, 0x80, 0x80, 0x80)],
  ]),
  ...each('422 validation_failed', [
    ['a list', '[]'],
    ['a text', '"camera"'],
    ['null', 'null'],
    ['a number', '1e308'],
    ['constructor', withMember('"constructor":{"prototype":{"admin":true}}')],
    ['toString and hasOwnProperty', withMember('"toString":1,"hasOwnProperty":2')],
    ['fields that only we write', withMember('"id":"1","created_at":"x","updated_at":"y","account_id":"z"')],
    ['a lone surrogate', withMember('"notes":"\\ud800"')],
    ['a NUL in a text', withMember('"notes":"a\\u0000b"')],
    ['an escape character in a text', withMember('"storage_location":"\\u001b[31m"')],
    ['32 levels', nestedBody(32)],
  ]),
  closingCase('256 KiB and a byte', postBody(camera.padEnd(256 * 1024 + 1)), '413 body_too_large'),
  closingCase('a length of 100 MB, and nothing sent', post('Content-Length: 100000000'), '413 body_too_large'),
  closingCase(
    'chunks that do not end',
    [post(CHUNKED), ...Array.from({ length: 40 }, () => chunk(' '.repeat(10_000)))],
    '413 body_too_large',
  ),
  closingCase(
    'a body that is not read, because the key is missing',
    [head('POST /api/v1/gear HTTP/1.1', CHUNKED), 20, chunk('x')],
    '401 missing_api_key',
  ),
  openCase('a short body for a page', [head('GET /healthz HTTP/1.1', 'Content-Length: 9'), 20, 'x'.repeat(9)], '200'),
  closingCase('a long body for a page', [head('GET /healthz HTTP/1.1', 'Content-Length: 300000'), 20, 'x'], '200'),
  openCase(
    'a body that comes later and is not read',
    [head('POST /api/v1/gear HTTP/1.1', 'Content-Length: 2'), 20, '{}'],
    '401 missing_api_key',
  ),
  closingCase(
    'a body to delete with',
    head('DELETE /api/v1/gear/none HTTP/1.1', KEY, 'Content-Length: 2') + '{}',
    '400 invalid_request',
  ),
]
