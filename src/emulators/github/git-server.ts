import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createGunzip } from 'node:zlib'
import { execa } from 'execa'
import { minimalEnvironment, trustedProgramPath } from '../../platform/process/trusted-programs.ts'

/** `repository`: OWNER/NAME. `token`: one, or those of jobs that run beside. `gitDir`: called for each request. `refuses`: whether to answer a request with 403. */
export type GitServerOptions = {
  repository: string
  token: string | ReadonlySet<string>
  gitDir: () => string
  refuses?: () => boolean
}

export type GitServer = AsyncDisposable & {
  /** GITHUB_SERVER_URL. */
  url: string
  /** `METHOD path` of each request. */
  requests: string[]
}

/**
 * Serves fetches over git's smart HTTP protocol as GitHub does: with a token as the password of any user, by the id of any commit of the
 * repository and its pull requests, at any depth and with filters. Source: git's documentation "http-protocol", and actions/checkout.
 */
export async function startGitServer(options: GitServerOptions): Promise<GitServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    serve(options, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function serve(
  { repository, token, gitDir, refuses }: GitServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const [, name, place] = /^\/([^/]+\/[^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack)$/.exec(pathname) ?? []
  const end = (status: number, text: string, headers = {}) => response.writeHead(status, headers).end(text)
  if (refuses?.() === true) return void end(403, 'Access denied')
  const basic = /^basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const password = Buffer.from(basic ?? '', 'base64')
    .toString()
    .split(':')[1]
  const isKnown = typeof token === 'string' ? password === token : password !== undefined && token.has(password)
  if (!isKnown) return void end(401, 'Bad credentials', { 'www-authenticate': 'Basic realm="GitHub"' })
  if (name?.toLowerCase() !== repository.toLowerCase()) return void end(404, 'Repository not found.')
  const isAdvertisement = place === 'info/refs'
  if (isAdvertisement && searchParams.get('service') !== 'git-upload-pack') return void end(403, 'Read only')
  const part = isAdvertisement ? 'advertisement' : 'result'
  response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${part}`, 'cache-control': 'no-cache' })
  if (isAdvertisement) response.write('001e# service=git-upload-pack\n0000')
  const input = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request
  const settings = ['uploadpack.allowAnySHA1InWant=true', 'uploadpack.allowFilter=true', 'safe.directory=*']
  const program = execa(
    trustedProgramPath('git'),
    [
      ...settings.flatMap((setting) => ['-c', setting]),
      ...['upload-pack', '--stateless-rpc', ...(isAdvertisement ? ['--advertise-refs'] : []), gitDir()],
    ],
    {
      env: { ...minimalEnvironment(), GIT_PROTOCOL: String(request.headers['git-protocol'] ?? '') },
      extendEnv: false,
      encoding: 'buffer',
      stdin: isAdvertisement ? 'ignore' : 'pipe',
      buffer: false,
      reject: false,
    },
  )
  if (program.stdin) input.pipe(program.stdin)
  program.stdout.pipe(response)
  await program
}
