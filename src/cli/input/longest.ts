const MiB = 2 ** 20;

/** The most that is read of a file or of stdin, in bytes, by what it is. What is longer is refused, never cut short. */
export const longest = {
  /** A text of a request: no request is longer (contract/README.md "Requests"). */
  text: MiB,
  /** A file that the program keeps, or finds on this machine: settings, keys, answers, a shell's start-up file. */
  ownFile: MiB,
  /** Certificates and keys, and a request that is sent as it is. */
  file: 16 * MiB,
  /** Records by the thousand, and whole accounts. */
  document: 256 * MiB,
} as const;
