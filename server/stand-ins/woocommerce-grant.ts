/** The page on which a WooCommerce shop asks its owner whether a program may have keys. */
export function grantPage(query: URLSearchParams): string {
  const app = escaped(query.get('app_name') ?? '')
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Connect ${app}</title></head>
  <body>
    <main>
      <h1>${app} would like to connect to your store</h1>
      <p>This grants ${app} ${escaped(query.get('scope') ?? '')} access: view and manage products and orders.</p>
      <form method="post" action="grant?${escaped(query.toString())}">
        <button type="submit">Approve</button>
      </form>
    </main>
  </body>
</html>`
}

/** Posts new keys to the program, as a shop does, and returns where the owner is led next. */
export async function sendKeys(query: URLSearchParams, secret: string): Promise<string> {
  const response = await fetch(query.get('callback_url') ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      key_id: 1,
      user_id: query.get('user_id'),
      consumer_key: 'ck_demo',
      consumer_secret: secret,
      key_permissions: query.get('scope'),
    }),
  })
  const target = new URL(query.get('return_url') ?? '')
  target.searchParams.set('success', response.ok ? '1' : '0')
  return target.href
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
