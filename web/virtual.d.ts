declare module 'virtual:operations' {
  export const operations: Record<string, Record<string, import('#contract/operation.ts').CallTarget>>
}
