import type { ModelProvider } from '../../lib/model-providers.ts'

/** The agent program that an operator has chosen. */
export interface AcpSettings {
  /** What the job's `model` shows behind `acp/`. */
  readonly name: string
  /** The program and its arguments; started without a shell. */
  readonly command: readonly string[]
  readonly preset: AcpPreset | null
}

/** What an agent program needs to be told about the model, in its own way. */
export interface AcpPreset {
  readonly command: readonly string[]
  /** The providers whose wire format the program speaks. */
  readonly providers: readonly ModelProvider[]
  /** Variables for the program. There is no key among them: the proxy has it, and takes any word in its place. */
  environment(model: ProxiedModel): Record<string, string>
  /** Files of the program's home, for those that cannot be told by variables. */
  home?(model: ProxiedModel): Record<string, string>
}

/** The model as a program inside the sandbox sees it. */
export interface ProxiedModel {
  provider: ModelProvider
  name: string
  /** `http://127.0.0.1:PORT`, without the version that the paths of the provider begin with. */
  origin: string
}

/** Stands where programs want a key. */
const NO_KEY = 'held-by-docwright'

const OPENAI: readonly ModelProvider[] = ['openai', 'compatible']

export const ACP_PRESETS: Readonly<Record<string, AcpPreset>> = {
  opencode: {
    command: ['opencode', 'acp'],
    providers: ['anthropic', ...OPENAI],
    environment: ({ provider, name, origin }) => {
      const npm = provider === 'anthropic' ? '@ai-sdk/anthropic' : '@ai-sdk/openai-compatible'
      const model = `docwright/${name}`
      const options = { baseURL: `${origin}/v1`, apiKey: NO_KEY }
      return {
        OPENCODE_CONFIG_CONTENT: JSON.stringify({
          model,
          small_model: model,
          provider: { docwright: { npm, options, models: { [name]: {} } } },
          permission: { edit: 'allow', bash: 'deny', webfetch: 'deny' },
          share: 'disabled',
          autoupdate: false,
        }),
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      }
    },
  },
  gemini: {
    command: ['gemini', '--acp'],
    providers: ['google'],
    environment: ({ name, origin }) => ({
      GEMINI_API_KEY: NO_KEY,
      GEMINI_MODEL: name,
      GOOGLE_GEMINI_BASE_URL: origin,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
  },
  'claude-code': {
    command: ['claude-agent-acp'],
    providers: ['anthropic'],
    environment: ({ name, origin }) => ({
      ANTHROPIC_API_KEY: NO_KEY,
      ANTHROPIC_BASE_URL: origin,
      ANTHROPIC_MODEL: name,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  },
  codex: {
    command: ['codex-acp'],
    providers: ['openai'],
    environment: () => ({ OPENAI_API_KEY: NO_KEY }),
    home: ({ name, origin }) => ({
      '.codex/config.toml': [
        `model = ${JSON.stringify(name)}`,
        'model_provider = "docwright"',
        'approval_policy = "on-request"',
        'sandbox_mode = "danger-full-access"',
        // The provider would search, and the proxy refuses that.
        'web_search = "disabled"',
        '[model_providers.docwright]',
        'name = "docwright"',
        `base_url = "${origin}/v1"`,
        'wire_api = "responses"',
        '',
      ].join('\n'),
    }),
  },
  goose: {
    command: ['goose', 'acp'],
    providers: ['anthropic', ...OPENAI],
    environment: ({ provider, name, origin }) => ({
      GOOSE_PROVIDER: provider === 'anthropic' ? 'anthropic' : 'openai',
      GOOSE_MODEL: name,
      ...(provider === 'anthropic'
        ? { ANTHROPIC_HOST: origin, ANTHROPIC_API_KEY: NO_KEY }
        : { OPENAI_HOST: origin, OPENAI_API_KEY: NO_KEY }),
      GOOSE_DISABLE_KEYRING: '1',
    }),
  },
}

/** What a program without a preset is told: the usual variables of its provider. */
export function usualEnvironment({ provider, name, origin }: ProxiedModel): Record<string, string> {
  if (provider === 'anthropic') return { ANTHROPIC_BASE_URL: origin, ANTHROPIC_API_KEY: NO_KEY, ANTHROPIC_MODEL: name }
  if (provider === 'google') return { GOOGLE_GEMINI_BASE_URL: origin, GEMINI_API_KEY: NO_KEY, GEMINI_MODEL: name }
  return { OPENAI_BASE_URL: `${origin}/v1`, OPENAI_API_KEY: NO_KEY, OPENAI_MODEL: name }
}

/** What a job's `model` shows. */
export function acpName({ name }: Pick<AcpSettings, 'name'>): string {
  return `acp/${name}`
}

/** Cuts a command line into words. Quotes keep spaces together; nothing else has a meaning, since no shell is asked. */
export function readCommandLine(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? '')
}
