import { isUtf8 } from 'node:buffer'
import type { Runtime } from '../config/runtime.ts'
import type { GitHub } from '../github/api/github.ts'
import type { Trust } from '../github/events/task.ts'
import type { Proposal } from '../github-tools/proposal.ts'
import { isSuggestion } from './apply-suggestions.ts'
import { trySuggestions } from './try-suggestions.ts'
import { openVerifyCommand } from './verify-command.ts'

export type VerifyContext = {
  /** The declared command; empty without one. */
  verify: string
  trust: Trust
  runtime: Runtime
  github: Pick<GitHub, 'content' | 'blob' | 'files'>
  notice(text: string): void
}

/** The proposals, in which only suggestions that were tried offer a commit. Never rejects. */
export async function verifiedProposals(
  proposals: readonly Proposal[],
  context: VerifyContext,
): Promise<readonly Proposal[]> {
  const { verify: declared, trust, runtime, github, notice } = context
  if (!proposals.some(isSuggestion)) return proposals
  const command = trust.level === 'trusted' ? declared : ''
  if (declared !== command) notice('The command `verify` is ignored in this run, because its code comes from outside.')
  const read = (path: string, commit: string) => readText(path, commit, github)
  if (command === '') return trySuggestions(proposals, { read })
  await using verify = openVerifyCommand(command, runtime)
  return await trySuggestions(proposals, { read, verify: { command, run: verify.run } })
}

async function readText(
  path: string,
  commit: string,
  github: Pick<GitHub, 'content' | 'blob'>,
): Promise<string | undefined> {
  try {
    const content = await github.content(path, commit)
    if (content.kind !== 'file') return undefined
    const bytes = content.bytes ?? Buffer.from(await github.blob(content.blob))
    return isUtf8(bytes) ? bytes.toString('utf8') : undefined
  } catch {
    return undefined
  }
}
