import { appendFileSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Files by which a step tells the runner something. Source: GitHub docs, "Workflow commands", environment files. */
const CHANNELS = ['GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'] as const
type Channel = (typeof CHANNELS)[number]

export type ChannelFiles = {
  /** Does nothing where there is no such file. */
  append(channel: Channel, text: string): void
  bytes(channel: Channel): number
  /** Puts back what stood there and what we wrote, where anybody else has written; where that was since the last time. */
  restore(): Channel[]
}

/**
 * The runner's files, as they are now and as we write them. Whatever the model starts cannot reach them where it is isolated;
 * where it is not, it could set variables and outputs for later steps by writing there.
 */
export function openChannelFiles(env: Readonly<Record<string, string | undefined>>): ChannelFiles {
  const expected = new Map<Channel, { path: string; text: string }>()
  for (const channel of CHANNELS) {
    const path = env[channel]
    if (path) expected.set(channel, { path, text: textAt(path) ?? '' })
  }
  const mended = new Set<Channel>()
  const mend = (channel: Channel) => {
    const file = expected.get(channel)
    if (file === undefined || textAt(file.path) === file.text) return
    rmSync(file.path, { recursive: true, force: true })
    writeFileSync(file.path, file.text, { flag: 'wx' })
    mended.add(channel)
  }
  return {
    append(channel, text) {
      const file = expected.get(channel)
      if (file === undefined) return
      mend(channel) // or we would write behind a link, or not at all
      file.text += text
      appendFileSync(file.path, text)
    },
    bytes: (channel) => Buffer.byteLength(expected.get(channel)?.text ?? ''),
    restore() {
      for (const channel of CHANNELS) mend(channel)
      const changed = CHANNELS.filter((channel) => mended.has(channel))
      mended.clear()
      return changed
    },
  }
}

/** Undefined for what is no plain file of its own: a link would take what is written somewhere else. */
function textAt(path: string): string | undefined {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (facts === undefined) return ''
  return facts.isFile() && facts.nlink === 1 ? readFileSync(path, 'utf8') : undefined
}
