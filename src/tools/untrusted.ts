/** Text of unknown authors, marked as no instruction. The mark cannot be closed from inside. */
export const untrusted = (text: string): string =>
  `<untrusted_context>\n${text.replace(/<(\/\s*untrusted_context\s*)>/gi, '&lt;$1&gt;')}\n</untrusted_context>`

/** Text that may stand inside an element without ending it. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
