import { useParams } from '@tanstack/react-router'

/** The text of the path parameter `$name`. */
export function usePathText(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  return params[name] ?? ''
}

/** The id in the path parameter `$name`; null if it can't be one. */
export function usePathId(name: string): number | null {
  const text = usePathText(name)
  const id = Number(text)
  return /^\d+$/.test(text) && id > 0 && id < 2 ** 31 ? id : null
}
