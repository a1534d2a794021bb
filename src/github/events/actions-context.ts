/** The event of this job, read from the runner's file while the package loads. The build leaves its Octokit out. */
export { context } from '@actions/github'
