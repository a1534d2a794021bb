/** What dist/index.js, dist/post.js and dist/cli.js start. `dist` is the folder they lie in. */
export { action, post } from './main.ts'

export const cli = async (dist: string): Promise<void> => (await import('./cli.ts')).cli(dist)
