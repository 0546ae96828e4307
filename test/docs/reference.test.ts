import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { errorCodes, faultCodes } from '../../contract/errors.ts'
import { apiPlane, settingsPlane } from '../../contract/planes.ts'
import { escapeHtml, inlineToHtml, markdownToHtml } from '../../server/reference/markdownToHtml.ts'
import { useServer } from '../support/suite.ts'

const suite = useServer()
const pages = ['/docs', '/docs/api', '/docs/settings', '/docs/errors']
const assets = {
  '/docs/style.css': 'text/css; charset=utf-8',
  '/docs/search.js': 'text/javascript; charset=utf-8',
  '/docs/icon.svg': 'image/svg+xml',
}

const get = (path: string, options: RequestInit = {}): Promise<Response> =>
  fetch(suite.server.url + path, { redirect: 'manual', ...options })
const textOf = async (path: string): Promise<string> => (await get(path)).text()
const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
const linksOf = (html: string): string[] => [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link = '']) => link)

/** Requests the guide with another Host header, which fetch does not allow. */
const requestAs = (host: string): Promise<{ status: number | undefined; text: string; etag: string | undefined }> =>
  new Promise((resolve, reject) => {
    const clientRequest = request(`${suite.server.url}/docs`, { headers: { host } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode, text, etag: answer.headers.etag }))
    })
    clientRequest.on('error', reject).end()
  })

