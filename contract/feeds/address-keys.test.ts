import { expect, test } from 'vitest'
import { joinKeys, splitKeys } from './address-keys.ts'

test.each([
  [
    'https://a.example/x.csv?id=5&token=ab%20c&v=2#top',
    'https://a.example/x.csv?id=5&token=••••&v=2#top',
    ['ab%20c'],
  ],
  [
    'https://a.example/x?password=p&api_key=k&sig=s',
    'https://a.example/x?password=••••&api_key=••••&sig=••••',
    ['p', 'k', 's'],
  ],
  [
    'https://a.example/x?X-Amz-Signature=1&auth=2',
    'https://a.example/x?X-Amz-Signature=••••&auth=••••',
    ['1', '2'],
  ],
  [
    'https://a.example/x?keyword=a&author=b&monkey=c&passage=d',
    'https://a.example/x?keyword=a&author=b&monkey=c&passage=d',
    [],
  ],
  ['https://a.example/x?a=1#access_token=z&b=2', 'https://a.example/x?a=1#access_token=••••&b=2', ['z']],
  ['https://a.example/x?token=', 'https://a.example/x?token=', []],
  ['https://a.example/token=5', 'https://a.example/token=5', []],
])('%s shows its secrets as hidden, and gets them back to the letter', (url, address, values) => {
  const split = splitKeys(url)
  expect(split.address).toBe(address)
  expect(split.keys.map(({ value }) => value)).toEqual(values)
  expect(joinKeys(address, split.keys)).toBe(url)
})

test('a hidden secret that isn’t known stays hidden, and a typed one counts', () => {
  const known = [{ name: 'token', value: 'old' }]
  expect(joinKeys('https://a.example/?key=••••&token=new', known)).toBe(
    'https://a.example/?key=••••&token=new',
  )
  expect(joinKeys('https://a.example/?token=%E2%80%A2%E2%80%A2%E2%80%A2%E2%80%A2', known)).toBe(
    'https://a.example/?token=old',
  )
})
