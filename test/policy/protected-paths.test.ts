import { expect, test } from 'vitest'
import { builtinRules, profileRules, verdict } from './rules.ts'

const shipped = await builtinRules()
const maintain = [...shipped, ...(await profileRules('maintain'))]

/** Files that decide what the next run, build, editor or checkout does. */
const PROTECTED =
  'tsconfig.json .semaphore.yml Jenkinsfile-release helmfile.yaml eas.json .htaccess .bugbot/x JULES.md Dangerfile.swift .amp/settings.json memory-bank/x.md ' +
  '.rovodev/x .agentrules .ddev/commands/web/x .helix/languages.toml devcontainer.json .config/fish/config.fish .ssh/config .hg/hgrc .jj/x hk.pkl .zig-version ' +
  '.deno-version dev-requirements.txt patches/x.patch qlfile BUILD.gn DEPS Tupfile x.jam psakefile.ps1 hatch_build.py plopfile.js Thorfile tests/setup.ts hie.yaml ' +
  'HEAD x/HEAD x/commondir fixtures/x.git/config tools/hooks/pre-commit x/hooks/post-checkout ' +
  '.github/workflows/ci.yml .github/actions/x/run.sh action.yml tools/action.yaml .gitlab-ci.yml .circleci/config.yml .buildkite/pipeline.yml ' +
  '.travis.yml azure-pipelines.yml CODEOWNERS .gemini/settings.json a/.gemini/policies/x.toml .agents/skills/x/SKILL.md .claude/settings.json ' +
  '.cursor/rules/x.mdc GEMINI.md packages/a/GEMINI.md AGENTS.md CLAUDE.md .geminiignore .cursorrules .mcp.json .github/copilot-instructions.md ' +
  '.github/instructions/x.md .github/dependabot.yml .vscode/tasks.json .devcontainer/devcontainer.json .husky/pre-commit .pre-commit-config.yaml ' +
  'lefthook.yml .gitmodules .gitattributes src/.gitattributes .env .npmrc .yarn/releases/yarn.cjs .pnpmfile.cjs .cargo/config.toml ' +
  '.mvn/jvm.config Makefile package.json pnpm-workspace.yaml bun.lock deno.json poetry.lock requirements-dev.txt conftest.py Gemfile.lock composer.json ' +
  'Cargo.lock go.mod gradle/wrapper/gradle-wrapper.properties Dockerfile.ci .mocharc.js webpack.config.ts babel.config.js gulpfile.js justfile ' +
  // Bots that merge, update, release or review.
  '.mergify.yml .kodiak.toml bors.toml .github/mergify.yml renovate.json .github/renovate.json5 .renovaterc .github/dependabot.yaml .pullapprove.yml ' +
  '.github/settings.yml .releaserc.json release-please-config.json .goreleaser.yaml dangerfile.ts .coderabbit.yaml .codecov.yml .snyk OWNERS ' +
  // Other CI systems, and deployment.
  '.gitlab-ci.yaml .drone.yml .cirrus.yml .woodpecker/build.yml .tekton/run.yaml .gitea/workflows/x.yml Jenkinsfile bitbucket-pipelines.yml ' +
  'azure-pipelines-nightly.yml cloudbuild.yaml buildspec.yml appveyor.yml .semaphore/semaphore.yml .teamcity/settings.kts netlify.toml vercel.json ' +
  // Hooks of git, and what editors, shells and dev containers run.
  '.githooks/pre-push .git-hooks/x hooks/../.hooks/x .lintstagedrc.json .simple-git-hooks.json .overcommit.yml .pre-commit-hooks.yaml .lfsconfig ' +
  '.idea/workspace.xml .zed/tasks.json x.code-workspace .devcontainer.json .gitpod.yml .envrc .dir-locals.el .exrc devbox.json flake.nix ' +
  // Which version of a tool runs.
  '.tool-versions mise.toml .nvmrc .python-version .ruby-version .node-version rust-toolchain.toml global.json .bazelversion .sdkmanrc ' +
  // Package managers and build scripts of other ecosystems.
  'Package.swift app.csproj Directory.Build.props nuget.config mix.exs pubspec.yaml build.sbt build.zig rebar.config stack.yaml x.cabal dune-project ' +
  'BUILD.bazel WORKSPACE rules.bzl meson.build x.cmake build.gradle.kts buildSrc/x.kt gradle/libs.versions.toml project.clj shard.yml Podfile ' +
  'fastlane/Fastfile x.podspec Taskfile.yml magefile.go composer.lock .bazelrc nx.json turbo.json lerna.json docker-compose.yml uv.lock pdm.toml go.work ' +
  // What test runners and linters load.
  'jest.setup.js vitest.setup.ts setupTests.js cypress/support/e2e.js spec/spec_helper.rb test/test_helper.exs pytest.ini phpunit.xml .rspec biome.json ' +
  '.storybook/main.js .eslintrc.cjs .prettierrc.js sitecustomize.py .golangci.yml tests/bootstrap.php ' +
  // By ecosystem: what building, testing, starting, releasing and opening read by themselves.
  'ci_scripts/ci_post_clone.sh ios/ci_scripts/x.sh ext/x/extconf.rb Setup.lhs truffle-config.js .xcode.env ios/.xcode.env.local knexfile.ts gunicorn.conf.py ' +
  'lighthouserc.json .lighthouserc.js .vscode-test.mjs .sequelizerc docs/conf.py docs/source/conf.py .depot/workflows/x.yml test/jest-e2e.json alembic/env.py ' +
  'alembic.ini config/puma.rb src/__pycache__/x.cpython-312.pyc mkdocs.yml .readthedocs.yaml tools.go xtask/src/main.rs mcp.yaml hooks/hooks.json ' +
  'config/runtime.exs src/Makevars packit.yaml entrypoint.sh x-gdb.py Properties/launchSettings.json bin/setup dist-workspace.toml zizmor.yml .foorc .foorc.yaml ' +
  '.some-tool.toml new-tool.config.mjs vitest.e2e.config.ts jest.config.ci.js playwright.config.prod.ts tsconfig.tsbuildinfo aclocal.m4 prisma.config.ts .mcp.toml ' +
  '.kamal/hooks/pre-deploy config/deploy.yml config/deploy.staging.yml vercel.toml vercel.cjs apps/web/vercel.ts Tuist.swift Projects/App/Project.swift ' +
  'tasks.py tasks/__init__.py project/Build.scala project/build/Deps.scala sub/project/plugins.sbt gradle/x/y.txt android/gradle/libs.versions.toml ' +
  '.platform/hooks/postdeploy/x.sh .ebextensions/x.config .s2i/bin/assemble .do/app.yaml buildspec-prod.yml .aiassistant/rules/x.md cubic.yaml Matchfile ' +
  'inc/Module/Install.pm rel/env.sh.eex rel/remote.vm.args.eex castor.php truffle.js Source/App/App.Build.cs x.pth .env.test src/X/global.json lib/project.json ' +
  'eslint-local-rules/index.js .phpstan.neon capacitor.config.ts apps/x/app.config.js nextflow.config config/deploy/production.rb ' +
  '.claude-plugin/marketplace.json .qoder/rules/x.md migrations/env.py package.yaml build.yaml Package@swift-5.9.swift x.egg-info/entry_points.txt ' +
  // Other agents.
  '.windsurfrules .clinerules .clinerules/x.md .roo/rules/x.md .kiro/steering/x.md .codex/config.toml .continue/config.yaml .aider.conf.yml .goosehints ' +
  'opencode.json .junie/guidelines.md .amazonq/rules/x.md CLAUDE.local.md QWEN.md .github/prompts/x.prompt.md .github/agents/x.md .cursorignore'

