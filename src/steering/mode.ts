import { UserError } from '../host/errors.ts'
import type { Mode } from '../policy/decide.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * The approval mode of a run: the input, else `general.defaultApprovalMode`, of which `yolo` does not count: only the
 * workflow may say that. Throws UserError where the workflow says it and the settings forbid it.
 */
export function modeOf(input: Mode, { general, security }: Pick<Settings, 'general' | 'security'>): Mode {
  if (input === 'yolo' && security?.disableYoloMode === true)
    throw new UserError(
      'approval_mode is yolo, and the setting security.disableYoloMode forbids that. Use auto_edit, or allow what is needed by rules in policies.',
    )
  if (input !== 'default') return input
  switch (general?.defaultApprovalMode) {
    case 'auto_edit':
    case 'autoEdit':
      return 'autoEdit'
    case 'plan':
      return 'plan'
    default:
      return 'default'
  }
}
