import { foldLine } from './foldLine.ts'
import { escapeCalendarText } from '../text.ts'

/** A property (RFC 5545 section 3.5). `value` is written unchanged, in its type's format. */
export interface Property {
  name: string
  /** Values must not need quotes. */
  params?: Readonly<Record<string, string>>
  value: string
}

export interface Component {
  name: string
  properties: readonly Property[]
  components?: readonly Component[]
}

export const toTextProperty = (name: string, text: string): Property => ({ name, value: escapeCalendarText(text) })

function toContentLine({ name, params = {}, value }: Property): string {
  const paramTexts = Object.entries(params).map(([param, paramValue]) => `;${param}=${paramValue}`)
  return foldLine(`${name}${paramTexts.join('')}:${value}`)
}

const toLines = ({ name, properties, components = [] }: Component): string[] => [
  `BEGIN:${name}`,
  ...properties.map(toContentLine),
  ...components.flatMap(toLines),
  `END:${name}`,
]

/** Serializes a component (RFC 5545 section 3.1), each line ending with CRLF. */
export const serializeComponent = (component: Component): string => `${toLines(component).join('\r\n')}\r\n`
