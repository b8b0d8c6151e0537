import { Select, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'

const ways = [
  { value: 'password', label: 'Password' },
  { value: 'key', label: 'Private key' },
]

/** A secret that is a password or, over SFTP, a private key. Neither is shown again. */
export function KeyOrPassword({
  takesKeys,
  password,
  value,
  onChange,
  error,
  placeholder,
  description,
}: {
  takesKeys: boolean
  /** The password’s field. */
  password: ReactNode
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  placeholder?: string
  description?: ReactNode
}) {
  const [way, setWay] = useState('password')
  if (!takesKeys) return password
  return (
    <>
      <Select
        label="Sign in with"
        data={ways}
        allowDeselect={false}
        value={way}
        onChange={(chosen) => {
          setWay(chosen ?? 'password')
          onChange('')
        }}
      />
      {way === 'password' ? (
        password
      ) : (
        <Textarea
          label="Private key"
          placeholder={placeholder || '-----BEGIN OPENSSH PRIVATE KEY-----'}
          description={description}
          error={error}
          autosize
          minRows={1}
          maxRows={6}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono' }}
          value={value}
          onChange={(e) => onChange(e.currentTarget.value)}
        />
      )}
    </>
  )
}
