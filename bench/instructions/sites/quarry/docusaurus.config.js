// @ts-check

/** @type {import('@docusaurus/types').Config} */
const config = {
  title: 'Quarry',
  tagline: 'Ask questions of files',
  url: 'https://quarry.example',
  baseUrl: '/',
  onBrokenLinks: 'warn',
  presets: [
    [
      'classic',
      {
        docs: {
          sidebarPath: './sidebars.js',
          editUrl: 'https://github.com/quarry-example/quarry/edit/main/',
        },
        blog: { showReadingTime: true },
      },
    ],
  ],
  plugins: [
    [
      '@docusaurus/plugin-client-redirects',
      {
        redirects: [
          { from: '/docs/start', to: '/docs/basics/install' },
        ],
      },
    ],
  ],
  themeConfig: {
    navbar: {
      title: 'Quarry',
      items: [
        { type: 'docSidebar', sidebarId: 'main', label: 'Docs' },
        { to: '/blog', label: 'Blog' },
        { href: 'https://github.com/quarry-example/quarry', label: 'GitHub' },
      ],
    },
    footer: {
      copyright: 'Copyright © 2024 Quarry Labs',
    },
  },
};

module.exports = config;
