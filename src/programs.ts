import type { Isolation, SandboxMode } from './host/isolation.ts'
import { endFamily, type Family } from './host/process-tree.ts'
import { rememberPrograms } from './host/program.ts'
import type { Machine } from './machine.ts'
import type { Emit } from './record/events.ts'

/** What a run starts: kept apart from it, and gone when it ends. */
export type StartedPrograms = AsyncDisposable & {
  /**
   * How programs are kept apart, for whoever is about to start one. The first time, the run's report is told. Rejects with
   * IsolationError where isolation is demanded and cannot be had.
   */
  isolate(): Promise<Isolation>
  /** Finds that out ahead of the first program, beside whatever else goes on. */
  prepare(): void
  /** Whatever belongs to this goes on in the background and is to end with the run. */
  leftRunning(family: Family): void
}

type ProgramsPlace = Pick<Machine, 'env' | 'workspace' | 'scratch' | 'dist'>

export function startPrograms(mode: SandboxMode, machine: ProgramsPlace, emit: Emit): StartedPrograms {
  rememberPrograms()
  const families: Family[] = []
  let opening: Promise<Isolation> | undefined
  let told = false
  const open = () => {
    opening ??= import('./host/isolation.ts').then(({ openIsolation }) => openIsolation(mode, placeOf(machine)))
    return opening
  }
  return {
    async isolate() {
      const isolation = await open()
      if (!told) {
        told = true
        const known = mode === 'off' || isolation.level === 'namespaces'
        emit({ type: 'notice', level: known ? 'info' : 'warning', text: isolation.line })
      }
      return isolation
    },
    prepare() {
      // Whoever asks is told what went wrong.
      open().catch(() => undefined)
    },
    leftRunning(family) {
      families.push(family)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(families.map(endFamily))
    },
  }
}

const placeOf = ({ env, workspace, scratch, dist }: ProgramsPlace) => ({
  platform: process.platform,
  uid: process.getuid?.(),
  gid: process.getgid?.(),
  env,
  workspace,
  scratch,
  program: [dist, process.execPath],
})
