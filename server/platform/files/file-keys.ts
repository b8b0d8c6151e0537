const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const parts = { owner: '\\d{1,10}', attempt: '\\d{1,10}', sha256: '[0-9a-f]{64}', uuid } as const
type Part = keyof typeof parts
type PartsOf<T extends string> = T extends `${string}{${infer P extends Part}}${infer Rest}`
  ? P | PartsOf<Rest>
  : never

/** The maximum of PostgreSQL's integer, as every owner's id is one. */
const largestId = 2_147_483_647

/** The keys of one kind of file that we write; anything else in their folder isn't ours. */
export interface FileKeys {
  folder: string
  /** The id in the key; undefined: we don't write such a key. */
  ownerOf(key: string): number | undefined
}

/** Builds and recognizes keys of a shape such as `uploads/{owner}/{uuid}`. */
export function fileKeys<T extends string>(shape: T) {
  const pattern = shape
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{(\w+)\}/g, (_, part: Part) => (part === 'owner' ? `(${parts.owner})` : parts[part]))
  // a file that a killed process was writing (partOf)
  const keyPattern = new RegExp(`^${pattern}(?:\\.${uuid}\\.part)?$`)
  return {
    folder: shape.slice(0, shape.indexOf('/')),
    key: (values: Record<PartsOf<T>, string | number>): string =>
      shape.replace(/\{(\w+)\}/g, (_, part: PartsOf<T>) => String(values[part])),
    ownerOf(key: string): number | undefined {
      const id = Number(keyPattern.exec(key)?.[1])
      return id <= largestId ? id : undefined
    },
  }
}

/** Where a file is written until it is complete. */
export const partOf = (path: string, uuid: string) => `${path}.${uuid}.part`
