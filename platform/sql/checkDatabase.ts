import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Checks a SQLite database in a thread of its own: that its pages are sound, then what a module's `check` looks at.
 * @throws Error saying what is wrong
 */
export async function checkDatabase(file: string, module: URL | undefined): Promise<void> {
  const thread = new Worker(new URL('./checkThread.ts', import.meta.url), { workerData: { file, module: module?.href } })
  // An error of the thread rejects this.
  const [code] = (await once(thread, 'exit')) as [number]
  if (code !== 0) throw new Error(`the check of the database ended with ${code}`)
}
