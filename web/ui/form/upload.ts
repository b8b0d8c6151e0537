import type { ErrorBody } from '#contract/refusals.ts'
import { headers, toHttpError } from '../../api.ts'

/** Uploads a file as multipart with its progress (0 to 1), which fetch doesn't report. */
export function upload<T>({
  url,
  field,
  file,
  progress,
  signal,
}: {
  url: string
  field: string
  file: File
  progress: (share: number) => void
  signal: AbortSignal
}): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value)
    request.upload.onprogress = (e) => e.lengthComputable && progress(e.loaded / e.total)
    request.onload = () => {
      const body = request.responseText ? (JSON.parse(request.responseText) as unknown) : undefined
      if (request.status < 300) resolve(body as T)
      else reject(toHttpError(request.status, body as ErrorBody))
    }
    request.onerror = () => reject(toHttpError(502, undefined))
    request.onabort = () => reject(new DOMException('Upload canceled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append(field, file)
    request.send(form)
  })
}
