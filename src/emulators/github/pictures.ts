import { type ApiCall, wants } from './answer.ts'
import type { World, WorldPicture } from './world.ts'

const STORE = '/private-user-images/'

const PICTURE = /!\[[^\]]*\]\(([^)\s]+)\)|<img\b[^>]*?\ssrc="([^"]+)"[^>]*>/g

/**
 * What the media type `full` adds. An uploaded picture has a signed address on the host of private pictures; one of another host goes
 * through GitHub's proxy. Source: GitHub REST docs, "Media types", and docs "About anonymized URLs".
 */
export function renderedFields(call: ApiCall, body: string): { body_html?: string } {
  if (!wants(call, 'full')) return {}
  const html = body.replace(PICTURE, (_, inMarkdown?: string, inHtml?: string) => {
    const address = inMarkdown ?? inHtml ?? ''
    const id = /\/user-attachments\/assets\/([\w-]+)$/.exec(address)?.[1]
    return id === undefined
      ? `<img src="https://camo.githubusercontent.com/0a" data-canonical-src="${address}">`
      : `<img src="${new URL(call.api).origin}${STORE}1/2-${id}.png?jwt=e30&amp;x=1">`
  })
  return { body_html: `<p dir="auto">${html}</p>` }
}

/** The stored picture for an address; `gone` without one, undefined for other paths. */
export function storedPicture(world: World, { pathname, searchParams }: URL): WorldPicture | 'gone' | undefined {
  const id = /^\/private-user-images\/1\/2-([\w-]+)\.png$/.exec(pathname)?.[1]
  if (id === undefined) return undefined
  return (searchParams.get('jwt') === 'e30' ? world.pictures?.[id] : undefined) ?? 'gone'
}
