import { expect, test } from 'vitest'
import { builtinRules, profileRules, verdict } from './rules.ts'

const shipped = await builtinRules()
const maintain = [...shipped, ...(await profileRules('maintain'))]

/** Files that decide what the next run, build, editor or checkout does. */
const PROTECTED =
  '.github/workflows/ci.yml .github/actions/x/run.sh action.yml tools/action.yaml .gitlab-ci.yml .circleci/config.yml .buildkite/pipeline.yml ' +
  '.travis.yml azure-pipelines.yml CODEOWNERS .gemini/settings.json a/.gemini/policies/x.toml .agents/skills/x/SKILL.md .claude/settings.json ' +
  '.cursor/rules/x.mdc GEMINI.md packages/a/GEMINI.md AGENTS.md CLAUDE.md .geminiignore .cursorrules .mcp.json .github/copilot-instructions.md ' +
  '.github/instructions/x.md .github/dependabot.yml .vscode/tasks.json .devcontainer/devcontainer.json .husky/pre-commit .pre-commit-config.yaml ' +
  'lefthook.yml .git/hooks/pre-commit .gitmodules .gitattributes src/.gitattributes .env .npmrc .yarn/releases/yarn.cjs .pnpmfile.cjs .cargo/config.toml ' +
  '.mvn/jvm.config Makefile package.json pnpm-workspace.yaml bun.lock deno.json poetry.lock requirements-dev.txt conftest.py Gemfile.lock composer.json ' +
  'Cargo.lock go.mod gradle/wrapper/gradle-wrapper.properties Dockerfile.ci .mocharc.js webpack.config.ts babel.config.js gulpfile.js justfile'

for (const path of PROTECTED.split(' '))
  test(`a change of ${path} asks, and is denied under profile:maintain`, async () => {
    const call = `write_file ${JSON.stringify({ file_path: path, content: '' })}`
    const modes = ['default', 'autoEdit', 'yolo'] as const
    for (const mode of modes) expect(await verdict(shipped, call, mode)).toBe('ask_user')
    for (const mode of modes) expect(await verdict(maintain, call, mode)).toBe('deny')
  })

for (const path of [
  'src/action.ts',
  'docs/GEMINI.md.txt',
  'src/app.config.ts',
  'docs/requirements.md',
  'src/agents/x.ts',
  'go.module.ts',
  '.gitignore',
  'docs/AGENTS/x.md',
])
  test(`a change of ${path} is one like any other`, async () => {
    const call = `write_file ${JSON.stringify({ file_path: path, content: '' })}`
    for (const rules of [shipped, maintain]) expect(await verdict(rules, call, 'yolo')).toBe('allow')
  })

/** The same files for a file system that ignores letter case or Unicode form. */
const OTHER_SPELLINGS = [
  '.GitHub/Workflows/ci.yml',
  '.github/WORKFLOWS/../workflows/ci.YML',
  'codeowners',
  'Gemini.md',
  'a/.Gemini/settings.json',
  'MAKEFILE',
  'Package.JSON',
  '.git\u200chub/workflows/ci.yml',
]
for (const path of OTHER_SPELLINGS)
  test(`a change of ${path} is protected like its usual spelling`, async () => {
    const call = `write_file ${JSON.stringify({ file_path: path, content: '' })}`
    expect(await verdict(shipped, call, 'yolo')).toBe('ask_user')
    expect(await verdict(maintain, call, 'yolo')).toBe('deny')
  })
