/** The JSON body of a problem (RFC 9457 section 3). @param kind status and title of the code */
export function formatProblemBody(
  kind: { status: number; title: string },
  { code, detail }: { code: string; detail: string },
  requestId: string,
): string {
  const { status, title } = kind
  return JSON.stringify({
    type: `/docs/errors#${code}`,
    title,
    status,
    detail,
    instance: `urn:uuid:${requestId}`,
    code,
    request_id: requestId,
  })
}
