import { expect, test } from 'vitest'
import { loginMoved } from './source-form.ts'

test.each([
  [
    'https://anna:s%40fe@feeds.example/a.csv?x=1',
    { url: 'https://feeds.example/a.csv?x=1', user: 'anna', secret: 's@fe' },
  ],
  ['https://anna@feeds.example/a.csv', { url: 'https://feeds.example/a.csv', user: 'anna' }],
  ['https://:100%@feeds.example/', { url: 'https://feeds.example/', secret: '100%' }],
  ['https://feeds.example/a@b.csv', {}],
  ['not an address', {}],
])('the login in %s moves into its own fields', (url, fields) => {
  expect(loginMoved(url)).toEqual(fields)
})
