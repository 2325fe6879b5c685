// The order of imports: model <- net <- checks <- engine <- index <- cli | action. A test of `npm run check` holds it.

/** Packages that have one door each. */
const doors = {
  undici: '^src/net/(http|get)\\.ts$',
  '(@types/)?ws': '^src/(net/websocket\\.ts$|sandbox/)',
  '@grpc/grpc-js': '^src/sandbox/',
  '@grpc/proto-loader': '^src/sandbox/',
  '@bufbuild/protobuf': '^src/net/grpc/',
  '@grpc/reflection': '^src/sandbox/',
  'ipaddr\\.js': '^src/net/address\\.ts$',
  ajv: '^src/formats/',
  '(@types/)?pg': '^src/query/service/database/',
  '@scure/base': '^src/formats/list-definition\\.ts$',
  'jsonc-parser': '^src/registry/json/',
  yaml: '^src/registry/syntax/yaml\\.ts$',
  'toml-eslint-parser': '^src/registry/syntax/toml\\.ts$',
  acorn: '^src/registry/syntax/(javascript|exported-data)\\.ts$',

  '(hono|@hono/node-server)': '^src/http-server/',
  'prom-client': '^src/(http-server|exporter)/',
  'lru-cache': '^src/(query/service|exporter)/',
  chalk: '^src/reporters/pretty(-file)?\\.ts$',
  'fast-(wrap-ansi|string-width)': '^src/(reporters|cli)/',
  commander: '^src/cli/',
  diff: '^src/reporters/diff\\.ts$',
  '@actions/core': '^src/action/',
  'fastest-levenshtein': '^src/model/describe-unknown\\.ts$',
  '(@peculiar/x509|reflect-metadata)': '^src/sandbox/',
};

/** What each directory may import from, besides itself. */
const layers = {
  model: [],
  net: ['model'],
  formats: ['model'],
  registry: ['model', 'formats'],
  history: ['model', 'checks', 'registry'],
  reporters: ['model', 'formats', 'history'],
  checks: ['model', 'net'],
  'query/client': ['model', 'net'],
  engine: ['model', 'net', 'checks', 'formats', 'history', 'query/client', 'registry', 'reporters'],
  'query/smoke': ['model', 'net', 'query/client', 'engine'],
  'http-server': ['model', 'net'],
  'query/service': ['model', 'net', 'checks', 'engine', 'formats', 'http-server', 'query/client', 'registry'],
  exporter: ['model', 'net', 'checks', 'engine', 'formats', 'http-server', 'registry', 'reporters'],
  sandbox: ['net'],
  cli: [
    'model',
    'checks',
    'engine',
    'exporter',
    'formats',
    'history',
    'http-server',
    'query',
    'registry',
    'reporters',
    'sandbox',
  ],
  action: ['model', 'checks', 'engine', 'formats', 'history', 'query', 'registry', 'reporters'],
};

/** What each directory of `checks` may import from the others; all may import the files beside them but the list. A node's directory holds its kinds. */
const checkLayers = {
  rules: [],
  block: [],
  json: ['rules'],
  url: ['rules'],
  http: ['json', 'rules', 'url'],
  node: ['block', 'http', 'json', 'rules'],
  websocket: ['http', 'json', 'node', 'rules', 'url'],
  evm: ['block', 'http', 'json', 'node', 'rules', 'url', 'websocket'],
  cosmos: ['block', 'http', 'json', 'node', 'rules', 'url', 'websocket'],
};

const tests = '\\.test\\.ts$';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...Object.entries(layers).map(([directory, allowed]) => ({
      name: `${directory}-imports`,
      severity: 'error',
      from: { path: `^src/${directory}/`, pathNot: tests },
      to: { path: '^src/', pathNot: [directory, ...allowed].map((other) => `^src/${other}/`) },
    })),
    ...Object.entries(checkLayers).map(([directory, allowed]) => ({
      name: `checks-${directory}-imports`,
      severity: 'error',
      from: { path: `^src/checks/${directory}/`, pathNot: tests },
      to: {
        path: '^src/checks/',
        pathNot: [
          '^src/checks/(check|facts|kinds\\.generated)\\.ts$',
          ...[directory, ...allowed].map((other) => `^src/checks/${other}/`),
        ],
      },
    })),
    {
      name: 'kinds-are-apart',
      comment: 'A kind imports none of the others; what two of them need is beside their directories.',
      severity: 'error',
      from: { path: '^src/checks/(evm|cosmos)/([^/]+)', pathNot: tests },
      to: { path: '^src/checks/$1/[^/]+/', pathNot: '^src/checks/$1/$2/' },
    },
    ...Object.entries(doors).map(([name, door]) => ({
      name: `door-of-${name}`,
      severity: 'error',
      from: { path: '^src/', pathNot: [door, tests] },
      to: { path: `node_modules/${name}/` },
    })),
    {
      name: 'tests-stay-out',
      comment: 'What is shipped imports no test.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: `(${tests})|^test/` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
