#!/usr/bin/env node
import { cli } from './lib/index.js'

await cli(import.meta.dirname)
