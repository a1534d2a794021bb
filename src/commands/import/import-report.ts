import { mapOf, mapText } from '../../config/workflow-file.ts'
import type { TextEdit } from '../../text/text-edit.ts'
import type { JobSource, StepSource, WorkflowSource } from '../workflow-source.ts'

/**
 * What `sluice import` says about one place. `changed`: what it wrote; `note`: what behaves differently now; `question`:
 * what it cannot decide.
 */
export type ImportMessage = { kind: 'changed' | 'note' | 'question'; line: number; text: string }

/** The edits of one step and the messages about them. */
export type Conversion = {
  edits?: readonly TextEdit[]
  /** Inputs that the step gets. */
  inputs?: Readonly<Record<string, string>>
  messages: readonly ImportMessage[]
}

export const joinConversions = (parts: readonly Conversion[]): Required<Conversion> => ({
  edits: parts.flatMap(({ edits = [] }) => edits),
  inputs: Object.assign({}, ...parts.map(({ inputs = {} }) => inputs)),
  messages: parts.flatMap(({ messages }) => messages),
})

export const NOTHING: Conversion = { messages: [] }

/** What a conversion needs. `workflows`: the workflow of the step first, then those that call it. */
export type ImportContext = {
  workflows: readonly [WorkflowSource, ...WorkflowSource[]]
  job: JobSource
  step: StepSource
  /** The action that workflows use afterwards. */
  uses: string
  /** The folder of the repository. */
  root: string
  builtInCommands: readonly string[]
}

/** A message about a part of the workflow of the step. */
export const importMessage = (
  { workflows: [source] }: ImportContext,
  kind: ImportMessage['kind'],
  path: readonly (string | number)[],
  text: string,
): ImportMessage => ({
  kind,
  line: source.lineOf(path),
  text,
})

/** The settings of a step, also under the name that an early version of the action had. */
export const settingsOf = ({ step }: StepSource): string =>
  mapText(mapOf(step.with), 'settings') || mapText(mapOf(step.with), 'settings_json')