describe('the reference', () => {
  it('is linked from the root path of a server without a console', async () => {
    const answer = await get('/')
    expect({ status: answer.status, 'content-type': answer.headers.get('content-type') }).toEqual({
      status: 200,
      'content-type': 'text/html; charset=utf-8',
    })
    expect(await answer.text()).toContain('href="/docs"')
  })

  it.each(pages)('%s is served without a key, with an ETag and a policy against foreign content', async (path) => {
    const answer = await get(path)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect({ status: answer.status, 'content-type': answer.headers.get('content-type') }).toEqual({
      status: 200,
      'content-type': 'text/html; charset=utf-8',
    })
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/)
    const secondReply = await get(path, { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } })
    expect({
      status: secondReply.status,
      'content-security-policy': secondReply.headers.get('content-security-policy'),
    }).toEqual({
      status: 304,
      'content-security-policy': policy,
    })
    const headAnswer = await get(path, { method: 'HEAD' })
    expect({
      status: headAnswer.status,
      'content-length': headAnswer.headers.get('content-length'),
      text: await headAnswer.text(),
    }).toEqual({
      status: 200,
      'content-length': String(Buffer.byteLength(await answer.text())),
      text: '',
    })
    const refusedReply = await get(path, { method: 'POST' })
    expect({ status: refusedReply.status, allow: refusedReply.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD, OPTIONS',
    })
  })

  it('shows the address of the Host header, and never an invalid one', async () => {
    expect(await textOf('/docs')).toContain(`SERVER=${suite.server.url}\n`)
    const fallback = 'http://127.0.0.1:4000'
    const hosts = {
      'kitroom.example': 'http://kitroom.example',
      'kitroom.example:8443': 'http://kitroom.example:8443',
      '[::1]:4000': 'http://[::1]:4000',
      'a"><script>alert(1)</script>': fallback,
      '$(reboot)': fallback,
      'x;reboot': fallback,
      'x y': fallback,
      'x/../y': fallback,
      'user:password@evil.example': fallback,
      [`${'a'.repeat(300)}.example`]: fallback,
    }
    const tags = new Set<string>()
    for (const [host, shownUrl] of Object.entries(hosts)) {
      const { status, text, etag } = await requestAs(host)
      // The server refuses an invalid Host header before it renders a page.
      const seenUrl = status === 400 ? fallback : /^SERVER=(.*)$/m.exec(text.replaceAll('<code>', '\n'))?.[1]
      expect(seenUrl).toBe(shownUrl)
      expect(text).not.toContain('alert(1)')
      if (shownUrl !== fallback) tags.add(etag ?? '')
    }
    expect(tags.size, 'each address has a tag of its own').toBe(3)
  })

  it.each(Object.entries(assets))('%s is served as %s', async (path, type) => {
    const answer = await get(path)
    expect({ status: answer.status, 'content-type': answer.headers.get('content-type') }).toEqual({
      status: 200,
      'content-type': type,
    })
    expect((await answer.text()).length).toBeGreaterThan(100)
  })

  it.each(pages)('%s has no inline script or style and no address of another server', async (path) => {
    const html = await textOf(path)
    expect(html).not.toMatch(/<style|<script(?! src="\/docs\/)| style=| on\w+=|javascript:/i)
    expect(
      linksOf(html).filter(
        (link) => !/^(?:#|\/docs|\/api\/v1\/openapi\.json$|\/settings\/v1\/openapi\.json$)/.test(link),
      ),
    ).toEqual([])
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
  })

  it('has no dead link and no duplicate anchor', async () => {
    const anchors = new Map<string, string[]>()
    for (const path of pages) anchors.set(path, idsOf(await textOf(path)))
    const deadLinks: string[] = []
    for (const path of pages) {
      const ids = anchors.get(path) ?? []
      expect(new Set(ids).size, `anchors of ${path}`).toBe(ids.length)
      for (const link of linksOf(await textOf(path))) {
        const [page = '', anchor] = link.startsWith('#') ? [path, link.slice(1)] : link.split('#')
        if (anchor !== undefined && !anchors.get(page)?.includes(anchor)) deadLinks.push(`${path}: ${link}`)
        if (anchor === undefined && (await get(page)).status !== 200) deadLinks.push(`${path}: ${link}`)
      }
    }
    expect(deadLinks).toEqual([])
  })

  it.each([
    ['/docs/api', apiPlane],
    ['/docs/settings', settingsPlane],
  ] as const)('%s shows every operation with an example', async (path, plane) => {
    const html = await textOf(path)
    for (const { id } of plane.operations) {
      const section = html.split(`<section class="operation" id="${id}">`)[1]?.split('</section>')[0] ?? ''
      expect(section, `the section of ${id}`).toContain('<figure class="example">')
    }
  })

  it('explains every code at the address in the type of a problem', async () => {
    const ids = idsOf(await textOf('/docs/errors'))
    expect(Object.keys(errorCodes).filter((code) => !ids.includes(code))).toEqual([])
    expect(faultCodes.filter((code) => !ids.includes(`fault-${code}`))).toEqual([])
    const refusedReply = await suite.alice.get('/gear?colour=red')
    const [page = '', anchor = ''] = refusedReply.problem().type.split('#')
    expect((await get(page)).status).toBe(200)
    expect(idsOf(await textOf(page))).toContain(anchor)
  })

  it('answers an unknown page like the API', async () => {
    const answer = await get('/docs/nothing')
    expect({ status: answer.status, 'content-type': answer.headers.get('content-type') }).toEqual({
      status: 404,
      'content-type': 'application/problem+json',
    })
  })
})

describe('text in the reference', () => {
  it('is never markup', () => {
    expect(escapeHtml(`<b a="1" b='2'>&`)).toBe('&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;')
    expect(inlineToHtml('<i> `a<b` **c** [d](#e) [f](javascript:g)')).toBe(
      '&lt;i&gt; <code>a&lt;b</code> <strong>c</strong> <a href="#e">d</a> [f](javascript:g)',
    )
  })

  it('is rendered in separate blocks from Markdown', () => {
    expect(markdownToHtml('# A b\n\none\ntwo\n\n- x\n  y\n- z\n\n```sh\na\n\nb < c\n```\n')).toBe(
      '<h1 id="a-b">A b</h1>\n<p>one two</p>\n<ul><li>x y</li><li>z</li></ul>\n<pre class="code"><code>a\n\nb &lt; c</code></pre>',
    )
  })
})
