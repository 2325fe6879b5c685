import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { runProcess } from '../support/command-line.js';
import { databasePassword, startPostgres } from '../support/databases.js';
import { createDirectory } from '../support/directory.js';
import { findFreePort, waitForListener } from '../support/ports.js';
import { createTrust, runListener } from '../support/servers.js';

const directory = 'deploy/query-service';

/** The parts of a service of the compose file that the tests use. */
interface ComposeService {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
}

/** The parts of the compose file that the tests use. */
export const compose = parse(readFileSync(join(directory, 'compose.yml'), 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, unknown>>;
};

/** The instances of the compose file. */
export const instanceNames = ['one', 'two'] as const;
type InstanceName = (typeof instanceNames)[number];

/**
 * Starts the services of the compose file, until the test ends: nginx with its file, the instances with their commands, and Postgres. Only names,
 * paths and ports differ, and private addresses are allowed.
 */
export async function startDeployment(registry: string, registryEnv: Readonly<Record<string, string>>) {
  const trust = await createTrust();
  const tls = await trust.issue();
  const token = 'deployed-token';
  const secrets = await createDirectory({
    tokens: `ci:${token}\n`,
    'database-password': `${databasePassword}\n`,
    'tls-certificate': tls.cert,
    'tls-key': tls.key,
  });
  const postgres = await startPostgres();
  onTestFinished(postgres.remove);
  await postgres.query('postgres', `create user endpoint_check password '${databasePassword}'`);
  await postgres.query('postgres', 'create database endpoint_check owner endpoint_check');

  const ports = { one: await findFreePort(), two: await findFreePort(), nginx: await findFreePort() };
  const replaceAll = (text: string, port: number) =>
    text
      .replaceAll('/run/secrets/', `${secrets}/`)
      .replace('--host=0.0.0.0', '--host=127.0.0.1')
      .replace('@postgres/', `@127.0.0.1:${postgres.port}/`)
      .replace(/^\/registry$/, registry)
      .replace('8080', String(port));
  const createInstance = (name: InstanceName) => {
    const { command = [], environment = {} } = compose.services[name] ?? {};
    const args = [...command.map((arg) => replaceAll(arg, ports[name])), '--allow-private'];
    const env = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, replaceAll(value, ports[name])]),
    );
    let child: ChildProcess | null = null;
    let log = '';
    const kill = async () => {
      if (child?.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    };
    onTestFinished(kill);
    return {
      url: `http://127.0.0.1:${ports[name]}`,
      /** Its standard error so far. */
      getLog: () => log,
      kill,
      /** Stalls it, like a machine that swaps, until it is killed. */
      freeze: () => void child?.kill('SIGSTOP'),
      start: async () => {
        const ended = runProcess(args, {
          env: { ...registryEnv, ...env },
          onStart: (started) => {
            child = started;
            started.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
          },
        }).then(({ stderr }) => Promise.reject(new Error(`${name} has ended: ${stderr}`)));
        ended.catch(() => undefined);
        await Promise.race([waitForListener(ports[name]), ended]);
      },
    };
  };
  const instances = { one: createInstance('one'), two: createInstance('two') };
  await Promise.all(instanceNames.map((name) => instances[name].start()));
  await startShippedNginx(secrets, ports);
  return {
    /** Of nginx, whose certificate those trust that trust the authority. */
    url: `https://localhost:${ports.nginx}`,
    authority: trust.cert,
    token,
    instances,
    /** Runs a statement in the database. */
    query: (text: string) => postgres.query('endpoint_check', text),
    /** The health check of an instance, as Compose runs it; resolves to the exit status. */
    checkHealth: async (name: InstanceName) => {
      const [, program = '', ...args] = compose.services[name]?.healthcheck.test ?? [];
      const child = spawn(
        program,
        args.map((arg) => replaceAll(arg, ports[name])),
        { stdio: 'ignore' },
      );
      const [status] = (await once(child, 'exit')) as [number | null];
      return status;
    },
  };
}

/** Starts nginx with its file, before instances at these ports and with the certificate of this directory, until the test ends. */
export async function startShippedNginx(
  secrets: string,
  ports: Readonly<Record<InstanceName | 'nginx', number>>,
  adapt = (config: string) => config,
): Promise<void> {
  const scratch = await createDirectory();
  const config = adapt(readFileSync(join(directory, 'nginx.conf'), 'utf8'))
    // Comes first, since the rest has started.
    .replaceAll('/tmp/', `${scratch}/`)
    .replaceAll('/run/secrets/', `${secrets}/`)
    .replace('listen 8443', `listen 127.0.0.1:${ports.nginx}`)
    .replace('server one:8080', `server 127.0.0.1:${ports.one}`)
    .replace('server two:8080', `server 127.0.0.1:${ports.two}`)
    .replaceAll('/dev/std', `${scratch}/std`);
  await writeFile(join(scratch, 'nginx.conf'), config);
  // Its workers have another user if it is started as root.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const command = ['nginx', '-c', join(scratch, 'nginx.conf'), '-g', `${user}daemon off;`];
  await runListener(ports.nginx, command, { stdio: ['ignore', 'ignore', 'inherit'], endBy: 'SIGTERM' });
}
