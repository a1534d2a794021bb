import { action } from './lib/index.js'

await action(import.meta.dirname)