for (const path of PROTECTED.split(' '))
  test(`a change of ${path} asks, also under profile:maintain`, async () => {
    const call = `write_file ${JSON.stringify({ file_path: path, content: '' })}`
    for (const mode of ['default', 'autoEdit', 'yolo'] as const)
      for (const rules of [shipped, maintain]) expect(await verdict(rules, call, mode)).toBe('ask_user')
  })

test('a write into .git asks in each mode; the file tools refuse it even where a rule allows it', async () => {
  const call = `write_file ${JSON.stringify({ file_path: '.git/hooks/pre-commit', content: '' })}`
  for (const mode of ['default', 'autoEdit', 'yolo'] as const)
    expect(await verdict(shipped, call, mode)).toBe('ask_user')
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
  'build/out.js',
  'src/build.ts',
  'src/workspace/x.ts',
  'src/config.ts',
  '.github/ISSUE_TEMPLATE/bug.md',
  'README.md',
  'pool/foo_1.0~1-2_amd64.deb',
  'notes.txt~',
  'draft~a.md',
  'src/hooks/use-update.ts',
  'src/head.ts',
  ...'src/conf.py app/env.py config/routes.rb src/jest.ts src/vite.test.ts config.toml src/.hidden.json debian/changelog docs/setup.md src/bin/server.rs'.split(
    ' ',
  ),
  // Names that programs know, where they do not look.
  ...'src/main/java/org/acme/gradle/Plugin.java src/main/scala/com/acme/project/Project.scala shop/tasks.py pkg/mcp/tools.go'.split(
    ' ',
  ),
  ...'Sources/App/Models/Project.swift src/providers/vercel.ts tests/test_setup.py inc/module/reader.h src/rel/environment.ts'.split(
    ' ',
  ),
  ...'.env.example .env.test.example .env.template src/main/webapp/i18n/en/global.json locales/en/project.json src/castor.php'.split(
    ' ',
  ),
  ...'assets/truffle.svg src/config/deploy/index.ts Domain/Order.Build.cs models/net.pth src/app/app.config.ts'.split(
    ' ',
  ),
  ...'src/release.ts src/entrypoint.ts terraform.tfvars main.tf src/prisma.ts lib/config.exs.md manage.py src/mcp.ts src/rel/x.ts'.split(
    ' ',
  ),
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
  // Windows drops dots, spaces and streams at the end of a name; macOS ignores some characters.
  '.github./workflows /ci.yml',
  'GEMINI.md::$DATA',
  'C\ufeffLAUDE.md',
  'Make\u206afile.',
  'pac\u212Aage.json',
  // Short names of Windows: of .github, .gitattributes, package.json, .gitmodules in its second form, after many others.
  'GITHUB~1/workflows/ci.yml',
  'a/GITATT~1',
  'PACKAG~1.JSO',
  'docs/gi7eba~1',
  'GEMI~123/settings.json',
  '~1/x',
]
for (const path of OTHER_SPELLINGS)
  test(`a change of ${path} is protected like its usual spelling`, async () => {
    const call = `write_file ${JSON.stringify({ file_path: path, content: '' })}`
    expect(await verdict(shipped, call, 'yolo')).toBe('ask_user')
    expect(await verdict(maintain, call, 'yolo')).toBe('ask_user')
  })
