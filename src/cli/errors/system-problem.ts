const problems: Record<string, string> = {
  EACCES: 'permission denied',
  EADDRINUSE: 'the address is in use',
  EADDRNOTAVAIL: 'this machine does not have the address',
  EEXIST: 'it already exists',
  EISDIR: 'it is a directory',
  ELOOP: 'its links go round in a circle',
  ENOENT: 'no such file or directory',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'a part of the path is not a directory',
  ENOTFOUND: 'the host name is not known',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
};

/** What the operating system says is wrong, without its call and path. */
export function systemProblem(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return problems[code] ?? message;
}

/** Whether the error is the operating system's. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
