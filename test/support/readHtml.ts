import { expect } from 'vitest'

/** An element of a mail or page. */
export interface HtmlElement {
  name: string
  attributes: ReadonlyMap<string, string>
  /** Of its style attribute. */
  style: ReadonlyMap<string, string>
  classes: readonly string[]
  parent: HtmlElement | undefined
  /** Its own text, without that of the elements in it. */
  text: string
}

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s[a-z-]+="[^"<>]*")*)>|[^<]+/gy
const VOID = new Set(['meta', 'br', 'input'])

const readStyle = (text: string): Map<string, string> =>
  new Map(
    text
      .split(';')
      .filter((declaration) => declaration !== '')
      .map((declaration) => {
        const [property = '', value = ''] = declaration.split(/:(.*)/s)
        return [property, value]
      }),
  )

function toElement(name: string, attributeText: string, parent: HtmlElement | undefined): HtmlElement {
  const attributes = new Map(
    Array.from(attributeText.matchAll(/\s([a-z-]+)="([^"]*)"/g), ([, key = '', value = '']) => [key, value]),
  )
  const classes = attributes.get('class')?.split(' ') ?? []
  return { name, attributes, classes, style: readStyle(attributes.get('style') ?? ''), parent, text: '' }
}

/**
 * Reads a page that has no other markup than whole elements with quoted attributes: a text that is not escaped is an
 * error.
 */
function readElements(html: string): HtmlElement[] {
  const found: HtmlElement[] = []
  let open: HtmlElement | undefined
  let end = 0
  for (const { 0: token, 1: slash, 2: name, 3: attributeText = '', index } of html.matchAll(TOKEN)) {
    end = index + token.length
    if (name === undefined) {
      if (open) open.text += token
    } else if (slash === '/') {
      expect(open?.name).toBe(name)
      open = open?.parent
    } else {
      const element = toElement(name, attributeText, open)
      found.push(element)
      if (!VOID.has(name)) open = element
    }
  }
  expect(html.slice(end, end + 100)).toBe('')
  expect(open).toBeUndefined()
  return found
}

const OUTLOOK_ONLY = /<!--\[if mso\]>(.*?)<!\[endif\]-->/gs
const DOCTYPE = '<!doctype html>\n'

/**
 * @returns the elements that most mail programs show, and those that Outlook on Windows shows: it also reads the `mso`
 * comments
 */
export function readHtml(html: string): { elements: HtmlElement[]; outlookElements: HtmlElement[] } {
  expect(html.startsWith(DOCTYPE)).toBe(true)
  const page = html.slice(DOCTYPE.length)
  return {
    elements: readElements(page.replaceAll(OUTLOOK_ONLY, '')),
    outlookElements: readElements(page.replaceAll(OUTLOOK_ONLY, '$1')),
  }
}

/** The element and those around it, from the inside out. */
export function pathOf(element: HtmlElement): HtmlElement[] {
  const path: HtmlElement[] = []
  for (let one: HtmlElement | undefined = element; one; one = one.parent) path.push(one)
  return path
}
