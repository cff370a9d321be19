import { readFileSync } from 'node:fs';

/**
 * What a process has worked so far, in milliseconds (Linux; elsewhere the time that passed). Unlike the time that
 * passes, it does not grow while others keep the machine busy.
 */
export function cpuTime(pid: number): number {
  try {
    // proc_pid_stat(5): behind the name in brackets utime and stime are the 12th and 13th, in hundredths of a second.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return performance.now();
  }
}

/**
 * What the first thread of a process, which answers requests, has worked so far, in milliseconds (Linux; elsewhere the
 * time that passed). Other threads of the process do not count.
 */
export function answeringTime(pid: number): number {
  try {
    // proc(5): the time on a processor, in nanoseconds.
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
