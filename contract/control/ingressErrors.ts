/** Error codes of the worker's ingress, in problem documents like the API's. */
export const ingressErrorCodes = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_signature: { status: 401, title: 'The signature is not valid' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  body_too_large: { status: 413, title: 'The body is too large' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Nothing can be taken now' },
} as const
export type IngressErrorCode = keyof typeof ingressErrorCodes
