import { Modal, UnstyledButton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { isShowable } from './showable.ts'

/** A picture that a click enlarges; what can't be loaded is shown as missing. */
export function Picture({ src, alt }: { src: string | undefined; alt: string }) {
  const [isMissing, setIsMissing] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  if (!src || isMissing || !isShowable(src))
    return (
      <span
        className="asin-picture none"
        role="img"
        aria-label={`No ${alt.charAt(0).toLowerCase()}${alt.slice(1)}`}
      >
        <IconPhotoOff size={28} stroke={1.4} aria-hidden />
      </span>
    )
  return (
    <>
      <UnstyledButton className="asin-picture" onClick={() => setIsOpen(true)} aria-label={`Enlarge: ${alt}`}>
        <img src={src} alt="" onError={() => setIsMissing(true)} referrerPolicy="no-referrer" />
      </UnstyledButton>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={alt}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <img src={src} alt={alt} className="asin-large" referrerPolicy="no-referrer" />
      </Modal>
    </>
  )
}
