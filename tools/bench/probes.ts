import { spawn } from 'node:child_process'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { NODE_FLAGS } from './process.ts'
import { computeMedian, computeQuantile } from './statistics.ts'

/** Duration of an fdatasync after appending 4 KiB, in the folder of the measured database. */
export function probeFdatasync(folder: string): { medianUs: number; p99Us: number } {
  const probeFolder = mkdtempSync(join(folder, 'sync-'))
  const file = openSync(join(probeFolder, 'probe'), 'w')
  const block = Buffer.alloc(4096, 1)
  const durations = Array.from({ length: 300 }, () => {
    writeSync(file, block)
    const startedAtMs = performance.now()
    fdatasyncSync(file)
    return (performance.now() - startedAtMs) * 1000
  })
  closeSync(file)
  rmSync(probeFolder, { recursive: true })
  return { medianUs: computeMedian(durations), p99Us: computeQuantile(durations, 0.99) }
}

/** Latencies of distinct searches, one after another on one connection. */
export async function probeSearches(
  url: string,
  key: string,
  names: readonly string[],
  count: number,
): Promise<{ p50Ms: number; p99Ms: number }> {
  const words = [...new Set(names.flatMap((name) => name.toLowerCase().split(/\s+/)).filter((word) => word.length > 1))]
  const searchTexts = [
    ...new Set([...words, ...names.map((name) => name.toLowerCase().split(/\s+/).slice(0, 2).join(' '))]),
  ].slice(0, count)
  const durations: number[] = []
  for (const text of searchTexts) {
    const startedAtMs = performance.now()
    const response = await request(`${url}/api/v1/gear?q=${encodeURIComponent(text)}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    await response.body.arrayBuffer()
    if (response.statusCode !== 200) throw new Error(`search for ${text}: ${response.statusCode}`)
    durations.push(performance.now() - startedAtMs)
  }
  if (durations.length < count) throw new Error(`only ${durations.length} different searches could be made`)
  return { p50Ms: computeMedian(durations), p99Ms: computeQuantile(durations, 0.99) }
}

/** Latencies of GET /analytics, one after another on one connection. */
export async function probeAnalytics(
  url: string,
  key: string,
  count: number,
): Promise<{ p50Ms: number; p99Ms: number }> {
  const durations: number[] = []
  for (let index = 0; index < count; index++) {
    const startedAtMs = performance.now()
    const response = await request(`${url}/api/v1/analytics`, { headers: { authorization: `Bearer ${key}` } })
    await response.body.arrayBuffer()
    if (response.statusCode !== 200) throw new Error(`analytics: ${response.statusCode}`)
    durations.push(performance.now() - startedAtMs)
  }
  return { p50Ms: computeMedian(durations), p99Ms: computeQuantile(durations, 0.99) }
}

/** Resident memory of a process in MB; NaN where unknown. */
export function readResidentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024
  } catch {
    return NaN
  }
}

export interface StartFigures {
  firstAnswerMs: number
  idleMb: number
}

/**
 * Starts the real server; measures its time to the first response and its idle memory.
 * @param cacheFolder has the compiled code of earlier starts; the first start compiles it
 */
export async function probeStart(
  databaseUrl: string,
  dataDir: string,
  key: string,
  cacheFolder: string,
): Promise<StartFigures> {
  const startedAtMs = performance.now()
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: cacheFolder,
    KITROOM_DATABASE_URL: databaseUrl,
    KITROOM_DATA_DIR: dataDir,
    KITROOM_PORT: '0',
  }
  const child = spawn(
    process.execPath,
    [...NODE_FLAGS, fileURLToPath(new URL('../../server/main.ts', import.meta.url))],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const match = /"url":"([^"]+)"/.exec(chunk.toString())
      if (match?.[1]) resolve(match[1])
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const response = await request(`${url}/api/v1/gear`, { headers: { authorization: `Bearer ${key}` } })
  await response.body.arrayBuffer()
  const firstAnswerMs = performance.now() - startedAtMs
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const idleMb = readResidentMb(child.pid ?? 0)
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  return { firstAnswerMs, idleMb }
}
