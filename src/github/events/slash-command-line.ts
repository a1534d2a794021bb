/**
 * The slash command at the start of a request: `/review src/a.ts only` is `review` with the arguments `src/a.ts only`, and
 * `/git:commit` is a command in a folder. Everything after the name, further lines included, are the arguments. Undefined when
 * the request starts otherwise: `/etc/passwd` is a path.
 */
export function parseSlashCommand(request: string): { name: string; args: string } | undefined {
  const [, name, args = ''] = /^\/([a-z0-9][\w.-]*(?::[\w.-]+)*)(?:\s+([\s\S]*))?$/i.exec(request.trim()) ?? []
  return name === undefined ? undefined : { name, args: args.trim() }
}
