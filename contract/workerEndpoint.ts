/** Description of the webhook endpoint that a worker registers for itself. The console says it in the reader's language. */
export const WORKER_ENDPOINT_DESCRIPTION = 'The worker of Kitroom'
