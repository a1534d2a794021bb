/** Text of unknown authors in an element that marks it as data. The text cannot close the element. */
export const wrapUntrusted = (text: string): string =>
  `<untrusted_context>\n${text.replace(/<(\/\s*untrusted_context\s*)>/gi, '&lt;$1&gt;')}\n</untrusted_context>`

/** Escapes a text for an XML element or attribute. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
