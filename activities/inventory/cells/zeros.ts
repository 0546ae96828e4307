/** Digits only, and signs between them: `00000`, `000-000`. */
const ZEROS = /^0+(?:[-./ ]0+)*$/
const LITERALS = /"[^"]*"|\\./g

/** Whether a number format makes an identifier of a number: it fills up with zeros, with words or signs around them (`"KR-"0000`). A lone `0` does not. */
export function carriesZeros(format: string): boolean {
  const bare = format.replaceAll(LITERALS, '')
  return ZEROS.test(bare) && (bare.length > 1 || bare.length < format.length)
}
