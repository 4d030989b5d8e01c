// Makes a site of the pages in the repository: the same files, with a menu and a search that needs no network.
import { defineConfig } from 'vitepress';

const menu = {
  Begin: {
    'What it is': 'README',
    Install: 'docs/install',
    'Real data': 'demo/README',
    'Coming from other tools': 'docs/coming-from',
    Troubleshooting: 'docs/troubleshooting',
  },
  Use: {
    'Everyday tasks': 'docs/everyday-tasks',
    'Command line': 'docs/cli',
    Console: 'docs/console',
    'HTTP interface': 'docs/http-api',
    Client: 'docs/client',
    Recipes: 'docs/recipes',
    Assistants: 'docs/assistants',
  },
  'Look up': {
    SQL: 'docs/sql',
    Functions: 'docs/functions',
    Files: 'docs/files',
    'CSV files': 'docs/csv-files',
    Settings: 'docs/settings',
    Limits: 'docs/limits',
    Errors: 'docs/errors',
  },
  Run: {
    Deployment: 'docs/deployment',
    Security: 'docs/security',
    Performance: 'docs/performance',
    Comparison: 'docs/comparison',
    Spark: 'docs/spark',
  },
  'Take part': {
    Architecture: 'ARCHITECTURE',
    Contributing: 'CONTRIBUTING',
    Changes: 'CHANGELOG',
    'Report a weakness': 'SECURITY',
  },
};

const addressOf = (page) => `/${page.replace(/README$/, '')}`;

export default defineConfig({
  title: 'Pathql',
  description: 'SQL over CSV files named by path: an HTTP service and a command-line tool',
  srcDir: 'pages',
  outDir: 'dist',
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md' },
  lastUpdated: false,
  // Addresses of a service on the reader's own machine, and folders of the repository.
  ignoreDeadLinks: [/^https?:\/\/localhost/, /^\.\/load$/],
  markdown: {
    config: (markdown) => {
      // Braces of the pages are text, not templates. VitePress sees to that in fenced blocks only.
      const { rules } = markdown.renderer;
      for (const kind of ['text', 'code_block', 'code_inline']) {
        const write = rules[kind];
        rules[kind] = (...parts) => write(...parts).replaceAll('{{', '&#123;&#123;');
      }
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    sidebar: Object.entries(menu).map(([text, pages]) => ({
      text,
      items: Object.entries(pages).map(([name, page]) => ({ text: name, link: addressOf(page) })),
    })),
  },
});
