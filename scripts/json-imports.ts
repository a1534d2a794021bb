import { registerHooks } from 'node:module'

/** The packages of GitHub's parser import JSON as a bundler takes it; Node.js wants to hear that it is JSON. */
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    return found.url.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found
  },
})
