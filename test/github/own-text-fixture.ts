import type { OwnText, OwnTextGitHub, OwnTexts } from '../../src/github/own-text.ts'

/** As if GitHub had confirmed it. */
export const ours = (text: string): OwnText => text as OwnText // tests of what is read from a text that was confirmed

/** As if GitHub had confirmed each text. */
export const allOurs: OwnTexts = { of: ({ body }) => ours(body), isUnsure: () => false, unsure: 0 }

/** GitHub as it is for a workflow that wrote everything of its account. */
export const confirming = (viewer: string): OwnTextGitHub => ({
  viewer: async () => viewer,
  ownRun: async () => ({ state: 'ours', startedAt: '2020-01-01T00:00:00Z' }),
  lastEditor: async () => ({ editedAt: undefined, isByAuthor: true, isOwn: true }),
})
