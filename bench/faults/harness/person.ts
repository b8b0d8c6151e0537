export interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  body: any
}

/** Someone who works with the program over HTTP. */
export class Person {
  readonly #address: string
  readonly #cookies = new Map<string, string>()

  private constructor(address: string) {
    this.#address = address
  }
  static async visit(address: string): Promise<Person> {
    const person = new Person(address)
    await person.get('/api/account/get')
    return person
  }
  static async signIn(address: string, login: string, password: string): Promise<Person> {
    const person = await Person.visit(address)
    const answer = await person.post('/api-public/account/login', { login, password })
    if (answer.status !== 200) throw new Error(`Could not sign in: ${JSON.stringify(answer)}`)
    return person
  }

  get(path: string): Promise<Answer> {
    return this.#ask('GET', path)
  }
  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#ask('POST', path, body, headers)
  }
  async bytes(path: string): Promise<Buffer> {
    const response = await fetch(this.#address + path, { headers: this.#headers() })
    return Buffer.from(await response.arrayBuffer())
  }
  /** Sends one file as a field of a form. */
  async upload(path: string, field: string, name: string, bytes: Buffer): Promise<Answer> {
    const form = new FormData()
    form.set(field, new Blob([new Uint8Array(bytes)]), name)
    const headers = this.#headers()
    return this.#read(await fetch(this.#address + path, { method: 'POST', headers, body: form }))
  }

  #headers(): Record<string, string> {
    return {
      'app-id': 'faults',
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': this.#cookies.get('XSRF-TOKEN') ?? '',
    }
  }
  async #ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(this.#address + path, {
      method,
      headers: { ...this.#headers(), ...json, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return this.#read(response)
  }
  async #read(response: Response): Promise<Answer> {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text }
  }
}
