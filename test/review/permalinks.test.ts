import { expect, test } from 'vitest'
import { deliver } from '../../src/delivery/deliver.ts'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { pull } from '../../src/emulators/github/world.ts'
import type { Task } from '../../src/github/events/task.ts'
import { openGit } from '../../src/github/git.ts'
import type { Proposal } from '../../src/github-tools/proposal.ts'
import { readNamedFiles } from '../../src/review/end-review.ts'
import { BOT, connect, createTestContext, finished, TOKEN, task } from '../delivery/delivery-fixture.ts'
import { type Chance, chance, linesOf, type Pair, somePairs } from '../delivery/diffs.ts'
import { codeLinksIn } from '../fakes/code-links.ts'
import { childEnv, testRepository } from '../github/repository.ts'
import { sample } from '../sample.ts'

type Named = { text: string; lines: string; isLinked: boolean }

/** A place as a model writes it, in one of many surroundings. `isLinked`: the place exists, and is neither in a fence nor in a link. */
function someReference(random: Chance, { path, after }: Pair): Named {
  const lines = linesOf(after)
  const first = 1 + random.below(lines.length + 3)
  const last = random.is(0.4) ? first + random.below(4) : first
  const place = `${path}:${first}${last === first ? '' : `-${last}`}`
  const isPlain = !/[\s"]/.test(path) && random.is(0.5)
  const reference = isPlain ? place : `\`${place}\``
  const forms = [
    `${reference}`,
    `(${reference})`,
    `**${reference}**`,
    `_see_ ${reference}, and`,
    `| ${reference} |`,
    `:${reference}.`,
  ]
  const isOut = random.is(0.2)
  const out = [`\`\`\`\n${place}\n\`\`\``, `[${reference}](https://github.com/octo/pond)`, `    ${place}`]
  const exists = after !== undefined && !after.includes('\0') && last <= lines.length
  return {
    text: isOut ? (out[random.below(out.length)] ?? '') : (forms[random.below(forms.length)] ?? ''),
    lines: lines.slice(first - 1, last).join('\n'),
    isLinked: exists && !isOut,
  }
}

for (const seed of sample([31, 32, 33, 34], 1))
  test(`every place that an answer and its comments name becomes a link to its text at the reviewed commit (${seed})`, async () => {
    const random = chance(seed)
    const pairs = somePairs(random, 12)
    await using repository = await testRepository()
    await repository.git('config', 'core.autocrlf', 'false')
    const head = await repository.commit(
      Object.fromEntries(pairs.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after]]))),
    )
    await repository.git('branch', 'topic', head)
    const base = await repository.commit({ 'later.txt': 'the branch moves on\n' })
    const side = (ref: string, sha: string) => ({ ref, sha, repo: 'octo/pond' })
    const sides = { base: side('main', base), head: side('topic', head) }
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      gitDir: repository.dir,
      pulls: [pull({ number: 5, user: 'wendy', ...sides })],
    })
    const about: Task = { ...task, event: 'pull_request', action: 'opened', kind: 'pull_request', number: 5, ...sides }
    const named = Array.from({ length: 60 }, () =>
      someReference(random, pairs[random.below(pairs.length)] ?? (pairs[0] as Pair)),
    )
    const paragraphs = named.map(({ text }, index) => `Point ${index}.\n\n${text}`)
    const answer = paragraphs.slice(0, 30).join('\n\n')
    const proposals: Proposal[] = paragraphs
      .slice(30)
      .map((body, index) => ({ kind: 'extra_comment', number: 5, body, nth: index + 1 }))

    // The checkout may lack the reviewed commit: then the API answers.
    const local = openGit(repository.dir, childEnv)
    const git = random.is(0.5) ? local : { ...local, treeOf: async () => undefined }
    const namedFiles = await readNamedFiles([answer, ...paragraphs.slice(30)], head, { git, github: connect(server) })
    const run = { ...finished({ ending: { end: 'answered', text: answer } }), proposals, namedFiles }
    await deliver(about, run, {}, createTestContext(server))

    expect(server.problems).toEqual([])
    const posted = server.world.comments.map(({ body }) => body).join('\n\n')
    for (const [index, { text, lines, isLinked }] of named.entries()) {
      const [, part = ''] =
        new RegExp(`Point ${index}\\.\\n\\n([\\s\\S]*?)(?=\\n\\nPoint |\\n<!--|\\n\\n\\*\\*Done|$)`).exec(posted) ?? []
      const links = await codeLinksIn(part, repository.dir)
      expect(links, text).toEqual(isLinked ? [{ repository: 'octo/pond', commit: head, lines }] : [])
    }
    expect(named.filter(({ isLinked }) => isLinked).length).toBeGreaterThan(15)
  })
