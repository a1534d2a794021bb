import type { Form } from '../agent/form.ts'
import type { Hooks } from '../agent/hooks.ts'
import type { AgentKit } from '../agent/kit.ts'
import { memoryOptions } from '../agent/memory.ts'
import { toolsInVain } from '../agent/named-tools.ts'
import { systemPrompt } from '../agent/prompt.ts'
import type { Skill } from '../agent/skills.ts'
import type { OfferedAgent } from '../agent/subagent.ts'
import { memoryOnTouch } from '../agent/touched.ts'
import type { Reader } from '../host/files.ts'
import type { Filter } from '../host/secrets.ts'
import type { Inputs } from '../inputs.ts'
import type { Ask } from '../model/types.ts'
import type { Check } from '../policy/checkers.ts'
import { hiddenAmong, type Mode, type Rule } from '../policy/decide.ts'
import type { Emit } from '../record/events.ts'
import type { Settings } from '../settings/settings.ts'
import type { SystemText } from '../steering/system-text.ts'
import { builtins, type Powers } from '../tools/builtins.ts'
import { groundedBy } from '../tools/grounding.ts'
import { keepText } from '../tools/long-output.ts'
import { needsAPerson } from '../tools/needs-a-person.ts'
import type { Tool } from '../tools/tool.ts'
import { makeToolbox, withinRequest } from '../tools/toolbox.ts'
import type { FetchPower } from '../tools/web-fetch.ts'
import { VERSION } from '../version.ts'
import { asideFor } from './aside.ts'
import { contextOf, longestOf, stopsFor } from './limits.ts'
import type { Line } from './line.ts'
import { type Offer, offer, unusedSkills } from './offer.ts'
import type { Outside, Served } from './outside.ts'
import { placesIn } from './places.ts'
import { checkWrittenDown, hooksWrittenDown } from './programs-said.ts'

/** What was loaded for a run. */
type Loaded = Line & {
  inputs: Inputs
  settings: Settings
  mode: Mode
  rules: readonly Rule[]
  memory: string
  memoryFiles: readonly string[]
  agents: readonly OfferedAgent[]
  skills: readonly Skill[]
  steering: Reader
  hooks: Hooks | undefined
  check: Check | undefined
  powers: Powers
  /** Tools beside the built-in ones. */
  further: readonly Tool[]
  /** Starts what one sub-agent has of its own. */
  serve?: Outside['serve']
  /** Tools of MCP servers, which may change while the run goes on. */
  served: Served
  wordless: () => string
  /** What is said in the place of our system text. */
  instead: SystemText | undefined
  /** The form the answer must have; absent: any. */
  form: Form | undefined
  /** Aborted when the time for more than a last answer is over. */
  soon: AbortSignal | undefined
  /** The folder for what is too long for the conversation. */
  outputs: string
  filter: Filter
  emit: Emit
  now: () => number
}

/** Everything a conversation needs, from what was loaded. */
export function equip(given: Loaded): AgentKit {
  const { inputs, rules, mode, filter, emit, model } = given
  const save = (name: string, text: string) => keepText(given.outputs, name, filter.text(text))
  const longest = longestOf(given.settings)
  const offered = offer(given, () => ({
    kit,
    memory: given.memory,
    memoryOf: memoryOf(),
    sections: (tools) => Object.values(offered.said(tools)),
    version: VERSION,
    ...(given.serve && { serve: given.serve }),
  }))
  const own = [...builtins(withQuestions(given)), ...offered.tools, ...given.further, ...needsAPerson()]
  const atHand = toolsAtHand(own, given)
  const names = atHand().declarations.map(({ name }) => name)
  const say = (text: string) => emit({ type: 'notice', level: 'info', text })
  const unused = unusedSkills(given.skills, names)
  if (unused !== undefined) say(unused)
  for (const text of toolsInVain(given.agents, atHand().toolbox)) say(text)
  const memory = { ...memoryOptions(given.settings.context), root: given.powers.files.root }
  const memoryOf = () => memoryOnTouch(given.steering, given.memoryFiles, memory, say)
  const kit: AgentKit = {
    rules,
    mode,
    get toolbox() {
      return atHand().toolbox
    },
    get hidden() {
      return atHand().hidden
    },
    get declarations() {
      return atHand().declarations
    },
    redact: filter.deep,
    emit,
    now: given.now,
    hooks: given.hooks && hooksWrittenDown(given.hooks, emit),
    check: given.check && checkWrittenDown(given.check, emit),
    places: placesIn(given.powers.files),
    memoryOf: memoryOf(),
    ask: given.ask,
    model,
    system: filter.text(systemText(given, names, offered.said(names))),
    stops: stopsFor(inputs, given.settings),
    form: given.form,
    budget: given.budget,
    soon: given.soon,
    outputs: { longest, save },
    context: contextOf(given.settings, model, { aside: asideFor(given), save, count: given.count }),
    detectLoops: given.settings.model?.disableLoopDetection !== true,
    wordless: given.wordless,
  }
  return kit
}

type AtHand = Pick<AgentKit, 'toolbox' | 'hidden' | 'declarations'>

/**
 * The tools of a run as they are now. One that no rule lets be called is not declared, nor is what a request has no room
 * for, which is said once.
 */
function toolsAtHand(own: readonly Tool[], { served, rules, mode, emit }: Loaded): () => AtHand {
  let isSaid = false
  const warn = (text: string) => {
    if (!isSaid) emit({ type: 'notice', level: 'warning', text })
    isSaid = true
  }
  return latest(served, (tools) => {
    const all = [...own, ...tools]
    const shut = hiddenAmong(all, rules, mode)
    const toolbox = makeToolbox(all)
    const shown = toolbox.declarations().filter(({ name }) => !shut.has(name))
    return { toolbox, hidden: shut, declarations: withinRequest(shown, warn) }
  })
}

function systemText(given: Loaded, tools: readonly string[], said: ReturnType<Offer['said']>): string {
  return systemPrompt({
    mode: given.mode,
    memory: given.memory,
    tools,
    proposing: given.further.some(({ name, annotations }) => tools.includes(name) && !annotations.readOnlyHint),
    instead: given.instead?.({ tools, ...said }),
    sections: Object.values(said),
  })
}

/** What is made of the servers' tools, made again when those have changed. */
function latest<Made>(served: Served, make: (tools: readonly Tool[]) => Made): () => Made {
  let made: { version: number; value: Made } | undefined
  return () => {
    const version = served.version()
    if (made?.version !== version) made = { version, value: make(served.tools()) }
    return made.value
  }
}

/** The powers of tools that ask the model something beside the conversation. */
function withQuestions(
  given: Pick<Loaded, 'powers' | 'settings' | 'ask' | 'budget' | 'filter' | 'emit' | 'now'>,
): Powers {
  const { powers, settings, budget } = given
  const asked = asideFor(given)
  const aside = (agent: string) => budget.sparing(asked(agent))
  return {
    ...powers,
    ...(powers.fetch === undefined ? {} : withWeb(powers.fetch, aside)),
    // Off unless settings turn it on, as in the reference: the model's own second try is cheaper.
    ...(settings.tools?.disableLLMCorrection === false ? { correcting: aside('replace') } : {}),
  }
}

/** The back end reads pages and searches by itself; whoever may see the web may ask it to. */
const withWeb = (fetch: FetchPower, aside: (agent: string) => Ask): Pick<Powers, 'fetch' | 'search'> => ({
  fetch: { ...fetch, ask: aside('web_fetch'), reader: groundedBy(aside('web_fetch')) },
  search: { ask: groundedBy(aside('google_web_search')), leaks: fetch.leaks },
})
