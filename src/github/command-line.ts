/**
 * The command a request begins with: `/review src/a.ts only` is `review` with the arguments `src/a.ts only`, a name in a
 * folder is written `/git:commit`. What follows, further lines too, are the arguments. Undefined when it begins otherwise:
 * `/etc/passwd` is a path.
 */
export function readCommand(request: string): { name: string; args: string } | undefined {
  const [, name, args = ''] = /^\/([a-z0-9][\w.-]*(?::[\w.-]+)*)(?:\s+([\s\S]*))?$/i.exec(request.trim()) ?? []
  return name === undefined ? undefined : { name, args: args.trim() }
}
