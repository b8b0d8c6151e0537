import { Worker } from 'node:worker_threads'
import { FeedFailure } from '#engine/failure.ts'
import type { previewFile, PreviewedFile } from './preview-file.ts'

type Preview = Awaited<ReturnType<typeof previewFile>>
type Message = { preview: Preview } | { rows: number; bytes: number }

/** A preview's memory: an item and its columns have limits, so a file that needs more is a fault. */
const mostMegabytes = 1024

/** Reads a preview in a thread of its own, which ends when the request does. */
export async function previewInThread(
  file: PreviewedFile,
  signal: AbortSignal,
  onProgress: (rows: number, bytes: number) => void,
): Promise<Preview> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('preview-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop)
  try {
    return await new Promise<Preview>((resolve, reject) => {
      worker.on('message', (message: Message) => {
        if ('preview' in message) resolve(message.preview)
        else onProgress(message.rows, message.bytes)
      })
      worker.once('error', reject)
      worker.once('exit', () =>
        reject(signal.aborted ? endedBy(signal) : new Error('The preview ended early')),
      )
    })
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

const endedBy = ({ reason }: AbortSignal): unknown =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
    ? new FeedFailure('slow', 'The file is too large to preview in time. Run the feed to read it')
    : reason
