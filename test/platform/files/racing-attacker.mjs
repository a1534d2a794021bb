// Swaps names in a checkout as fast as it can: `node racing-attacker.mjs WORK OUTSIDE KIND…`. Prints a line when it has started.
// It runs in the isolation of a run too, where it cannot reach everything: what fails there is skipped.
import { existsSync, linkSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

const [, , work, outside, ...kinds] = process.argv

const attempt = (step) => {
  try {
    step()
  } catch {
    // The reader, or the isolation, came in between.
  }
}

/** Puts something in the place of `path` for a moment. A writer may create a folder there while it is away. */
const swap = (path, put, remove = unlinkSync) => {
  attempt(() => renameSync(path, `${path}.away`))
  attempt(() => put(path))
  attempt(() => remove(path))
  if (existsSync(`${path}.away`)) attempt(() => rmSync(path, { recursive: true }))
  attempt(() => renameSync(`${path}.away`, path))
}

const linkTo = (target) => (path) => symlinkSync(target, path)

const ROUNDS = {
  'folder and link': () => swap(join(work, 'sub'), linkTo(outside)),
  'file and link': () => swap(join(work, 'file/file.txt'), linkTo(join(outside, 'file.txt'))),
  'link and link': () => {
    attempt(() => symlinkSync(outside, join(work, 'link.new')))
    attempt(() => renameSync(join(work, 'link.new'), join(work, 'link')))
    attempt(() => symlinkSync('sub', join(work, 'link.new')))
    attempt(() => renameSync(join(work, 'link.new'), join(work, 'link')))
  },
  'hard link': () => swap(join(work, 'hard/file.txt'), (path) => linkSync(join(outside, 'file.txt'), path)),
  pipe: () =>
    swap(
      join(work, 'pipe/file.txt'),
      (path) => renameSync(join(work, 'pipe.ready'), path),
      (path) => renameSync(path, join(work, 'pipe.ready')),
    ),
  'renames of parents': () => {
    swap(join(work, 'tree'), linkTo(join(outside, 'tree')))
    swap(join(work, 'tree/deep'), linkTo(join(outside, 'tree/deep')))
  },
  'a nested checkout': () => swap(join(work, 'nested'), linkTo(join(outside, 'nested'))),
  'case twins': () => {
    swap(join(work, 'Twin'), linkTo(outside))
    swap(join(work, 'twin'), linkTo(join(work, 'Twin')))
  },
  // What the post step uploads. An isolated program does not see the folder.
  'the folder of the run': () => {
    const run = join(dirname(work), 'run')
    swap(run, linkTo(join(dirname(outside), 'outside-run')))
    swap(join(run, 'transcript.jsonl'), linkTo(join(dirname(outside), 'outside-run/transcript.jsonl')))
    swap(join(run, 'transcript.jsonl'), (path) =>
      linkSync(join(dirname(outside), 'outside-run/transcript.jsonl'), path),
    )
  },
  'the checkout itself': () => swap(work, linkTo(join(dirname(outside), 'outside-work'))),
}

const rounds = (kinds.length === 0 ? Object.keys(ROUNDS) : kinds).map((kind) => ROUNDS[kind])

function race() {
  for (let count = 0; count < 50; count++) for (const round of rounds) round()
  // Everything is in its place for a moment, so that some readers get through on a busy machine too.
  setTimeout(race, 2)
}

process.stdout.write('started\n')
race()
