/** What the account of a run's changes needs, as one module: it is loaded at once, while the model thinks. */
export { findCheckout } from './find-checkout.ts'
export { compareWithBegin } from './tree-changes.ts'
export { takeSnapshot } from './worktree-snapshot.ts'
