import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** What goes wrong with a letter once. The *accepted* ones have it, though nobody is told so. */
export type LetterFault =
  | '450 at its recipient'
  | '451 at its end'
  | '550 at its recipient'
  | '554 at its end'
  | 'broken off'
  | 'broken off once accepted'
  | 'unanswered'
  | 'unanswered once accepted'

/** A mail server whose conversations go wrong, each letter's once. */
export class MailServer {
  /** The recipients of what it accepted. */
  readonly got: string[] = []
  /** What goes wrong next with a letter to whom. */
  readonly faults = new Map<string, LetterFault>()
  /** Called when it leaves a letter unanswered. */
  onHang: () => void = () => {}
  port = 0
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((socket) => this.#converse(socket))

  async listen(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', () => resolve()))
    this.port = (this.#server.address() as AddressInfo).port
  }
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    if (this.#server.listening) await new Promise<void>((resolve) => void this.#server.close(() => resolve()))
  }

  #converse(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
    socket.write('220 mail\r\n')
    let recipient = ''
    let isData = false
    let text = ''
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      for (;;) {
        const end = isData ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n')
        if (end < 0) return
        const line = text.slice(0, end)
        text = text.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          this.#end(socket, recipient)
          continue
        }
        recipient = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? recipient
        isData = /^DATA/i.test(line)
        socket.write(this.#answer(line, recipient))
        if (/^QUIT/i.test(line)) socket.end()
      }
    })
  }

  #answer(line: string, recipient: string): string {
    if (/^DATA/i.test(line)) return '354 go on\r\n'
    if (!/^RCPT/i.test(line)) return '250 well\r\n'
    const fault = this.faults.get(recipient)
    if (!fault?.endsWith('recipient')) return '250 well\r\n'
    this.faults.delete(recipient)
    return `${fault.slice(0, 3)} not now\r\n`
  }

  #end(socket: Socket, recipient: string): void {
    const fault = this.faults.get(recipient)
    this.faults.delete(recipient)
    if (!fault || fault.endsWith('accepted')) this.got.push(recipient)
    if (!fault) socket.write('250 accepted\r\n')
    else if (fault.endsWith('end')) socket.write(`${fault.slice(0, 3)} not now\r\n`)
    else if (fault.startsWith('broken')) socket.destroy()
    else this.onHang()
  }
}
