import { useParams } from '@tanstack/react-router'

/** What stands in the path at `$name`. */
export function usePathText(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  return params[name] ?? ''
}

/** The id that stands in the path at `$name`; null where it can be none. */
export function usePathId(name: string): number | null {
  const text = usePathText(name)
  const id = Number(text)
  return /^\d+$/.test(text) && id > 0 && id < 2 ** 31 ? id : null
}
