import { Readable } from 'node:stream'
import type { Files } from '#server/platform/files/files.ts'
import type { ReachOptions } from './place.ts'
import { Fault, type Reach } from './steps.ts'

/** A folder of our own storage location. */
export function reachStorage(files: Files, folder: string, { probe }: Pick<ReachOptions, 'probe'>): Reach {
  const key = `stores/${folder}/${probe.name}`
  return {
    target: `storage: ${folder}`,
    steps: [
      {
        name: 'write',
        run: async () => {
          await files.put(key, Readable.from([probe.text]))
          const isRemoved = await files.remove(key).then(
            () => true,
            () => false,
          )
          return probe.written(`the folder ${folder}`, isRemoved)
        },
        faults: () =>
          new Fault('Our storage refused the file.', 'The problem is on our side. Contact an administrator.'),
      },
    ],
    close: () => {},
  }
}
