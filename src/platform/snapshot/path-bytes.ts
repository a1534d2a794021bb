import { isUtf8 } from 'node:buffer'

/** Paths of git are bytes. They are kept as latin1 text, one character a byte. */

/** Whether the path is UTF-8. */
export const isTextPath = (path: string): boolean => isUtf8(Buffer.from(path, 'latin1'))

/** The text of a path, which may not be UTF-8. */
export const toText = (path: string): string => Buffer.from(path, 'latin1').toString('utf8')

/** The path, with the bytes that are not UTF-8 as git prints them. */
export const printablePath = (path: string): string =>
  isTextPath(path)
    ? toText(path)
    : path.replace(/[^ -~]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)

/** The absolute path of a path below `top`. */
export const pathOnDisk = (top: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(path === '' ? top : `${top}/`), Buffer.from(path, 'latin1')])
