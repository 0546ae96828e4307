import { ApiError } from './errors.ts'

function parseLine(line: string, status: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ApiError({ status, code: 'unreadable_answer', detail: 'A line of the answer is not JSON.' })
  }
}

export async function* parseLines(
  chunks: AsyncIterable<Uint8Array>,
  status: number,
): AsyncGenerator<unknown, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield parseLine(line, status)
  }
  rest += decoder.decode()
  if (rest.trim() !== '') yield parseLine(rest, status)
}
