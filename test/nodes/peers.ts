import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../support/cache-folder.js';
import { peerVersions } from './peer-states.js';

const folders = {
  grpcurl: join(cacheFolder, `grpcurl-${peerVersions.grpcurl}`),
  buf: join(cacheFolder, `buf-${peerVersions.buf}`),
};
const programs = {
  grpcurl: join(folders.grpcurl, 'grpcurl'),
  buf: join(folders.buf, 'node_modules', '.bin', 'buf'),
};

/** Installs the other programs, once for this machine. */
export async function installPeers(): Promise<void> {
  const run = promisify(execFile);
  if (!existsSync(programs.grpcurl)) {
    await mkdir(folders.grpcurl, { recursive: true });
    const source = `github.com/fullstorydev/grpcurl/cmd/grpcurl@${peerVersions.grpcurl}`;
    await run('go', ['install', source], { env: { ...process.env, GOBIN: folders.grpcurl } });
  }
  if (!existsSync(programs.buf)) {
    await mkdir(folders.buf, { recursive: true });
    const source = `@bufbuild/buf@${peerVersions.buf}`;
    await run('npm', ['install', '--no-save', '--prefix', folders.buf, source]);
  }
}

const method = 'cosmos.base.tendermint.v1beta1.Service/GetNodeInfo';

/** Whether each program, at a port of its own, gets the node's info by reflection; with TLS where there is a file of the authority to trust. */
export async function askPeers(
  open: () => Promise<number>,
  authority: string | null,
): Promise<{ readonly grpcurl: boolean; readonly buf: boolean }> {
  const transport = authority === null ? ['-plaintext'] : ['-cacert', authority];
  const grpcurl = await succeeds(programs.grpcurl, [
    ...transport,
    '-max-time',
    '5',
    `localhost:${await open()}`,
    method,
  ]);
  const port = await open();
  const url =
    authority === null
      ? ['--http2-prior-knowledge', `http://localhost:${port}/${method}`]
      : ['--cacert', authority, `https://localhost:${port}/${method}`];
  const buf = await succeeds(programs.buf, ['curl', '--protocol', 'grpc', '--timeout', '5s', ...url]);
  return { grpcurl, buf };
}

function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    execFile(program, args, (error) => {
      // A program that is not there has no verdict.
      if (error?.code === 'ENOENT') reject(new Error(`${program} is not there`));
      else resolve(error === null);
    });
  });
}
