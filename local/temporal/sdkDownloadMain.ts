// Makes the SDK fetch its development server by starting it once. This is a child process, because the SDK cannot
// cancel a download.
import { TestWorkflowEnvironment } from '@temporalio/testing'

const [downloadDir] = process.argv.slice(2)
if (!downloadDir) throw new Error('The folder is missing.')

try {
  const environment = await TestWorkflowEnvironment.createLocal({
    server: { executable: { type: 'cached-download', downloadDir }, ui: false },
  })
  await environment.teardown()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
