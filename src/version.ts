/** The same as in package.json; a test compares. */
export const VERSION = '0.1.0'
