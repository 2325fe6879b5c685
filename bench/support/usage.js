// Preloaded by a program: it says at its end, on standard error, what it has used.
import { existsSync, readFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const status = '/proc/self/status';
  // On Linux maxRSS includes that of the parent process (exec_mmap in fs/exec.c), VmHWM does not.
  const [, own = maxRSS] = existsSync(status)
    ? (/^VmHWM:\s+(\d+)/m.exec(readFileSync(status, 'utf8')) ?? [])
    : [];
  const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1e3, rssMb: (Number(own) * 1_024) / 1e6 };
  process.stderr.write(`\nusage ${JSON.stringify(usage)}`);
});
