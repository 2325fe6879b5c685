import { describe, expect, test } from 'vitest';
import { judgeConfig, parseConfig } from './programs.js';

const ssh = (end = '') =>
  `"/usr/bin/ssh" -i "$RUNNER_TEMP/0a-1b" -o StrictHostKeyChecking=yes -o CheckHostIP=no -o "UserKnownHostsFile=$RUNNER_TEMP/0a-1b_known_hosts"${end}`;

function judge(scope: string, name: string, value: string, hasSsh = false) {
  return judgeConfig(parseConfig(`system\0core.bare\0${scope}\0${name}\n${value}\0`), hasSsh);
}

describe('a program that the configuration of a repository names', () => {
  test.each([
    ['local', 'core.sshcommand', 'evil', 'core.sshCommand'],
    ['local', 'core.sshcommand', ssh('; evil'), 'core.sshCommand'],
    ['local', 'core.sshcommand', ssh().replace('-1b"', '$(evil)"'), 'core.sshCommand'],
    ['worktree', 'credential.helper', 'store', 'credential.helper'],
    ['local', 'credential.https://a.b/c.helper', '!evil\n', 'credential.*.helper'],
    ['local', 'remote.a.b.c.uploadpack', 'evil', 'remote.*.uploadpack'],
    ['local', 'remote.a.receivepack', 'evil', 'remote.*.receivepack'],
    ['local', 'hook.a.command', 'evil', 'hook.*.command'],
  ])('is an obstacle: %s %s %j', (scope, name, value, key) => {
    expect(judge(scope, name, value).obstacle).toContain(`${key} in the configuration of this repository`);
  });

  test.each([
    ['global', 'core.sshcommand', 'mine'],
    ['system', 'credential.helper', 'store'],
    ['command', 'remote.a.uploadpack', 'mine'],
    ['local', 'credential.helper', ''],
    ['local', 'remote.uploadpack.url', 'https://a.example'],
    ['local', 'http.https://github.com/.extraheader', 'AUTHORIZATION: basic x'],
    ['local', 'url.https://github.com/.insteadof', 'git@github.com:'],
    ['local', 'core.sparsecheckout', 'true'],
    ['local', 'remote.origin.promisor', 'true'],
  ])('is not: %s %s %j', (scope, name, value) => {
    expect(judge(scope, name, value)).toEqual({ obstacle: null, sshCommand: null });
  });
});

test('the ssh command of actions/checkout is run with the ssh of this machine', () => {
  const sshCommand = ssh().replace('"/usr/bin/ssh"', 'ssh');
  expect(judge('local', 'core.sshcommand', ssh())).toEqual({ obstacle: null, sshCommand });
  expect(
    judge('local', 'core.sshcommand', ssh().replace('/usr/bin/ssh', 'C:\\Git\\usr\\bin\\ssh.EXE')).sshCommand,
  ).toBe(sshCommand);
});

test('an ssh command of the environment wins over any', () => {
  expect(judge('local', 'core.sshcommand', 'evil', true)).toEqual({ obstacle: null, sshCommand: null });
});
