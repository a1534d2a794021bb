import { readAdminSettings } from '../../config/pinned/admin-settings.ts'
import { openPinnedConfig } from '../../config/pinned/pinned-config.ts'
import { loadSettings } from '../../config/settings/settings.ts'
import { readMachineSettings } from '../../config/settings/settings-files.ts'
import { steeringReader } from '../../github/git/steering-reader.ts'
import type { BotRoundServices } from './bot-rounds.ts'

/** Answers in a row that bots may ask for. A person who asks starts the count again. */
const DEFAULT_MAX_ROUNDS = 2

/** The limit in the settings. A broken file is reported where the configuration is loaded. */
export async function maxBotRounds(sha: string, { inputs, runtime, git, github }: BotRoundServices): Promise<number> {
  const steering = steeringReader(sha, { git, github })
  const settings = await Promise.all([
    readMachineSettings(runtime),
    readAdminSettings(inputs.admin_settings, steering, openPinnedConfig(inputs, github)),
  ])
    .then(([machineSettings, admin]) =>
      loadSettings(inputs.settings, steering, () => undefined, {
        env: runtime.env,
        machineSettings: { ...machineSettings, admin },
      }),
    )
    .catch(() => undefined)
  return settings?.sluice?.maxBotRounds ?? DEFAULT_MAX_ROUNDS
}
