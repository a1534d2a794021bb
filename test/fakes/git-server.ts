import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Git's smart HTTP protocol over real repositories, for reading: `/OWNER/REPO.git` is served from `repositories`. Source: git's
 * documentation, gitprotocol-http.
 */
export async function serveGit(repositories: Readonly<Record<string, string>>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const [, name = '', rest] = /^\/([\w.-]+\/[\w.-]+)\.git\/(info\/refs|git-upload-pack)$/.exec(url.pathname) ?? []
    asked.push(`${request.method} ${url.pathname} ${request.headers.authorization ?? ''}`.trim())
    const folder = repositories[name]
    if (folder === undefined || (rest === 'info/refs' && url.searchParams.get('service') !== 'git-upload-pack')) {
      response.writeHead(404).end('no such repository')
      return
    }
    const advertises = rest === 'info/refs'
    const type = `application/x-git-upload-pack-${advertises ? 'advertisement' : 'result'}`
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
    if (advertises) response.write('001e# service=git-upload-pack\n0000')
    const flags = ['--stateless-rpc', ...(advertises ? ['--advertise-refs'] : [])]
    const git = spawn('git', ['-c', 'uploadpack.allowAnySHA1InWant=true', 'upload-pack', ...flags, folder], {
      env: { PATH: process.env.PATH, GIT_PROTOCOL: String(request.headers['git-protocol'] ?? '') },
    })
    git.stdout.pipe(response)
    request.pipe(git.stdin)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
