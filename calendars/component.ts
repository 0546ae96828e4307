import { foldLine } from './fold.ts'
import { escapeText } from './text.ts'

/** A property (RFC 5545 section 3.5). `value` is written as it is: it has its type's form already. */
export interface Property {
  name: string
  /** Names with values that need no quotes. */
  params?: Readonly<Record<string, string>>
  value: string
}

/** A component (RFC 5545 section 3.6): its properties come first, each kind in the order given. */
export interface Component {
  name: string
  properties: readonly Property[]
  components?: readonly Component[]
}

/** A property of the type TEXT. */
export const textProperty = (name: string, text: string): Property => ({ name, value: escapeText(text) })

function contentLine({ name, params = {}, value }: Property): string {
  const given = Object.entries(params).map(([param, of]) => `;${param}=${of}`)
  return foldLine(`${name}${given.join('')}:${value}`)
}

const linesOf = ({ name, properties, components = [] }: Component): string[] => [
  `BEGIN:${name}`,
  ...properties.map(contentLine),
  ...components.flatMap(linesOf),
  `END:${name}`,
]

/** The lines of a component (RFC 5545 section 3.1), each with CRLF, the last one too. */
export const serialize = (component: Component): string => `${linesOf(component).join('\r\n')}\r\n`
