// A thread of its own, so that reading a large file delays no other request.
import { parentPort, workerData } from 'node:worker_threads'
import { previewFile, type PreviewedFile } from './preview-file.ts'

const progressMs = 200
let lastMessage = 0

const preview = await previewFile(workerData as PreviewedFile, (rows, bytes) => {
  const now = performance.now()
  if (now - lastMessage < progressMs) return
  lastMessage = now
  parentPort?.postMessage({ rows, bytes })
})
parentPort?.postMessage({ preview })
