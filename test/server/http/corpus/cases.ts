import { bodyCases } from './bodies.ts'
import { framingCases } from './framing.ts'
import { expectCases, headerCases } from './headerLines.ts'
import { methodCases, requestLineCases } from './requestLine.ts'
import type { WireCase } from './wireCase.ts'

/** Valid, odd and hostile requests, by the part of the request that they test. */
export const corpus: Readonly<Record<string, readonly WireCase[]>> = {
  'the first line': requestLineCases,
  'the method': methodCases,
  'the headers': headerCases,
  'the end of a request': framingCases,
  'an expectation': expectCases,
  'the body': bodyCases,
}
