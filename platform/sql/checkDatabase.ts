import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Checks a SQLite database in a worker thread: page integrity first, then the `check` export of a module. @throws Error saying what is wrong */
export async function checkDatabase(file: string, module: URL | undefined): Promise<void> {
  const thread = new Worker(new URL('./checkThread.ts', import.meta.url), { workerData: { file, module: module?.href } })
  // An error in the thread rejects this promise.
  const [code] = (await once(thread, 'exit')) as [number]
  if (code !== 0) throw new Error(`the check of the database ended with ${code}`)
}
