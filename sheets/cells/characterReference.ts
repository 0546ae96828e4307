/** Character names from U+00A0 to U+00FF, in order (HTML 4.01, section 24.2). */
const LATIN1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo ' +
  'frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve ' +
  'Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const namedReferences: ReadonlyMap<string, string> = new Map([
  ...LATIN1.split(' ').map((name, index): [string, string] => [name, String.fromCodePoint(0xa0 + index)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", AMP: '&', LT: '<', GT: '>', QUOT: '"' }),
  ...Object.entries({
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    bull: '•',
    hellip: '…',
  }),
  ...Object.entries({
    prime: '′',
    Prime: '″',
    euro: '€',
    trade: '™',
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    Yuml: 'Ÿ',
  }),
])

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,7}));/g
/** Matches a reference without its semicolon, which was parsed as a delimiter. */
const CUT_REFERENCE = /&(?:#\d{2,4}|#[xX][\da-fA-F]{2,4}|([A-Za-z][A-Za-z\d]{1,7}))$/

function endsWithCutReference(text: string): boolean {
  const match = CUT_REFERENCE.exec(text)
  return match !== null && (match[1] === undefined || namedReferences.has(match[1]))
}

function readReference(reference: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return namedReferences.get(name) ?? reference
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  // Keep references to control characters and surrogates.
  return code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? reference : String.fromCodePoint(code)
}

/** Decodes HTML character references (`&amp;`, `&#39;`). */
export const decodeReferences = (text: string): string => text.replaceAll(REFERENCE, readReference)

/** True for a complete reference, or one cut off at the end. */
export const hasReference = (text: string): boolean =>
  text.includes('&') && (endsWithCutReference(text.trimEnd()) || decodeReferences(text) !== text)

/** True for an `&` that starts no reference. */
export const hasBareAmpersand = (text: string): boolean =>
  text.includes('&') &&
  text
    .replaceAll(REFERENCE, (...groups: [string, string?, string?, string?]) =>
      readReference(...groups) === groups[0] ? '&' : '',
    )
    .includes('&')
