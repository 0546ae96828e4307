// Makes the Temporal SDK fetch its development server into the folder given, by starting it once. Its own process, because a
// download inside the SDK cannot be stopped.
import { TestWorkflowEnvironment } from '@temporalio/testing'

const [downloadDir] = process.argv.slice(2)
if (!downloadDir) throw new Error('The folder is missing.')

try {
  const environment = await TestWorkflowEnvironment.createLocal({ server: { executable: { type: 'cached-download', downloadDir }, ui: false } })
  await environment.teardown()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
