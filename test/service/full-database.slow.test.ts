import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/query/service/database/open-database.js';
import { createDirectory } from '../support/directory.js';
import { createOwners, writeSnapshot } from '../support/holders.js';

/** A directory on a separate disk, which only root can make; null for other users. */
async function mountDisk(size: string): Promise<string | null> {
  const directory = await createDirectory({});
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', directory]));
  return directory;
}

test('a database on a full disk is down until there is room, which is logged once, and can be read', async ({
  skip,
}) => {
  const disk = await mountDisk('24m');
  if (disk === null) return skip('only root can mount a disk');
  const logged: string[] = [];
  const database = await openDatabase(join(disk, 'database.sqlite'), {
    bytes: 1e9,
    log: (state) => logged.push(state),
  });
  const { engine } = database;
  onTestFinished(() => engine.close());
  expect(await engine.check()).toBe(true);
  const filler = join(disk, 'filler');
  // As large as the disk allows.
  expect(() => writeFileSync(filler, Buffer.alloc(40 << 20))).toThrow('ENOSPC');
  await expect(
    writeSnapshot(engine, { network: 'kava', denom: 'ukava' }, createOwners(100_000)),
  ).rejects.toThrow('cannot be used');
  for (let scrape = 0; scrape < 3; scrape++) {
    expect(await engine.check()).toBe(false);
    expect(await engine.read('select * from endpoint_check_snapshots', [])).toEqual([]);
    // Small ones may find room.
    await engine
      .write([{ sql: 'update endpoint_check_version set version = version', values: [] }])
      .catch(() => undefined);
  }
  expect(logged).toEqual(['down']);
  rmSync(filler);
  await expect.poll(() => engine.check()).toBe(true);
  expect(logged).toEqual(['down', 'up']);
  const owners = createOwners(2_000);
  expect((await writeSnapshot(engine, { network: 'kava', denom: 'u' }, owners)).holderCount).toBe(2_000);
});

test('a database that is made on a full disk ends the start, which says so', async ({ skip }) => {
  const disk = await mountDisk('64k');
  if (disk === null) return skip('only root can mount a disk');
  writeFileSync(join(disk, 'filler'), Buffer.alloc(40_000));
  const options = { bytes: 1e9, log: () => undefined };
  await expect(openDatabase(join(disk, 'database.sqlite'), options)).rejects.toThrow(
    'the disk of the database is full',
  );
});
