import { Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Result } from '#contract/index.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { exactTime } from '../../../ui/time.ts'
import type { Vendor } from '../page/vendor.ts'

/** A password reset link to hand to the vendor: shown once, never logged. */
export function ResetLink({ vendor, children }: { vendor: Vendor; children?: ReactNode }) {
  const [asking, setAsking] = useState(false)
  const [link, setLink] = useState<Result<'makeResetLink'> | null>(null)
  return (
    <>
      <Group mt="md">
        <Button
          size="xs"
          variant="default"
          disabled={!vendor.has_login}
          title={vendor.has_login ? undefined : `${vendor.company} has no login`}
          onClick={() => setAsking(true)}
        >
          Password reset link…
        </Button>
        {children}
      </Group>
      {asking && (
        <ActModal
          title={`Create password reset link for ${vendor.company}?`}
          act="Create link"
          run={() => api.makeResetLink({ params: { vendor_id: vendor.vendor_id } })}
          after={setLink}
          close={() => setAsking(false)}
        >
          <Text size="sm">
            Anyone with the link can set a new password, which ends all sessions. It works once and expires in
            24 hours. The activity log shows that you created it.
          </Text>
        </ActModal>
      )}
      {link && (
        <Modal
          opened
          onClose={() => setLink(null)}
          title="Password reset link"
          closeOnClickOutside={false}
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <Stack>
            <TextInput
              label={`For ${link.email}, expires ${exactTime(link.expires_tm)}`}
              readOnly
              value={link.link}
              data-autofocus
              onFocus={(e) => e.currentTarget.select()}
            />
            <Text size="sm" c="dimmed">
              Copy it now. You won’t see it again.
            </Text>
            <Group justify="flex-end">
              <CopyButton value={link.link}>
                {({ copied: isCopied, copy }) => (
                  <Button onClick={copy}>{isCopied ? 'Copied' : 'Copy link'}</Button>
                )}
              </CopyButton>
            </Group>
          </Stack>
        </Modal>
      )}
    </>
  )
}
