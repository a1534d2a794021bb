declare module 'write-good' {
  type Suggestion = { index: number; offset: number; reason: string }
  export default function writeGood(
    text: string,
    options?: { passive?: boolean; whitelist?: readonly string[] },
  ): Suggestion[]
}
