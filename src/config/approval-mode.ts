import { UserError } from '../platform/errors.ts'
import type { Mode } from '../policy/rules/decide.ts'
import type { Settings } from './settings/settings.ts'

/**
 * The approval mode of a run: the input, else `general.defaultApprovalMode`. Only the input can select `yolo`.
 * Throws UserError when the input is `yolo` and the settings forbid it.
 */
export function resolveApprovalMode(input: Mode, { general, security }: Pick<Settings, 'general' | 'security'>): Mode {
  if (input === 'yolo' && security?.disableYoloMode === true)
    throw new UserError(
      'The input approval_mode is yolo, but the setting security.disableYoloMode forbids it. Use auto_edit, or allow the calls you need with policy rules.',
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
