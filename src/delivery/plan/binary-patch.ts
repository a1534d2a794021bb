import { deflateSync } from 'node:zlib'

/** A binary change as git writes it, in both directions, so that the patch can be reverted. */
export function binaryHunk(before: Buffer | null, after: Buffer | null): string {
  return `GIT binary patch\n${literal(after)}\n${literal(before)}\n`
}

/** The content, deflated, in lines of 52 bytes: a letter for the length, then base 85. */
function literal(bytes: Buffer | null): string {
  const content = bytes ?? Buffer.alloc(0)
  const deflated = deflateSync(content)
  const lines = [`literal ${content.length}`]
  for (let start = 0; start < deflated.length; start += 52) {
    const chunk = deflated.subarray(start, start + 52)
    lines.push(lengthLetter(chunk.length) + base85(chunk))
  }
  return `${lines.join('\n')}\n`
}

const lengthLetter = (length: number) => String.fromCharCode(length <= 26 ? 64 + length : 70 + length)

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'

function base85(bytes: Buffer): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += 4) {
    const word = Buffer.alloc(4)
    bytes.copy(word, 0, start, start + 4)
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
