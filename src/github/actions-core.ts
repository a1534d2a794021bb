/** What a run uses of @actions/core. The build bundles no more of it: its requests would come with an HTTP client of their own. */
export {
  error,
  exportVariable,
  getInput,
  getState,
  info,
  notice,
  saveState,
  setOutput,
  setSecret,
  summary,
  warning,
} from '@actions/core'
