import { useDocumentVisibility } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api.ts'

const againMs = 30_000

/**
 * Loads notifications again as soon as one is added or changes. A hidden page listens to nothing: browsers keep few
 * connections to one server.
 */
export function useLiveMessages(isOn: boolean): void {
  const client = useQueryClient()
  const isVisible = useDocumentVisibility() === 'visible'
  useEffect(() => {
    if (!isOn || !isVisible) return
    let events: EventSource | undefined
    let timer: number | undefined
    let isFirst = true
    const listen = () => {
      events = new EventSource(api.watchSystemMessages.url())
      events.onmessage = (event: MessageEvent<string>) => {
        const { unread_count } = JSON.parse(event.data) as { unread_count: number }
        client.setQueryData(api.countUnreadMessages.query().queryKey, { unread_count })
        if (!isFirst) void client.invalidateQueries({ queryKey: api.listSystemMessages.key() })
        isFirst = false
      }
      events.onerror = () => {
        events?.close()
        timer = window.setTimeout(listen, againMs)
      }
    }
    listen()
    return () => {
      window.clearTimeout(timer)
      events?.close()
    }
  }, [client, isOn, isVisible])
}
