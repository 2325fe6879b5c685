import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A request and the response that was recorded for it. */
export interface Exchange {
  /** The file that holds it, without its ending. */
  readonly name: string;
  readonly request: Readonly<Record<string, unknown>> & {
    readonly method: string;
    readonly params?: readonly unknown[];
  };
  readonly response: { readonly result: unknown };
}

/** The description of a method in the specification (OpenRPC). */
export interface Method {
  readonly name: string;
  readonly params: readonly { readonly required?: boolean; readonly schema: object }[];
}

/**
 * Where a clone of https://github.com/ethereum/execution-apis is, null if none is named. It is in no package, so that it can't be installed
 * on first use as other suites are.
 */
export const executionApis = process.env['EXECUTION_APIS'] ?? null;

/** Reads the exchanges of a method: a comment, `>> ` a request and `<< ` its response (`tests/README` of the clone's tools). */
export function readExchanges(clone: string, method: string): readonly Exchange[] {
  const directory = join(clone, 'tests', method);
  return readdirSync(directory).map((file) => {
    const lines = readFileSync(join(directory, file), 'utf8').split('\n');
    const [request, response, ...more] = lines.filter((line) => /^(>>|<<) /.test(line)).map(parseLine);
    if (more.length > 0) throw new Error(`${file} has more than one exchange`);
    return { name: file.replace('.io', ''), request, response } as Exchange;
  });
}

function parseLine(line: string): unknown {
  return JSON.parse(line.slice('>> '.length));
}

/** Reads the methods of the specification and the schemas that they refer to. */
export function readSpecification(clone: string): {
  readonly methods: readonly Method[];
  readonly schemas: Readonly<Record<string, object>>;
} {
  const read = (directory: string) => {
    const path = join(clone, 'src', directory);
    return readdirSync(path).map((file) => parse(readFileSync(join(path, file), 'utf8')) as object);
  };
  return {
    methods: read('eth').flatMap((methods) => methods as readonly Method[]),
    schemas: Object.assign({}, ...read('schemas')) as Readonly<Record<string, object>>,
  };
}
