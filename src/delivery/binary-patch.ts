import { deflateSync } from 'node:zlib'

/** A change of bytes as git writes it, both ways, so that it can be taken back too. */
export function binaryHunk(before: Buffer | null, after: Buffer | null): string {
  return `GIT binary patch\n${literal(after)}\n${literal(before)}\n`
}

/** The whole content, deflated, in lines of 52 bytes: a letter for the length, then base 85. */
function literal(bytes: Buffer | null): string {
  const content = bytes ?? Buffer.alloc(0)
  const deflated = deflateSync(content)
  const lines = [`literal ${content.length}`]
  for (let at = 0; at < deflated.length; at += 52) {
    const chunk = deflated.subarray(at, at + 52)
    lines.push(lengthLetter(chunk.length) + base85(chunk))
  }
  return `${lines.join('\n')}\n`
}

const lengthLetter = (length: number) => String.fromCharCode(length <= 26 ? 64 + length : 70 + length)

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'

function base85(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const word = Buffer.alloc(4)
    bytes.copy(word, 0, at, at + 4)
    let value = word.readUInt32BE()
    let digits = ''
    for (let digit = 0; digit < 5; digit += 1) {
      digits = DIGITS.charAt(value % 85) + digits
      value = Math.floor(value / 85)
    }
    text += digits
  }
  return text
}
