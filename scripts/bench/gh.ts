/** Measures one call of the `gh` of commands, from its start to its end, against a program of Node that does nothing. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'

const GH = resolve(import.meta.dirname, '../../dist/gh.mjs')

/** Milliseconds: the median of a program of Node that does nothing, and of `gh`, without and with --jq. */
export async function ghCallMs(repeats: number): Promise<{ floor: number; plain: number; jq: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-gh-'))
  try {
    const socket = join(folder, 'socket')
    const empty = join(folder, 'empty.cjs')
    writeFileSync(empty, '')
    const answerWith = async (more: object, script: string) => {
      const server = new Worker(SERVER, {
        eval: true,
        workerData: { socket, answer: JSON.stringify({ ...ANSWER, ...more }) },
      })
      await new Promise((ready) => server.once('message', ready))
      const times = Array.from({ length: repeats }, () => startMs(script, socket))
      await server.terminate()
      return times.toSorted((a, b) => a - b)[Math.floor(repeats / 2)] ?? Number.NaN
    }
    return {
      floor: await answerWith({}, empty),
      plain: await answerWith({}, GH),
      jq: await answerWith({ jq: '.number' }, GH),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const ANSWER = { stdout: '{"number":7}', stderr: '', exitCode: 0 }
const SERVER = `const { workerData: { socket, answer }, parentPort } = require('node:worker_threads')
require('node:fs').rmSync(socket, { force: true })
require('node:net').createServer((c) => c.once('data', () => c.end(answer))).listen(socket, () => parentPort.postMessage('ready'))`

function startMs(script: string, socket: string): number {
  const started = performance.now()
  const { status, stderr } = spawnSync(process.execPath, [script, 'pr', 'view'], {
    env: { SLUICE_GH_SOCKET: socket, SLUICE_GH_KEY: 'key' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`gh ended with ${status}: ${stderr}`)
  return performance.now() - started
}
