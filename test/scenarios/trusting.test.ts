import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { improvise, type Wish } from './improvised.ts'

const shell = (command: string): Wish => ({ tool: 'run_shell_command', args: { command } })

test.concurrent('C13: only the workflow can set yolo, and it is recorded', async () => {
  const yolo = JSON.stringify({
    general: { defaultApprovalMode: 'yolo' },
    security: { folderTrust: { enabled: true } },
  })
  const given = {
    turns: [[shell('touch planted')]],
    policies: '',
    repo: { '.gemini/settings.json': yolo, 'a.md': 'a\n' },
    head: { '.gemini/settings.json': yolo.replace('true', 'false'), '.gemini/trustedFolders.json': '{"/": "TRUST"}' },
  }
  await improvise({ ...given, step: { inputs: { settings: yolo } } }, ({ last, said, transcript, repository }) => {
    expect(said[0]?.[0]).toMatch(/nobody|denied/i)
    expect(last.outputs.outcome, last.log).toBe('denied')
    expect(transcript).not.toMatch(/"mode":"yolo"/)
    expect(existsSync(join(repository.workspace, 'planted'))).toBe(false)
  })
  await improvise({ ...given, step: { inputs: { approval_mode: 'yolo' } } }, ({ last, transcript, repository }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(transcript).toMatch(/yolo/)
    expect(existsSync(join(repository.workspace, 'planted'))).toBe(true)
  })
})

test.concurrent('a program that a command plants on our search path never runs', async () => {
  const own = mkdtempSync(join(tmpdir(), 'sluice-planted-'))
  const plant = `printf '#!/bin/sh\\ntouch ${own}/ran\\nexec /usr/bin/git "$@"\\n' > ${own}/git && chmod +x ${own}/git && cp ${own}/git ${own}/rg && echo planted`
  const turns: Wish[][] = [
    [shell(plant)],
    [{ tool: 'search_file_content', args: { pattern: 'name' } }],
    [{ tool: 'write_file', args: { file_path: 'a.md', content: 'b\n' } }],
  ]
  const step = { env: { PATH: [own, process.env.PATH ?? ''].join(delimiter) }, inputs: { changes: 'pull_request' } }
  await improvise({ turns, step, repo: { 'a.md': 'name\n' } }, ({ last, said }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(said[0]?.[0]).toContain('planted')
    expect(said[1]?.[0]).toContain('a.md')
    expect(existsSync(join(own, 'git'))).toBe(false) // written into a copy that the run dropped
    expect(existsSync(join(own, 'ran'))).toBe(false)
  })
  rmSync(own, { recursive: true, force: true })
})

test.concurrent('G07: a link to the workflows does not bypass their protection', async () => {
  const prepare = (folder: string) => {
    mkdirSync(join(folder, 'head'), { recursive: true })
    symlinkSync('.github/workflows', join(folder, 'head/docs'))
  }
  const workflow = '.github/workflows/ci.yml'
  const turns = [
    [
      { tool: 'write_file', args: { file_path: 'docs/ci.yml', content: 'on: push\n' } },
      { tool: 'write_file', args: { file_path: 'note.md', content: 'b\n' } },
    ],
  ]
  const step = { inputs: { changes: 'commit' } }
  const repo = { 'a.md': 'a\n', [workflow]: 'on: pull_request\n' }
  await improvise(
    { turns, policies: 'profile:maintain', step, repo, prepare },
    ({ last, said, repository, transcript }) => {
      expect(said[0]?.[0]).toMatch(/denied by policy. This path is protected/)
      expect(said[0]?.[1]).toContain('note.md')
      expect(last.outputs.outcome, last.log).toBe('ok')
      expect(last.outputs.commit_sha).toMatch(/^[0-9a-f]{40}$/)
      expect(readFileSync(join(repository.workspace, workflow), 'utf8')).toBe('on: pull_request\n')
      // A replay has no such link.
      expect(transcript).toContain(`"resolved":{"args":{"file_path":"${workflow}"`)
    },
  )
})
