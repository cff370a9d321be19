/** The first line of the files of a bundle that others write by hand: whether they are ours to replace. */
export const bundleMark = '# made by tunnelctl --bundle';

interface BundleNames {
  /** Name of the certificate's file. */
  readonly certificate: string;
  /** Path of the private key. */
  readonly privateKey: string;
}

/** What ssh needs to know (ssh_config(5)). Names without a directory are those of the directory where it runs. */
export function clientConfig(
  { certificate, privateKey }: BundleNames,
  users: readonly string[],
  hasHosts: boolean,
): string {
  const [user] = users;
  return lines([
    bundleMark,
    '# In this directory: ssh -F ssh_config HOST. To keep it, put the files into ~/.ssh, add the lines of known_hosts',
    '# and of this file to those that are there, and write ~/.ssh/ in front of the names below.',
    'Host *',
    // Only where there is no choice.
    ...(users.length === 1 ? [`  User ${user}`] : []),
    `  IdentityFile ${quoted(privateKey)}`,
    `  CertificateFile ${quoted(certificate)}`,
    '  IdentitiesOnly yes',
    // With no host to believe, ssh asks about each as it always does.
    ...(hasHosts ? ['  UserKnownHostsFile known_hosts', '  StrictHostKeyChecking yes'] : []),
  ]);
}

/** What sshd needs to know (sshd_config(5)). */
export function serverConfig({ certificate, privateKey }: BundleNames): string {
  return lines([
    bundleMark,
    '# For sshd_config. Put the certificate beside the key; clients believe the server by the line of known_hosts.',
    '# tunnelctl ssh-authorities show ID --trusted-user-ca-keys says whose users to let in.',
    `HostKey ${quoted(privateKey)}`,
    `HostCertificate ${quoted(`/etc/ssh/${certificate}`)}`,
  ]);
}

function quoted(path: string): string {
  return /[\s"#]/.test(path) ? `"${path.replaceAll('"', '')}"` : path;
}

function lines(texts: readonly string[]): string {
  return `${texts.join('\n')}\n`;
}
