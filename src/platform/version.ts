/** Equals the version in package.json; a test compares them. */
export const VERSION = '0.1.0'

/** Equals the name in package.json; a test compares them. */
export const PACKAGE_NAME = '@sluice-agent/sluice'

/** Where editors find a JSON Schema of this version. */
export const schemaUrl = (name: string): string =>
  `https://unpkg.com/${PACKAGE_NAME}@${VERSION.split('.')[0]}/schemas/${name}.schema.json`
