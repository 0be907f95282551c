import { readFileSync } from 'node:fs'
import type { Says } from './requests.ts'

interface Place {
  folder: string
  port: number
  log: string
  backend: number
}

interface Format {
  name: string
  /** In the words of the server; null for its own default. */
  text: string | null
  says: Says
}

export interface ServerSetup {
  name: string
  program: string
  formats: readonly Format[]
  configure(
    place: Place,
    format: string | null,
  ): { files: Record<string, string>; command: readonly string[]; logger?: readonly string[] }
}

const DEFAULT: Format = { name: 'its default', text: null, says: 'plain' }

/** A block of docs/log-formats.md, so that what people are told to paste is what is tried. */
function documented(language: string, begins: string): string {
  const text = readFileSync(new URL('../../docs/log-formats.md', import.meta.url), 'utf8')
  const blocks = [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
  const block = blocks.find(([, name, content]) => name === language && content!.includes(begins))?.[2]
  if (block === undefined) throw new Error(`docs/log-formats.md has no block ${language} with ${begins}`)
  return block
}

const withoutLast = (block: string) =>
  block
    .split('\n')
    .filter((line) => !/^(?:access_log|CustomLog)\b/.test(line))
    .join('\n')

export const SERVERS: readonly ServerSetup[] = [
  {
    name: 'nginx',
    program: 'nginx',
    formats: [DEFAULT, { name: 'ours', text: withoutLast(documented('nginx', 'log_format docwright')), says: 'full' }],
    configure: ({ folder, port, log, backend }, format) => ({
      files: {
        'nginx.conf': `daemon off; master_process off; pid ${folder}/run/pid; error_log ${folder}/error.log;
events {}
http {
  ${format ?? ''}
  large_client_header_buffers 4 16k;
  client_body_temp_path ${folder}/run; proxy_temp_path ${folder}/run; fastcgi_temp_path ${folder}/run; uwsgi_temp_path ${folder}/run; scgi_temp_path ${folder}/run;
  access_log ${log}${format === null ? '' : ' docwright'};
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${backend}; } }
}`,
      },
      command: ['nginx', '-c', `${folder}/nginx.conf`, '-p', folder],
    }),
  },
  {
    name: 'Apache',
    program: 'apache2',
    formats: [
      {
        ...DEFAULT,
        name: 'combined',
        text: 'LogFormat "%h %l %u %t \\"%r\\" %>s %O \\"%{Referer}i\\" \\"%{User-Agent}i\\"" docwright',
      },
      { name: 'ours', text: withoutLast(documented('apache', 'LogFormat')), says: 'full' },
    ],
    configure: ({ folder, port, log, backend }, format) => ({
      files: {
        'apache.conf': `ServerRoot ${folder}
ServerName docs.example.com
Listen 127.0.0.1:${port}
PidFile ${folder}/run/pid
DefaultRuntimeDir ${folder}/run
ErrorLog ${folder}/error.log
${['mpm_event', 'authz_core', 'proxy', 'proxy_http'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
${format}
CustomLog ${log} docwright
AllowEncodedSlashes NoDecode
ProxyPass / http://127.0.0.1:${backend}/ nocanon
`,
      },
      command: ['apache2', '-f', `${folder}/apache.conf`, '-DFOREGROUND'],
    }),
  },
  {
    name: 'HAProxy',
    program: 'haproxy',
    formats: [
      { ...DEFAULT, says: 'anonymous' },
      {
        name: 'ours',
        text: documented('haproxy', 'log-format')
          .split('\n')
          .map((line) => line.trim())
          .join('\n  '),
        says: 'plain',
      },
    ],
    configure: ({ folder, port, backend }, format) => ({
      files: {
        'haproxy.cfg': `global
  log stdout len 8192 format raw local0
  tune.bufsize 32768
defaults
  mode http
  log global
  timeout connect 2s
  timeout client 5s
  timeout server 5s
frontend docs
  bind 127.0.0.1:${port}
  ${format ?? 'option httplog'}
  default_backend pages
backend pages
  server one 127.0.0.1:${backend}
`,
      },
      command: ['haproxy', '-f', `${folder}/haproxy.cfg`, '-db'],
    }),
  },
  {
    name: 'Varnish',
    program: 'varnishd',
    formats: [DEFAULT, { ...DEFAULT, name: 'with longer values', text: '4084' }],
    configure: ({ folder, port, log, backend }, bytesMax) => ({
      files: {
        'default.vcl': `vcl 4.1;\nbackend default { .host = "127.0.0.1"; .port = "${backend}"; }\nsub vcl_recv { return (pass); }\n`,
      },
      command: [
        'varnishd',
        '-F',
        '-n',
        `${folder}/varnish`,
        '-a',
        `127.0.0.1:${port}`,
        '-f',
        `${folder}/default.vcl`,
        '-s',
        'malloc,16m',
        ...(bytesMax === null ? [] : ['-p', `vsl_reclen=${bytesMax}`]),
      ],
      logger: ['varnishncsa', '-n', `${folder}/varnish`, '-a', '-w', log],
    }),
  },
  {
    name: 'lighttpd',
    program: 'lighttpd',
    formats: [DEFAULT],
    configure: ({ folder, port, log, backend }) => ({
      files: {
        'lighttpd.conf': `server.modules = ("mod_accesslog", "mod_proxy")
server.document-root = "${folder}"
server.port = ${port}
server.bind = "127.0.0.1"
accesslog.filename = "${log}"
proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${backend})))
`,
      },
      command: ['lighttpd', '-D', '-f', `${folder}/lighttpd.conf`],
    }),
  },
]
