/** What every run uses of @actions/core. The build leaves out its HTTP client, which only a chunk for identity tokens needs. */
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
