import type { Workspace } from '../host/files.ts'
import { type IgnoreRules, type IgnoreUse, loadIgnore } from '../host/ignore.ts'
import type { Place } from '../host/place.ts'

/** What of the workspace a tool may show: everything but what git and `.geminiignore` ignore. */
export type Sight = {
  /** The rules as the ignore files stand now; an earlier call may have changed them. */
  rules(): Promise<IgnoreRules>
  /** Whether what git ignores is out of sight, unless a call says otherwise. */
  git: boolean
  /** Is a single file, or folder, out of sight? `use` is what the call says of either kind of rules. */
  hides(at: Place, use?: IgnoreUse & { folder?: boolean }): Promise<boolean>
}

export function makeSight(files: Pick<Workspace, 'root'>, geminiText: string | undefined, git = true): Sight {
  const rules = () => loadIgnore(files.root, geminiText === undefined ? {} : { geminiText })
  return {
    rules,
    git,
    async hides(at, use = {}) {
      // Nothing is hidden outside the workspace; the few places there that may be read are named by ourselves.
      if (at.shown === at.path) return false
      const hidden = await (await rules()).hidden([{ path: at.shown, folder: use.folder ?? false }], {
        git: (use.git ?? git) && useFor(at.shown).git,
        gemini: use.gemini ?? true,
      })
      return hidden.size > 0
    },
  }
}

/** Installed packages are ignored by git everywhere, and still the place to look up what a dependency really does. */
export const useFor = (path: string): Required<Pick<IgnoreUse, 'git'>> => ({
  git: !path.split('/').includes('node_modules'),
})
