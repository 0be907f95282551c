/**
 * Names as patterns for a folded path (see `lib/fold-path.ts`). Most of them say what is allowed; those that say what is not are
 * exceptions among the endings that documentation is written in. What no pattern names is code: see `path-kind.ts`.
 */

/** What coding agents are told to do. An agent that could change it would write its own orders. */
export const AGENT_ORDERS =
  /(?:^|\/)(?:(?:agents|claude|gemini|copilot-instructions)(?:\.local|\.override)?\.md|skills\/(?:[^/]+\/)*skill\.md|\.?mcp(?:[-_.]config)?\.json|opencode\.jsonc?|[^/]+\.(?:instructions|prompt|chatmode|agent)\.md|\.(?:cursor|windsurf|cline|roo|goose|aider|claude|codex|gemini|opencode|continue|augment|kiro|junie|trae|amazonq|agents?|aiassistant|devin|qodo|tabnine|copilot|rules|openhands|crush|factory|mcp)[^/]*(?:\/.*)?)$|^(?:agent|qwen|crush|warp|codex|grok|replit)\.md$|^\.github\/(?:instructions|prompts|chatmodes|agents|skills|copilot)(?:\/|$)/

/**
 * Pages about agents and models, such as `docs/models/gemini.md`. Agents look for the name in capitals, which a file system that folds
 * case finds as well; so a page of that name may be edited where there is one, and not created. Tried on the path as it is written.
 */
export const PAGE_ABOUT_AGENTS = /^(?:[^/]+\/)+(?:agents|claude|gemini)\.md$/

/** Folders of packages and templates: what lies there is run or obeyed, whatever its ending. */
export const CODE_FOLDER =
  /(?:^|\/)(?:node_modules|bower_components|site-packages|_layouts?|_templates|_theme|archetypes|_shortcodes|_plugins)\//

/** Folders of templates and programs whose names are topics of documentation as well: pages and pictures there are content. */
export const TEMPLATE_FOLDER = /(?:^|\/)(?:vendor|layouts?|overrides|themes?|shortcodes|plugins|functions|edge-functions|hooks)\//

/** Folders of tools. A page there is a page, but data there is what the tools obey. */
export const TOOL_FOLDER =
  /(?:^|\/)(?:ci|cd|ci-?cd|pipelines?|workflows?|actions|scripts?|bin|tools?|tooling|configs?|conf|settings|admin|deploy(?:ments?)?|docker|k8s|kubernetes|helm|charts?|infra(?:structure)?|terraform|ansible|playbooks?|roles|manifests|nix|ops|devops|jobs|tasks|requirements|constraints|packaging|envs?|environments|secrets)\//

/** Folders of a site in which plain texts are for readers. */
export const TEXT_FOLDER =
  /(?:^|\/)(?:docs?|documentation|content|pages|posts|blog|guides?|tutorials?|references?|static|public|assets?|data|_data|snippets?|_snippets|_?includes|_?partials|examples|source|website|site|wiki|help|manual|handbook|changelogs?|release-?notes|i18n|locales?|translations?|\.docwright)\//

/** Folders of a site in which data is data, and not the settings of the tool that builds it. */
export const DATA_FOLDER =
  /(?:^|\/)(?:_?data|i18n|l10n|locales?|langs?|languages|translations?|messages|_?snippets?|_?includes|_?partials|openapi|swagger|asyncapi|apis?|api-?(?:docs?|references?|specs?)|references?|specs?|schemas?|static|public|assets?|images?|img|media|examples?|samples?|fixtures|versioned_sidebars|\.gitbook\/assets)\//

/** Data that says by its name, wherever it lies, that it is for readers. */
export const DATA_NAME =
  /(?:^|\/)(?:[\w.-]*(?:openapi|swagger|asyncapi|postman)[\w.-]*|_category_|_?meta|_?toc|navigation|nav|menu|sitemap|feed|rss|atom|glossary|terminology|translations?|messages|changelog|releases|authors|contributors|tags|[a-z]{2,3}[-_][a-z]{2,4}|(?:ar|bg|bn|ca|cs|da|de|el|en|es|et|fa|fi|fr|he|hi|hr|hu|id|it|ja|ko|lt|lv|ms|nb|nl|no|pl|pt|ro|ru|sk|sl|sr|sv|th|tr|uk|ur|vi|zh))\.(?:jsonc?|json5|ya?ml|toml|xml)$/

/** Files with an ending of documentation that a tool obeys, also among data and texts. */
export const OBEYED = new RegExp(
  [
    String.raw`(?:package|composer|bower|deno|lerna|nx|turbo|project|[jt]sconfig[^/]*|biome|renovate|[^/]*\.config|[^/]*rc|launch|tasks|devcontainer[^/]*|angular|firebase|staticwebapp\.config|wrangler|vercel|now|_?routes|routes-manifest|assetlinks|book|app|theme|playwright|cypress|appsettings[^/]*)\.(?:jsonc?|json5|ya?ml|toml)`,
    String.raw`(?:pyproject|cargo|pipfile|netlify|fly|railway|hugo|config|book|wrangler|bunfig|mise|pixi|uv|poetry)\.toml`,
    String.raw`(?:_?config[^/]*|conf|mkdocs[^/]*|hugo|antora[^/]*|[^/]*playbook[^/]*|_quarto|myst|(?:docker-?)?compose[^/]*|kustomization|chart|values|taskfile[^/]*|skaffold|serverless|amplify|buildspec|cloudbuild|render|fly|app|action|\.?readthedocs|environment|pubspec|pnpm-workspace|[^/]*pipelines?|[^/]*-ci|ci|lefthook|pre-commit[^/]*|crowdin|dependabot)\.ya?ml`,
    String.raw`(?:[^/]*(?:requirements?|constraints?|dependencies|pip)[^/]*|cmakelists|runtime|apt|packages|conanfile|manifest|version)\.txt`,
    String.raw`(?:pom|build|ivy|web|packages|nuget|settings|phpunit|androidmanifest|crossdomain|clientaccesspolicy)\.xml`,
    String.raw`[^/]*\.(?:11tydata|11ty|tmpl|template|config|conf)\.(?:jsonc?|json5|ya?ml|toml|html?|mdx?|txt|xml|css)`,
    // By these, search engines and app stores believe someone to be the owner of a host.
    String.raw`google[0-9a-f]{8,}\.html|apple-app-site-association\.json`,
  ]
    .map((names) => String.raw`(?:^|\/)(?:${names})$`)
    .join('|'),
)

/** Plain texts outside of the folders of a site that are for readers all the same. */
export const TEXT_NAME =
  /(?:^|\/)(?:readme|changelog|changes|history|news|contributing|contributors|authors|maintainers|credits|thanks|todo|upgrading|migration|faq|glossary|robots|humans|security|llms[\w-]*|words?|dictionary|spelling[\w-]*|word-?list|install|usage|release-?notes|support|governance|roadmap|notes?)\.(?:txt|text)$/

/** Texts without an ending that repositories have for readers. */
export const PLAIN_NAME =
  /(?:^|\/)(?:readme|changelog|changes|history|news|authors|contributors|contributing|maintainers|credits|thanks|todo|upgrading|faq|glossary|security|support|governance|roadmap|code_of_conduct)$/
