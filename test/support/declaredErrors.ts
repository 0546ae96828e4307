import type { Client } from '../../client/client.ts'
import { ApiError } from '../../client/errors.ts'
import { commonControlErrors } from '../../contract/controlErrors.ts'
import type { Operation } from '../../contract/operation.ts'

function checkAnswer(operation: Operation, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const declared: readonly string[] = [...commonControlErrors, ...operation.errors]
  return declared.includes(error.code)
    ? error
    : new Error(`${operation.id} answers with ${error.code}, which the contract does not declare for it`, {
        cause: error,
      })
}

async function* iterate<T>(operation: Operation, values: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* values
  } catch (error) {
    throw checkAnswer(operation, error)
  }
}

/**
 * A client of the control plane that fails a test when an operation answers with a code that the contract does not
 * declare for it.
 */
export function checkDeclaredErrors(client: Client): Client {
  const checked = <T>(operation: Operation, answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw checkAnswer(operation, error)
    })
  return {
    call: (operation, ...rest) => checked(operation, client.call(operation, ...rest)),
    upload: (operation, ...rest) => checked(operation, client.upload(operation, ...rest)),
    stream: (operation, ...rest) => iterate(operation, client.stream(operation, ...rest)),
    download: (operation, ...rest) => iterate(operation, client.download(operation, ...rest)),
    close: () => client.close(),
  }
}
