/** @type {import('@docusaurus/plugin-content-docs').SidebarsConfig} */
const sidebars = {
  main: [
    'intro',
    {
      type: 'category',
      label: 'Basics',
      items: ['basics/install', 'basics/first-query', 'basics/data-types'],
    },
    {
      type: 'category',
      label: 'Guides',
      items: [
        'guides/joins',
        'guides/caching',
        'guides/dashboards',
        'guides/performance',
        'guides/tuning',
      ],
    },
    {
      type: 'category',
      label: 'Connectors',
      items: ['connectors/csv', 'connectors/parquet', 'connectors/postgres'],
    },
    {
      type: 'category',
      label: 'Reference',
      items: ['reference/functions', 'reference/settings', 'reference/glossary'],
    },
  ],
};

module.exports = sidebars;
