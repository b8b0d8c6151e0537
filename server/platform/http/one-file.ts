import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { unknownField } from './unknown-fields.ts'

interface OnlyFile<T> {
  /** What became of the file; undefined: there was none of an expected name. */
  received: T | undefined
  /** Why the request is refused, by part: a second file, or a part that the call doesn't take. */
  refused: Record<string, string>
}

/**
 * Receives the one file of a multipart request, and reads what else was sent, so that nothing of it is dropped
 * unsaid.
 * @param options.names the names that its part may have
 * @param options.second what is said of a second file
 */
export async function receiveOnlyFile<T>(
  req: FastifyRequest,
  options: { names: readonly string[]; bytes: number; second: string },
  receive: (part: MultipartFile) => Promise<T>,
): Promise<OnlyFile<T>> {
  const refused: Record<string, string> = {}
  let received: { value: T } | undefined
  const limits = { fileSize: options.bytes, files: 10, fields: 10, fieldSize: 10_000 }
  const parsing = { limits, throwFileSizeLimit: false }
  for await (const part of req.parts(parsing)) {
    const isExpected = options.names.includes(part.fieldname)
    if (part.type === 'field') {
      if (!isExpected) refused[part.fieldname] = unknownField
    } else if (isExpected && !received) received = { value: await receive(part) }
    else {
      refused[part.fieldname] = isExpected ? options.second : unknownField
      part.file.resume()
    }
  }
  return { received: received?.value, refused }
}
