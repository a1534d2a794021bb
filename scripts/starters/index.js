import { main } from './lib/index.js'

await main(import.meta.dirname)
