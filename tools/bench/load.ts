import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { canPin, hasWrk } from './process.ts'

/**
 * Request templates: `{n}` is a running number, `{o}` an offset spread over the whole range, `{id}` the next of `ids`.
 */
export interface Load {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: string
  headers: Record<string, string>
  ids: readonly string[]
  offsets: number
}

export interface LoadResult {
  requests: number
  seconds: number
  errors: number
}

const OFFSET_STRIDE = 7919
let counter = 0

const quote = (text: string): string => JSON.stringify(text)

function buildLuaScript(load: Load, start: number): string {
  const headers = Object.entries(load.headers).map(([name, value]) => `wrk.headers[${quote(name)}] = ${quote(value)}`)
  return `
local n = ${start}
local ids = { ${load.ids.map(quote).join(', ')} }
local function fill(text)
  text = text:gsub("{n}", tostring(n)):gsub("{o}", tostring((n * ${OFFSET_STRIDE}) % ${Math.max(1, load.offsets)}))
  if #ids > 0 then text = text:gsub("{id}", ids[n % #ids + 1]) end
  return text
end
wrk.method = ${quote(load.method)}
${headers.join('\n')}
function request()
  n = n + 1
  return wrk.format(nil, fill(${quote(load.path)}), nil, ${load.body === undefined ? 'nil' : `fill(${quote(load.body)})`})
end
function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d\\n", summary.requests, summary.duration, e.connect + e.read + e.write + e.status + e.timeout))
end
`
}

function runWrk(url: string, load: Load, seconds: number, connections: number): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-bench-'))
  const script = join(folder, 'load.lua')
  writeFileSync(script, buildLuaScript(load, counter))
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url]
  const child = canPin ? spawn('taskset', ['-c', '1', 'wrk', ...args]) : spawn('wrk', args)
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('exit', () => {
      rmSync(folder, { recursive: true })
      const match = /RESULT (\d+) (\d+) (\d+)/.exec(output)
      if (!match) return reject(new Error(`wrk gave no result: ${output}`))
      resolve({ requests: Number(match[1]), seconds: Number(match[2]) / 1e6, errors: Number(match[3]) })
    })
  })
}

async function runAutocannon(url: string, load: Load, seconds: number, connections: number): Promise<LoadResult> {
  let n = counter
  const fillTemplate = (text: string): string =>
    text
      .replaceAll('{n}', String(n))
      .replaceAll('{o}', String((n * OFFSET_STRIDE) % Math.max(1, load.offsets)))
      .replaceAll('{id}', load.ids[n % Math.max(1, load.ids.length)] ?? '')
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    n += 1
    return {
      ...request,
      method: load.method,
      path: fillTemplate(load.path),
      headers: load.headers,
      ...(load.body !== undefined && { body: fillTemplate(load.body) }),
    }
  }
  const result = await autocannon({ url, connections, duration: seconds, requests: [{ setupRequest }] })
  return { requests: result.requests.total, seconds: result.duration, errors: result.errors + result.non2xx }
}

/** Sends requests for `seconds`. A response other than 2xx counts as an error. */
export async function runLoad(url: string, load: Load, seconds: number, connections = 64): Promise<LoadResult> {
  const result = await (hasWrk ? runWrk : runAutocannon)(url, load, seconds, connections)
  // Skip all numbers used so far, including those of unfinished requests.
  counter += result.requests + 10_000
  return result
}
