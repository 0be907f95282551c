/**
 * Files that something runs or obeys: generators, hosts, CI, editors, coding agents, package managers. One line each, so that a new
 * one is a new word. Those that begin with a star are obeyed in subfolders as well.
 */
export const EXECUTED_FILES: Readonly<Record<string, string>> = {
  Docusaurus:
    '*/docusaurus.config.js */docusaurus.config.ts */docusaurus.config.mjs */babel.config.js src/theme/Footer.js src/pages/index.jsx src/pages/index.tsx src/components/Box.tsx src/css/custom.scss plugins/x/index.js */sidebars.ts static/js/custom.js src/clientModules.ts',
  'VitePress and VuePress':
    '.vitepress/config.ts docs/.vitepress/config.mts .vitepress/config/index.ts docs/.vitepress/theme/index.ts .vitepress/theme/Layout.vue .vuepress/config.js docs/.vuepress/client.ts docs/index.data.ts docs/[pkg].paths.js docs/Box.vue',
  MkDocs:
    '*/mkdocs.yml */mkdocs.yaml mkdocs.insiders.yml docs/hooks.py hooks/copy.py overrides/main.html docs/overrides/home.html docs/javascripts/extra.js main.py macros/__init__.py theme/base.html properdocs.yml',
  'mdBook and Rust': '*/book.toml theme/index.hbs theme/head.hbs preprocessor.py mdbook-x.rs docs/theme/header.hbs',
  Mintlify: '*/docs.json */mint.json snippets/box.jsx custom.js scripts/analytics.js',
  'Nextra and Next.js':
    '*/next.config.js */next.config.mjs */theme.config.tsx */theme.config.jsx middleware.ts pages/_app.tsx pages/_document.js pages/api/x.ts app/layout.tsx mdx-components.tsx instrumentation.ts pages/_meta.js content/_meta.ts',
  'Astro and Starlight':
    '*/astro.config.mjs */astro.config.ts src/content.config.ts src/content/config.ts src/components/Head.astro src/pages/x.astro src/middleware.ts ec.config.mjs',
  Hugo: '*/hugo.toml */hugo.yaml */hugo.json */config.toml config/_default/params.toml layouts/_default/single.html layouts/shortcodes/x.html layouts/partials/head.html themes/x/layouts/index.html archetypes/default.md go.mod layouts/index.json',
  Jekyll:
    '*/_config.yml _config.prod.yml _layouts/default.html _includes/head.liquid _plugins/x.rb */Gemfile */Gemfile.lock Rakefile _sass/x.scss x.gemspec',
  'Sphinx and Jupyter Book':
    '*/conf.py docs/_templates/layout.html docs/_ext/x.py */Makefile docs/make.bat docs/_static/x.js _quarto.yml myst.yml docs/notebook.ipynb docs/x.qmd docs/x.Rmd noxfile.py',
  Antora: '*/antora.yml antora-playbook.yml docs/local-playbook.yml ui/partials/head.hbs lib/x.js',
  Gatsby: '*/gatsby-config.js gatsby-node.js gatsby-browser.tsx gatsby-ssr.js src/templates/doc.js',
  Eleventy:
    '.eleventy.js */eleventy.config.mjs src/x.11ty.js docs/docs.11tydata.js docs/docs.11tydata.json _data/x.js _includes/base.njk _includes/x.liquid docs/x.njk',
  'GitBook and others':
    '*/book.json .gitbook.yaml .bookignore docfx.json typedoc.json fern/fern.config.json fern/generators.yml redocly.yaml docsify.js zudoku.config.tsx',
  Vercel: '*/vercel.json */now.json api/hello.ts api/x.py .vercelignore .vercel/project.json vercel.ts',
  Netlify:
    '*/netlify.toml netlify/functions/x.js netlify/edge-functions/x.ts functions/x.js static/_headers _headers static/admin/config.yml .netlify/state.json',
  Cloudflare:
    '*/wrangler.toml */wrangler.json */wrangler.jsonc functions/[[path]].ts _worker.js static/_routes.json public/_worker.js',
  'Other hosts':
    'amplify.yml customHttp.yml firebase.json .firebaserc database.rules.json firestore.rules render.yaml fly.toml railway.json railway.toml Procfile app.json heroku.yml app.yaml .platform.app.yaml .do/app.yaml staticwebapp.config.json public/staticwebapp.config.json web.config .htaccess static/.htaccess nginx.conf Caddyfile CNAME static/CNAME .nojekyll public/sw.js surge.json now.json cloudbuild.yaml buildspec.yml appspec.yml serverless.yml template.yaml samconfig.toml cdk.json',
  CI: '.github/workflows/a.yml .github/workflows/README.md .github/actions/x/action.yml .github/dependabot.yml .github/CODEOWNERS CODEOWNERS .github/settings.yml .gitlab-ci.yml ci/build.yml docs/ci/build.yml ci/build.yaml .gitlab/ci/a.yml bitbucket-pipelines.yml .gitea/workflows/a.yml .forgejo/workflows/a.yaml azure-pipelines.yml .azure-pipelines/x.yml .circleci/config.yml Jenkinsfile ci/Jenkinsfile.x .travis.yml appveyor.yml .drone.yml .woodpecker.yml .woodpecker/x.yml .buildkite/pipeline.yml .cirrus.yml .readthedocs.yaml */action.yml codemagic.yaml bitrise.yml wercker.yml .semaphore/x.yml .teamcity/settings.kts pipelines/build.yml action.yaml workflows/x.yml renovate.json .mergify.yml codecov.yml release.config.js',
  Git: '.gitattributes docs/.gitattributes .gitmodules .gitignore .gitconfig .git-blame-ignore-revs .githooks/pre-commit .husky/pre-commit lefthook.yml .pre-commit-config.yaml .lintstagedrc',
  Editors:
    '.vscode/settings.json .vscode/tasks.json .vscode/extensions.json .idea/workspace.xml .vs/x.json .zed/tasks.json .editorconfig .nvim.lua .exrc .vimrc .dir-locals.el .fleet/run.json x.code-workspace x.sublime-project .devcontainer/devcontainer.json .devcontainer.json .gitpod.yml .idx/dev.nix .replit',
  'Coding agents':
    'AGENTS.md docs/AGENTS.md CLAUDE.md CLAUDE.local.md GEMINI.md .claude/settings.json .claude/commands/x.md .claude/agents/x.md docs/.claude/CLAUDE.md .cursor/rules/x.mdc .cursorrules .cursor/mcp.json .mcp.json mcp.json .aider.conf.yml .continue/config.json .windsurf/rules/x.md .windsurfrules .github/copilot-instructions.md .github/instructions/x.instructions.md .github/prompts/x.prompt.md .github/chatmodes/x.chatmode.md .github/agents/x.md .clinerules .clinerules/x.md .roo/rules/x.md .roomodes .codex/config.toml .gemini/settings.json .opencode/agent/x.md opencode.json .goosehints .junie/guidelines.md .kiro/steering/x.md .amazonq/rules/x.md .augment/rules.md .trae/rules/x.md .agents/skills/x.md .agent/x.md skills/x/SKILL.md .rules .qodo/x.toml .openhands/microagents/x.md QWEN.md WARP.md',
  'Package managers and compilers':
    '*/package.json */package-lock.json */yarn.lock */pnpm-lock.yaml pnpm-workspace.yaml .npmrc .yarnrc.yml .pnpmfile.cjs bunfig.toml */deno.json deno.lock */tsconfig.json jsconfig.json composer.json */requirements.txt docs/requirements-dev.txt requirements/docs.txt constraints.txt */pyproject.toml setup.py setup.cfg */Pipfile poetry.lock uv.lock tox.ini Cargo.toml Cargo.lock build.rs .cargo/config.toml go.mod go.sum pom.xml build.gradle settings.gradle.kts gradle.properties build.xml CMakeLists.txt docs/CMakeLists.txt meson.build runtime.txt environment.yml .tool-versions .nvmrc .python-version mise.toml vite.config.ts webpack.config.js rollup.config.mjs postcss.config.js tailwind.config.js .postcssrc.json .babelrc .eslintrc.json eslint.config.js .prettierrc .prettierrc.json prettier.config.js .swcrc .stylelintrc.json jest.config.js turbo.json nx.json lerna.json .browserslistrc .markdownlint.json .vale.ini styles/x.yml .env .env.local docs/.env',
  'Make, tasks and containers':
    '*/Makefile GNUmakefile makefile.inc justfile .justfile Taskfile.yml Taskfile.yaml Rakefile Vagrantfile */Dockerfile Dockerfile.dev Containerfile .dockerignore */docker-compose.yml compose.yaml docker-bake.hcl Tiltfile skaffold.yaml flake.nix shell.nix default.nix flake.lock devenv.nix .envrc Earthfile BUILD.bazel WORKSPACE kustomization.yaml Chart.yaml values.yaml k8s/x.yaml deploy/x.yml terraform/x.tf main.tf.json ansible/playbook.yml Procfile run.sh docs/build.sh scripts/x.py bin/tool tools/x.rb deploy.ps1 x.bat',
  Programs:
    'src/index.ts index.js docs/x.mjs docs/x.py docs/x.rb docs/x.php docs/x.wasm docs/x.jar docs/x.exe lib/x.so docs/x.jsp x.cgi docs/x.ejs docs/x.pug docs/x.hbs docs/x.svelte docs/x.vue docs/x.less docs/x.mdoc',
}

/** The paths of one of them or of all, in the root and, where it counts there, below another folder. */
export function executedPaths(who?: string): string[] {
  return (who === undefined ? Object.values(EXECUTED_FILES) : [EXECUTED_FILES[who]!])
    .flatMap((line) => line.split(' '))
    .flatMap((path) => (path.startsWith('*/') ? [path.slice(2), `website/${path.slice(2)}`, `docs/${path.slice(2)}`] : [path]))
}
