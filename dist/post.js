import { post } from './lib/index.js'

await post(import.meta.dirname)
